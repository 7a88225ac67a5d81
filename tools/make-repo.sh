#!/bin/bash
# A signed apt repository in a directory, to install from without any network.
#
# Usage: make-repo.sh [--with-dependencies] [--debs DIR] [--key HOME] DIR
#
# DIR, which must be new or a repository made by this script, gets pool/ with the packages of
# `./sabot deb` (from --debs, default build/debs), Packages, Release, InRelease, Release.gpg, the
# public key sabot.gpg, and install.sh, which a machine runs from the stick. With
# --with-dependencies the packages that these need on a minimal Debian are fetched into it, too, by
# apt as this machine uses it, so that the other machine needs no other source. --key is a GnuPG
# home with the key that signs (and no passphrase); without it one is drawn in
# ~/.local/share/sabot/repository-key, once, and used from then on: who installed once trusts it.
# Run it by `./sabot repo`.
set -euo pipefail

usage()
{
	echo "usage: $0 [--with-dependencies] [--debs DIR] [--key HOME] DIR" >&2
	exit 2
}

die()
{
	printf 'sabot: %s\n' "$*" >&2
	exit 1
}

root=$(dirname "$(dirname "$(readlink -f "$0")")")
debs=$root/build/debs
key_home=${XDG_DATA_HOME:-$HOME/.local/share}/sabot/repository-key
with_dependencies=
while [[ ${1:-} == --* ]]; do
	case $1 in
	--with-dependencies) with_dependencies=yes ;;
	--debs) debs=${2:?} && shift ;;
	--key) key_home=${2:?} && shift ;;
	*) usage ;;
	esac
	shift
done
[[ $# == 1 && $1 != -* ]] || usage
compgen -G "$debs/sabot*.deb" >/dev/null || die "there are no packages in $debs: ./sabot deb"
debs=$(readlink -f "$debs")
# A name that another directory's files could be lost under is refused.
[[ ! -e $1 || -f $1/sabot.gpg || -z $(ls -A "$1") ]] || die "$1 holds something else"
mkdir -p "$1"
cd "$1"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 1' INT TERM HUP

sign()
{
	gpg --homedir "$key_home" --batch --yes --quiet --digest-algo SHA256 "$@"
}

ensure_key()
{
	mkdir -p "$key_home"
	chmod 700 "$key_home"
	[[ -n $(sign --list-secret-keys --with-colons) ]] ||
		sign --pinentry-mode loopback --passphrase '' \
			--quick-generate-key "Sabot packages" ed25519 sign never
}

# All that apt would fetch for a machine on which nothing is installed: what is there in this
# version it leaves alone.
fetch_dependencies()
{
	mkdir -p "$work/archives/partial"
	: >"$work/status"
	apt-get -q -y --no-install-recommends --download-only \
		-o Dir::State::status="$work/status" \
		-o Dir::Cache::archives="$work/archives" \
		-o Debug::NoLocking=yes -o APT::Sandbox::User=root \
		install ./pool/sabot/*.deb >"$work/apt.log" 2>&1 || {
		tail -n 20 "$work/apt.log" >&2
		die "the packages that they need could not be fetched"
	}
	mkdir -p pool/debian
	cp "$work"/archives/*.deb pool/debian/
}

release()
{
	apt-ftparchive -o APT::FTPArchive::Release::Origin=Sabot \
		-o APT::FTPArchive::Release::Label=Sabot \
		-o APT::FTPArchive::Release::Suite=stable \
		-o APT::FTPArchive::Release::Codename=sabot \
		-o APT::FTPArchive::Release::Architectures="$(dpkg --print-architecture)" \
		-o APT::FTPArchive::Release::Description="Audit of casino card shoes" \
		release . >"$work/Release"
	mv "$work/Release" Release
	sign --armor --clearsign --output InRelease Release
	sign --armor --detach-sign --output Release.gpg Release
}

write_installer()
{
	cat >install.sh <<'INSTALL'
#!/bin/sh
# Install Sabot from this directory, without a network. Usage, as root: install.sh [PACKAGE…]
# (default: sabotd sabot-tools sabot-console). The key is shown; compare it with what you were
# given by another way.
set -eu
here=$(dirname "$(readlink -f "$0")")
[ "$(id -u)" = 0 ] || { echo "install.sh: only root can install" >&2; exit 1; }
[ $# -gt 0 ] || set -- sabotd sabot-tools sabot-console
echo "SHA-256 of the key: $(sha256sum "$here/sabot.gpg" | cut -d ' ' -f 1)"
install -D -m 0644 "$here/sabot.gpg" /etc/apt/keyrings/sabot.gpg
echo "deb [signed-by=/etc/apt/keyrings/sabot.gpg] file:$here ./" \
	>/etc/apt/sources.list.d/sabot.list
# Of this directory alone: other sources may be out of reach.
apt-get -q -o Dir::Etc::SourceList=/etc/apt/sources.list.d/sabot.list \
	-o Dir::Etc::SourceParts=/dev/null -o APT::Get::List-Cleanup=0 update
DEBIAN_FRONTEND=noninteractive apt-get -q -y --no-install-recommends \
	-o Dir::Etc::SourceList=/etc/apt/sources.list.d/sabot.list \
	-o Dir::Etc::SourceParts=/dev/null install "$@"
INSTALL
	chmod 755 install.sh
}

ensure_key
sign --export "Sabot packages" >sabot.gpg
rm -rf pool Packages* Release* InRelease
mkdir -p pool/sabot
cp "$debs"/sabot*.deb pool/sabot/
rm -f pool/sabot/*-dbgsym_*.deb
[[ ! $with_dependencies ]] || fetch_dependencies
apt-ftparchive packages pool >Packages
gzip -9nk Packages
write_installer
release
echo "$(grep -c ^Package: Packages) packages, $(du -sh . | cut -f 1), in $(pwd)"
echo "SHA-256 of the key sabot.gpg: $(sha256sum sabot.gpg | cut -d ' ' -f 1)"
echo "On the other machine, as root: DIRECTORY/install.sh sabotd sabot-console"
