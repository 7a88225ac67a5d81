#!/usr/bin/env python3
"""What Sabot is made of, as an SPDX 2.3 document in JSON.

Usage: make-sbom.py BUILD VERSION [OUT]

The files are those of the build itself: every source that meson compiles or processes into what is
installed, and every file that was built to be installed, with their SHA-256; generated sources by
the rule that makes them only. The packages are the libraries that meson found, with their versions,
and which installed program links them. The same commit and build give the same bytes: the time is
the commit's. Reads meson-info/ of BUILD, which must have been built.
"""
import hashlib
import json
import os
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
# Of meson's names of libraries: what is for tests alone, or is none.
NOT_SHIPPED = {"cmocka", "umockdev-1.0", "threads"}


def git(*words):
    return subprocess.run(["git", "-C", ROOT, *words], capture_output=True, text=True,
                          check=True, env={**os.environ, "TZ": "UTC"}).stdout.strip()


def spdx_id(kind, name):
    return f"SPDXRef-{kind}-" + re.sub(r"[^A-Za-z0-9.]+", "-", name).strip("-")


def checksums(path):
    data = path.read_bytes()
    return [{"algorithm": name, "checksumValue": hashlib.new(name.lower(), data).hexdigest()}
            for name in ("SHA1", "SHA256")]


def file_of(path, name, kind):
    return {"SPDXID": spdx_id("File", name), "fileName": f"./{name}", "fileTypes": [kind],
            "checksums": checksums(path), "licenseConcluded": "Apache-2.0",
            "copyrightText": "NOASSERTION"}


class Build:
    def __init__(self, build):
        self.build = build
        self.targets = self.read("targets")
        self.dependencies = self.read("dependencies")
        self.by_id = {target["id"]: target for target in self.targets}

    def read(self, what):
        return json.loads((self.build / f"meson-info/intro-{what}.json").read_text())

    def shipped(self):
        """The targets that are installed, and all that these are made of."""
        wanted = [target for target in self.targets if target.get("installed")]
        names = {pathlib.Path(name).name: target for target in self.targets
                 for name in target["filename"]}
        ninja = (self.build / "build.ninja").read_text()
        seen = {}
        while wanted:
            target = wanted.pop()
            if target["id"] in seen:
                continue
            seen[target["id"]] = target
            for output in target["filename"]:
                short = pathlib.Path(output).relative_to(self.build)
                made = re.search(rf"^build {re.escape(str(short))}(?: \|[^:]*)?: (.*)$", ninja,
                                 re.M)
                for word in re.findall(r"\S+\.a\b|\S+\.so\S*", made[1] if made else ""):
                    if pathlib.Path(word).name in names:
                        wanted.append(names[pathlib.Path(word).name])
        return list(seen.values())

    def sources(self, targets):
        """Source files in the tree; what was generated is made of others."""
        found = set()
        for target in targets:
            for group in target["target_sources"]:
                found.update(group.get("sources", []))
        paths = {pathlib.Path(path) for path in found}
        return sorted(path for path in paths if path.is_file() and ROOT in path.parents
                      and self.build not in path.parents)

    def products(self, targets):
        return sorted(pathlib.Path(name) for target in targets if target.get("installed")
                      and target["type"] == "executable" for name in target["filename"])


def library(dependency):
    version = dependency["version"]
    return {"SPDXID": spdx_id("Library", dependency["name"]), "name": dependency["name"],
            "versionInfo": version, "downloadLocation": "NOASSERTION", "filesAnalyzed": False,
            "licenseConcluded": "NOASSERTION", "licenseDeclared": "NOASSERTION",
            "copyrightText": "NOASSERTION",
            "externalRefs": [{"referenceCategory": "PACKAGE-MANAGER", "referenceType": "purl",
                              "referenceLocator": f"pkg:generic/{dependency['name']}@{version}"}]}


def relate(one, kind, other):
    return {"spdxElementId": one, "relationshipType": kind, "relatedSpdxElement": other}


def make(build, version):
    commit = git("rev-parse", "HEAD")
    time = git("log", "-1", "--date=format-local:%Y-%m-%dT%H:%M:%SZ", "--format=%cd")
    targets = build.shipped()
    files = [file_of(path, str(path.relative_to(ROOT)), "SOURCE")
             for path in build.sources(targets)]
    files += [file_of(path, "build/" + str(path.relative_to(build.build)), "BINARY")
              for path in build.products(targets) if path.exists()]
    libraries = [library(one) for one in sorted(build.dependencies, key=lambda one: one["name"])
                 if one["name"] not in NOT_SHIPPED and one["version"] != "unknown"]
    code = hashlib.sha1("".join(sorted(one["checksums"][0]["checksumValue"]
                                       for one in files)).encode()).hexdigest()
    sabot = {"SPDXID": "SPDXRef-Package-sabot", "name": "sabot", "versionInfo": version,
             "downloadLocation": "NOASSERTION", "filesAnalyzed": True,
             "packageVerificationCode": {"packageVerificationCodeValue": code},
             "licenseConcluded": "Apache-2.0", "licenseDeclared": "Apache-2.0",
             "licenseInfoFromFiles": ["Apache-2.0"],
             "copyrightText": "NOASSERTION", "sourceInfo": f"commit {commit}"}
    relations = [relate("SPDXRef-DOCUMENT", "DESCRIBES", sabot["SPDXID"])]
    relations += [relate(sabot["SPDXID"], "DEPENDS_ON", one["SPDXID"]) for one in libraries]
    relations += [relate(sabot["SPDXID"], "CONTAINS", one["SPDXID"]) for one in files]
    return {"spdxVersion": "SPDX-2.3", "dataLicense": "CC0-1.0", "SPDXID": "SPDXRef-DOCUMENT",
            "name": f"sabot-{version}",
            "documentNamespace": f"https://spdx.org/spdxdocs/sabot-{version}-{commit}",
            "creationInfo": {"created": time, "creators": ["Tool: sabot-make-sbom"]},
            "packages": [sabot, *libraries], "files": files, "relationships": relations}


def main():
    document = make(Build(pathlib.Path(sys.argv[1]).resolve()), sys.argv[2])
    text = json.dumps(document, indent=1, sort_keys=True, ensure_ascii=False) + "\n"
    if len(sys.argv) > 3:
        pathlib.Path(sys.argv[3]).write_text(text, encoding="utf-8")
    else:
        sys.stdout.write(text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
