#!/bin/sh
# Creates what is missing of the roles and schemas of all services, and migrates them, one after the other. The services
# may run meanwhile, or not be there yet; PostgreSQL is started if it does not run, and not replaced if it does.
set -eu
cd "$(dirname "$0")/../../.."
services=$(tools/deploy/in-order.sh)
docker compose up --detach --wait --no-deps --no-recreate postgres
docker compose run --rm --no-deps provision
for service in $services; do docker compose run --rm --no-deps "migrate-$service"; done
