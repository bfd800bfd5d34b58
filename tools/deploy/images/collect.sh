#!/bin/sh
# Collects programs or libraries of this Debian into a separate root, with the libraries that they load, the package
# records for scanners, and the licences:
#   collect.sh TARGET PROGRAM...
set -eu
target=$1
shift

# As in Debian itself.
mkdir -p "$target/usr/bin" "$target/usr/lib" "$target/usr/lib64" "$target/var/lib/dpkg/status.d"
for folder in bin lib lib64; do ln -sfn "usr/$folder" "$target/$folder"; done

owner() { # path: the package it is of; nothing for what is not Debian's, as Node
  # Debian's list may have a file under the path it had before /bin and /lib moved into /usr.
  for path in "$1" "/usr$1" "${1#/usr}"; do dpkg-query --search "$path" 2>/dev/null && return; done
}

for program; do
  found=$(command -v "$program" || echo "$program")
  for file in "$found" $(ldd "$found" | awk '$2 == "=>" { print $3 } $1 ~ /^\// { print $1 }'); do
    mkdir -p "$target$(dirname "$file")"
    cp --dereference "$file" "$target$file"
    package=$(owner "$(readlink -f "$file")" | sed 's/:.*//; q')
    [ -n "$package" ] || continue
    dpkg-query --status "$package" >"$target/var/lib/dpkg/status.d/$package"
    copyright=/usr/share/doc/$package/copyright
    [ ! -e "$copyright" ] || { mkdir -p "$target$(dirname "$copyright")" && cp "$copyright" "$target$copyright"; }
  done
done
