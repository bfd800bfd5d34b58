#!/bin/sh
# Writes into .env which files Compose reads: docker-compose.yml, the compose.yml of each domain that has containers of
# its own, and docker-compose.override.yml if there is one.
set -eu
cd "$(dirname "$0")/../../.."
files=docker-compose.yml
for file in svc-*/compose.yml mf-*/compose.yml docker-compose.override.yml; do
  [ ! -f "$file" ] || files=$files:$file
done
# Neither has to be there yet: a .env, or a setting in it.
settings=$([ ! -f .env ] || grep -v '^COMPOSE_FILE=' .env || true)
printf '%s\n' ${settings:+"$settings"} "COMPOSE_FILE=$files" >.env
