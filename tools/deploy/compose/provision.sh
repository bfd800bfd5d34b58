#!/bin/sh
# Creates roles and schemas of the services in /services, with the passwords of the secrets. May run again, and then
# sets the passwords again.
set -eu
PGPASSWORD=$(cat /run/secrets/postgres_password)
export PGPASSWORD
services=
for file in /services/*.json; do services="$services${services:+,}$(cat "$file")"; done
{
  # No text of a service.json has a quote in it, and the passwords are hexadecimal digits.
  echo "SELECT set_config('mainstay.services', '[$services]', false) \\g /dev/null"
  for secret in /run/secrets/*_owner_password /run/secrets/svc_*_password; do
    role=$(basename "$secret" _password)
    echo "SELECT set_config('mainstay.password_$role', '$(cat "$secret")', false) \\g /dev/null"
  done
  cat /provision.sql
} | psql --no-psqlrc --quiet --set=ON_ERROR_STOP=1 --host=postgres --username=mainstay_admin --dbname=mainstay
