#!/bin/sh
# Writes into .env which files Compose reads: docker-compose.yml, the compose.yml of each domain that has containers of its
# own, and docker-compose.override.yml if there is one.
set -eu
cd "$(dirname "$0")/../../.."
files=docker-compose.yml
for file in svc-*/compose.yml mf-*/compose.yml docker-compose.override.yml; do
  [ ! -f "$file" ] || files=$files:$file
done
settings=$(grep -v '^COMPOSE_FILE=' .env)
printf '%s\n' "$settings" "COMPOSE_FILE=$files" >.env
