#!/bin/sh
# Runs once, when the database is created: the logins of the platform, none of which is a superuser.
set -eu
psql -v ON_ERROR_STOP=1 -U postgres -d postgres \
  -v owner="$OWNER_PASSWORD" -v app="$APP_PASSWORD" -v platform="$PLATFORM_PASSWORD" <<'SQL'
create role owner login nosuperuser nobypassrls createrole password :'owner';
create role app login nosuperuser nobypassrls nocreatedb nocreaterole password :'app';
create role platform login nosuperuser nobypassrls nocreatedb nocreaterole password :'platform';
alter database fleetops owner to owner;
revoke all on database fleetops from public;
grant connect on database fleetops to app, platform;
SQL
