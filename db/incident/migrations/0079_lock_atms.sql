-- Callers may lock ATMs without being able to change them: those of many incidents, in the order of ingest.
create function incident.lock_atms(of_atms bigint[]) returns int
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  locked int;
begin
  perform from incident.atm where id = any (of_atms) order by agent_atm_id collate "C" for no key update;
  get diagnostics locked = row_count;
  return locked;
end $$;
revoke execute on function incident.lock_atms(bigint[]) from public;
grant execute on function incident.lock_atms(bigint[]) to app, platform;
