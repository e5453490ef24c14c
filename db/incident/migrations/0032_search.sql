-- Finds incidents by words: of their ATMs, of what people wrote, and of the titles that people gave. (pg_trgm: see devices, which may have
-- created it already.)
do $$
declare
  place text;
begin
  create extension if not exists pg_trgm schema incident;
  select n.nspname into place from pg_extension e join pg_namespace n on n.oid = e.extnamespace where e.extname = 'pg_trgm';
  execute format('create index atm_by_words on incident.atm using gin (agent_atm_id %1$I.gin_trgm_ops, name %1$I.gin_trgm_ops, site_name %1$I.gin_trgm_ops)', place);
  execute format('create index incident_by_words on incident.incident using gin (title %1$I.gin_trgm_ops) where source = ''MANUAL''', place);
  execute format('create index incident_entry_by_words on incident.incident_entry using gin (text %1$I.gin_trgm_ops) where kind in (''NOTE'', ''RESOLVED'')', place);
exception
  when insufficient_privilege or undefined_file or feature_not_supported then
    raise notice 'pg_trgm cannot be created: a search for words reads all incidents that people wrote about';
end $$;
