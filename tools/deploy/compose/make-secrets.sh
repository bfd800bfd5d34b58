#!/bin/sh
# Creates the secrets of the small deployment, one file each, below tools/deploy/compose/secrets, for the services there
# are, and names the compose files of the domains. Existing secrets are kept, so it may run again, as for a new domain.
# Only the owner can enter the folder; the containers' users can read the files, which are mounted for them.
set -eu
umask 077
cd "$(dirname "$0")"
# Until release 16b16ee this folder was deploy/compose: its secrets are copied, so that the version before
# still finds them.
[ -e secrets ] || [ ! -d ../../../deploy/compose/secrets ] || cp -a ../../../deploy/compose/secrets .
mkdir -p secrets
cd secrets

random() { od -An -N32 -tx1 /dev/urandom | tr -d ' \n'; }
keep() { # name, content
  [ -e "$1" ] || printf '%s\n' "$2" >"$1"
  chmod 444 "$1"
}

keep postgres_password "$(random)"
keep redis_password "$(random)"
keep redis_conf "requirepass $(cat redis_password)"
keep redis_url "redis://:$(cat redis_password)@redis:6379"
keep session_secret "$(random)"
keep intake_secret "$(random)"
# Written by whoever has a mail server: docs/operations.md. Empty: no mail is sent.
keep smtp_url ''
# Given by the provider of the company's accounts: docs/operations.md. Empty: there is none.
keep oidc_client_secret ''
keep s3_access_key_id "$(random | cut -c1-20)"
keep s3_secret_access_key "$(random)"
# For the schemas of svc-*/service.json.
for schema in $(sed -n 's/^  "schema": "\([a-z0-9_]*\)",*$/\1/p' ../../../../svc-*/service.json); do
  for role in "${schema}_owner" "svc_$schema"; do
    keep "${role}_password" "$(random)"
    keep "${role}_url" "postgres://$role:$(cat "${role}_password")@postgres:5432/mainstay"
  done
done
keep admin_url "postgres://mainstay_admin:$(cat postgres_password)@postgres:5432/mainstay"
../name-files.sh
