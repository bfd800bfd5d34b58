#!/bin/sh
# Writes the digest behind each foreign image that is named by its tag alone, as the registry has it now. Digests that
# are there stay: .github/dependabot.yml updates them. Needs docker with buildx, and the registries.
set -eu
cd "$(dirname "$0")/../../.."
files='Dockerfile .devcontainer/Dockerfile docker-compose.yml'
# Our own images are built, and have a variable as their tag.
named=$(sed -nE 's/^ *(FROM|image:) ([a-z0-9./-]+:[A-Za-z0-9._-]+)( |$).*/\2/p' $files | sort -u)
for image in $named; do
  digest=$(docker buildx imagetools inspect "$image" --format '{{.Manifest.Digest}}')
  case $digest in sha256:*) ;; *) echo "$image: the registry returned no digest: $digest" >&2; exit 1 ;; esac
  # A suffix right behind -i is all that both GNU's and BSD's sed take.
  sed -E -i.before "s~^( *(FROM|image:) $image)( |\$)~\1@$digest\3~" $files
  for file in $files; do rm "$file.before"; done
done
