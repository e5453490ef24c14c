-- Finds a part of an agent id, a name or a site among all ATMs without reading them all. (An institution's own are few enough
-- to be read.) pg_trgm comes with PostgreSQL; where this role may not create it, the search works without, and slower.
do $$
declare
  place text;
begin
  create extension if not exists pg_trgm schema devices;
  select n.nspname into place from pg_extension e join pg_namespace n on n.oid = e.extnamespace where e.extname = 'pg_trgm';
  execute format('create index atm_by_words on devices.atm using gin (agent_atm_id %1$I.gin_trgm_ops, name %1$I.gin_trgm_ops, site_name %1$I.gin_trgm_ops)', place);
exception
  when insufficient_privilege or undefined_file or feature_not_supported then
    raise notice 'pg_trgm cannot be created: a search among all ATMs reads them all';
end $$;
