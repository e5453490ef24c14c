-- See 0003_words: the search finds a part of a serial number too. Apart from the column, and under another name at
-- first, so that ATMs can be read, and searched by the old index, while the new one is built.
do $$
declare
  place text;
begin
  select n.nspname into strict place
  from pg_extension e join pg_namespace n on n.oid = e.extnamespace
  where e.extname = 'pg_trgm';
  execute format(
    'create index atm_by_words_and_serial_number on devices.atm using gin (
      agent_atm_id %1$I.gin_trgm_ops,
      name %1$I.gin_trgm_ops,
      site_name %1$I.gin_trgm_ops,
      serial_number %1$I.gin_trgm_ops)',
    place);
  drop index if exists devices.atm_by_words;
  alter index devices.atm_by_words_and_serial_number rename to atm_by_words;
exception
  when no_data_found then
    raise notice 'there is no pg_trgm: a search among all ATMs reads them all';
end $$;
