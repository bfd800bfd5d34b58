#!/bin/sh
# Deploys the built images into a running composition while requests continue. PostgreSQL, Redis and the storage are
# not replaced.
set -eu
cd "$(dirname "$0")/../.."
once() { docker compose run --rm --no-deps "$@"; }
named() { docker compose config --services | grep "^$1-" | sort; }

# The running version works with the migrated database. Migrations of added domains come last: they read the tables of the first three.
migrations="migrate-auth migrate-core migrate-attachments"
for migration in $(named migrate); do
  case " $migrations " in *" $migration "*) ;; *) migrations="$migrations $migration" ;; esac
done
for job in provision $migrations; do once "$job"; done

# The new shell works with the previous services and remotes; the new ones need not work with the previous shell.
once shell
once publish-shell
# In earlier releases, the storage itself had the port of the files, which the gateway has now.
storage=$(docker compose port storage 7070 2>/dev/null | grep ':[1-9]' || true)
services=$(named svc)
# Their svc-attachments calls the storage at that port, where the gateway lets only browsers through: it is replaced first.
if [ -n "$storage" ]; then
  deploy/compose/replace.sh svc-attachments
  services=$(echo "$services" | grep -v '^svc-attachments$')
fi
# Two gateways at once need two ports. With one, connections are refused while the container is replaced.
if docker compose config gateway | grep -q 'published: .*-'; then
  deploy/compose/replace.sh gateway
  deploy/compose/replace.sh $services
  [ -z "$storage" ] || deploy/compose/replace.sh storage
else
  [ -z "$storage" ] || docker compose up --detach --wait --no-deps storage
  docker compose up --detach --wait --no-deps gateway
  deploy/compose/replace.sh $services
fi
for remote in $(named mf); do
  once "$remote"
  once "publish-$remote"
done
