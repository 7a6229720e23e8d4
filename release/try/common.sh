# What the trials of an installation have in common. Source it from release/try/NAME: the working directory is then the
# root of the repository, and $scratch an empty directory that is removed at the end.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
root=$PWD
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
mkdir "$scratch/home" "$scratch/work"

# cost WHAT COMMAND...: runs a command, and says how long it took.
cost() {
  local what=$1 begin=$EPOCHREALTIME
  shift
  "$@"
  awk -v what="$what" -v begin="$begin" -v end="$EPOCHREALTIME" 'BEGIN { printf "%-34s %9.1f s\n", what, end - begin }'
}

# size WHAT PATH...: says how many bytes files have.
size() {
  local what=$1
  shift
  printf '%-34s %12s bytes\n' "$what" "$(find "$@" -type f -printf '%s\n' | awk '{ sum += $1 } END { print sum + 0 }')"
}

# stranger COMMAND...: runs a command as somebody who has never heard of this repository: in an empty directory, with an
# empty home and nothing in the environment but a path.
stranger() {
  (cd "$scratch/work" && env -i PATH="${STRANGER_PATH:-$PATH}" HOME="$scratch/home" LC_ALL=C.UTF-8 "$@")
}

# try COMMAND...: asks the program behind COMMAND for its version, a solution and a refusal, as a stranger.
try() {
  local version answer status=0
  version=$(stranger "$@" --version)
  [[ $version == "tejun "[0-9]* ]] || { echo "not a version: $version" >&2; return 1; }
  echo "$version"
  answer=$(stranger "$@" solve heng-dao-li-ma --json)
  [[ $answer == *'"outcome":"solved","proof":"optimal","cost":81,'* ]] || { echo "not the answer: $answer" >&2; return 1; }
  stranger "$@" solve no-such-puzzle >"$scratch/out" 2>"$scratch/err" || status=$?
  [ $status = 2 ] && [ "$(wc -l <"$scratch/err")" = 1 ] && [ ! -s "$scratch/out" ] || {
    echo "bad input: status $status" >&2
    cat "$scratch/out" "$scratch/err" >&2
    return 1
  }
  cat "$scratch/err"
}
