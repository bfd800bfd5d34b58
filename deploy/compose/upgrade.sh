#!/bin/sh
# Brings the images that were built into a composition that runs, while requests go on. PostgreSQL, Redis and
# the storage stay as they are.
set -eu
cd "$(dirname "$0")/../.."
once() { docker compose run --rm --no-deps "$@"; }
named() { docker compose config --services | grep "^$1-" | sort; }

# The version that runs goes on working beside the migrations. Those of domains that were added read the first three's tables.
migrations="migrate-auth migrate-core migrate-attachments"
for migration in $(named migrate); do
  case " $migrations " in *" $migration "*) ;; *) migrations="$migrations $migration" ;; esac
done
for job in provision $migrations; do once "$job"; done

# A shell works with the services before it and with the remotes before it, and they need not work with the shell before.
once shell
once publish-shell
# In the releases before the gateway stood before the storage, the storage had the port of the files itself.
storage=$(docker compose port storage 7070 2>/dev/null | grep ':[1-9]' || true)
# Two gateways at once need two ports. With one, the door is shut while one container takes the other's place.
if docker compose config gateway | grep -q 'published: .*-'; then
  deploy/compose/replace.sh gateway
  deploy/compose/replace.sh $(named svc)
  [ -z "$storage" ] || deploy/compose/replace.sh storage
else
  [ -z "$storage" ] || docker compose up --detach --wait --no-deps storage
  docker compose up --detach --wait --no-deps gateway
  deploy/compose/replace.sh $(named svc)
fi
for remote in $(named mf); do
  once "$remote"
  once "publish-$remote"
done
