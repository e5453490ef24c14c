#!/bin/sh
# Writes deploy/compose/.env with new secrets, unless it exists.
set -eu
cd "$(dirname "$0")"
[ -e .env ] && { echo "deploy/compose/.env exists; it is left as it is." >&2; exit 1; }
umask 077
secret() { head -c 24 /dev/urandom | od -An -tx1 | tr -d ' \n'; }
for name in POSTGRES_PASSWORD OWNER_PASSWORD APP_PASSWORD PLATFORM_PASSWORD INTERNAL_SERVICE_SECRET JWT_SECRET \
  GRAFANA_PASSWORD; do
  printf '%s=%s\n' "$name" "$(secret)"
done > .env
echo "Wrote deploy/compose/.env."
