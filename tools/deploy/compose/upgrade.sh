#!/bin/sh
# Deploys the built images into a running composition while requests continue. PostgreSQL, Redis and the storage are
# not replaced.
set -eu
cd "$(dirname "$0")/../../.."
once() { docker compose run --rm --no-deps "$@"; }
named() { docker compose config --services | grep "^$1-" | sort; }

# The running version works with the migrated database.
tools/deploy/compose/migrate.sh

# A service that the running version lacks has no containers to replace: it starts before the gateway that
# knows its paths.
services=
for service in $(named svc); do
  if [ -n "$(docker compose ps --quiet "$service")" ]; then
    services="$services $service"
  else
    docker compose up --detach --wait --no-deps "$service"
  fi
done

# The new shell works with the previous services and remotes; the new ones need not work with the previous shell.
once shell
once publish-shell
# Two gateways at once need two ports. With one, connections are refused while the container is replaced.
two_ports=$(docker compose config gateway | grep 'published: .*-' || true)
if [ -n "$two_ports" ]; then
  tools/deploy/compose/replace.sh gateway
else
  docker compose up --detach --wait --no-deps gateway
fi
tools/deploy/compose/replace.sh $services
# The public pages come after the service that they call, as the remotes do.
for front_end in $(named mf) intake; do
  once "$front_end"
  once "publish-$front_end"
done
