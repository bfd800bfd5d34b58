#!/bin/sh
# Replaces running containers while requests continue: starts as many new ones, with the current images, settings and
# secrets, and when they are healthy stops the old ones, one after the other.
#   tools/deploy/compose/replace.sh svc-core svc-attachments
set -eu
cd "$(dirname "$0")/../../.."
# Longer than the gateway caches a response of the name server.
looked_up=3

for service in "$@"; do
  old=$(docker compose ps --quiet "$service")
  [ -n "$old" ] || { echo "$service does not run: docker compose up --detach --wait $service" >&2; exit 1; }
  count=$(($(printf '%s\n' "$old" | wc -l) * 2))
  docker compose up --detach --wait --no-deps --no-recreate --scale "$service=$count" "$service"
  for container in $old; do
    sleep "$looked_up"
    docker stop "$container" >/dev/null
    docker rm "$container" >/dev/null
  done
done
