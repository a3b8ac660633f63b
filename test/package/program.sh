#!/usr/bin/env bash
# program.sh PROGRAM: the program answers, simulates, is killed by nothing that is missing, and exports the viewer.
set -euo pipefail
program=$1
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch"

"$program" --version | tee version.txt
grep -qE '^talus [0-9]+\.[0-9]+\.[0-9]+' version.txt
grep -qE '^commit [0-9a-f]{7,}' version.txt
grep -qE '^instruction set ' version.txt

answer=$(echo '{"id":1,"a":{"shape":{"type":"sphere","radius":1},"position":[0,0,0],"orientation":[1,0,0,0]},"b":{"shape":{"type":"sphere","radius":2},"position":[0,2.75,0],"orientation":[1,0,0,0]}}' | "$program" query)
[[ $answer == *'"distance":-0.25,'* ]]

cat >scene.toml <<'TOML'
[simulation]
duration = 0.02
[output]
interval = 0.005
vtk = true
[[material]]
name = "glass"
[[wall]]
name = "floor"
type = "half_space"
normal = [0, 0, 1]
[[body]]
name = "ball"
shape = {type = "sphere", radius = 0.01}
position = [0, 0, 0.011]
[[body]]
name = "brick"
shape = {type = "superquadric", semi_axes = [0.01, 0.01, 0.005], exponents = [6, 6]}
position = [0.03, 0, 0.006]
TOML
"$program" run scene.toml --out results --quiet
for file in final.png series.csv results.h5 frames.csv bodies.pvd talus_run.txt; do
  [[ -s results/$file ]] || { echo "results/$file is missing" >&2 && exit 1; }
done
[[ $(wc -l <results/frames.csv) -ge 5 ]]
"$program" view results --export run.html --no-open >/dev/null || "$program" view results --export run.html
[[ $(wc -c <run.html) -gt 300000 ]] # the page is in the program
grep -q '<canvas' run.html
echo "program: passed"
