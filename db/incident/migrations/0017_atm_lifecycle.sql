-- The life of an ATM: a retired one keeps its history and takes part in nothing until it is reactivated. A merged one is
-- retired for good and names the one that it is.
alter table incident.atm
  add column retired_at timestamptz,
  add column retired_by text,
  add column reactivated_at timestamptz,
  add column merged_into_id bigint references incident.atm (id),
  add constraint atm_merged_is_retired check (merged_into_id is null or retired_at is not null);

drop trigger count_edition on incident.atm;
create trigger count_edition before update of institution_key, name, vendor, model, site_name, serial_number, region,
    cost_centre, criticality, tags, latitude, longitude, time_zone, retired_at, merged_into_id on incident.atm for each row
  when ((old.institution_key, old.name, old.vendor, old.model, old.site_name, old.serial_number, old.region,
      old.cost_centre, old.criticality, old.tags, old.latitude, old.longitude, old.time_zone, old.retired_at,
      old.merged_into_id) is distinct from
    (new.institution_key, new.name, new.vendor, new.model, new.site_name, new.serial_number, new.region,
      new.cost_centre, new.criticality, new.tags, new.latitude, new.longitude, new.time_zone, new.retired_at,
      new.merged_into_id))
  execute function incident.count_edition();

-- The ATMs of an institution are those that are not retired.
create or replace function incident.count_moved_atm() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  gone text := case when old.retired_at is null then old.institution_key end;
  come text := case when tg_op <> 'DELETE' then case when new.retired_at is null then new.institution_key end end;
begin
  insert into incident.institution_atms as c (institution_key, slot, atms)
  select v.institution_key, pg_backend_pid() % 16, v.atms from (values (gone, -1), (come, 1)) v(institution_key, atms)
  where v.institution_key is not null order by v.institution_key
  on conflict (institution_key, slot) do update set atms = c.atms + excluded.atms;
  return null;
end $$;
drop trigger count_moved_atm on incident.atm;
create trigger count_moved_atm after update of institution_key, retired_at on incident.atm for each row
  when (old.institution_key is distinct from new.institution_key
    or (old.retired_at is null) <> (new.retired_at is null)) execute function incident.count_moved_atm();
