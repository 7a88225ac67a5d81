#!/bin/bash -eu
# Builds every fuzz target in the layout that OSS-Fuzz takes: in $OUT each target, its corpus as
# TARGET_seed_corpus.zip, its words as TARGET.dict, and the libraries that the runner does not have.
# OSS-Fuzz sets CC, CFLAGS, LIB_FUZZING_ENGINE, SRC, WORK and OUT; FUZZ_TARGETS may name some
# targets.
source=${SRC:+$SRC/sabot}
[ -d "$source" ] || source=$(readlink -f "$(dirname "$0")/../../..")
build=$WORK/sabot-fuzz

# Their flags have the sanitizer; meson need not add one.
CFLAGS="$CFLAGS" meson setup "$build" "$source" -Dwerror=false -Db_sanitize=none -Db_lundef=false \
	-Dfuzzing_engine="${LIB_FUZZING_ENGINE:--fsanitize=fuzzer}"
targets=${FUZZ_TARGETS:-$(ninja -C "$build" -t targets all |
	sed -n 's|^tests/fuzz/\(fuzz-[^:./]*\): .*|\1|p')}
ninja -C "$build" $(printf 'tests/fuzz/%s ' $targets)

mkdir -p "$OUT/lib"
for target in $targets; do
	name=${target#fuzz-}
	cp "$build/tests/fuzz/$target" "$OUT/"
	(cd "$source/tests/fuzz/corpus/$name" && zip -q -r - .) >"$OUT/${target}_seed_corpus.zip"
	dictionary=$source/tests/fuzz/dictionaries/$name.dict
	cp "$dictionary" "$OUT/$target.dict"
	ldd "$OUT/$target" | sed -n 's/.* => \(\/[^ ]*\) .*/\1/p' |
		grep -vE '/(libc|libm|libpthread|libdl|librt|libgcc_s)\.so' |
		while read -r library; do cp -n "$library" "$OUT/lib/"; done
	patchelf --force-rpath --set-rpath "\$ORIGIN/lib" "$OUT/$target"
done
