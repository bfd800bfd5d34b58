#!/bin/sh
# Puts new containers in the place of those that run, while requests go on: as many new ones are started, with the
# images, settings and secrets that are there now, and when they are healthy the old ones are stopped, one after the other.
#   deploy/compose/replace.sh svc-core svc-attachments
set -eu
cd "$(dirname "$0")/../.."
# Longer than the gateway goes by one answer of the name server.
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
