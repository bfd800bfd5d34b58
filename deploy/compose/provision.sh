#!/bin/sh
# Creates roles and schemas, with the passwords of the secrets. May run again, and then sets the passwords anew.
set -eu
PGPASSWORD=$(cat /run/secrets/postgres_password)
export PGPASSWORD
{
  for role in auth_owner core_owner attachments_owner svc_auth svc_core svc_attachments; do
    # The passwords are hexadecimal digits.
    echo "SELECT set_config('mainstay.password_$role', '$(cat "/run/secrets/${role}_password")', false) \\g /dev/null"
  done
  cat /provision.sql
} | psql --no-psqlrc --quiet --set=ON_ERROR_STOP=1 --host=postgres --username=mainstay_admin --dbname=mainstay
