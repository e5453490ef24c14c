-- As before (0093), and an acknowledgement is judged once, by the target of its time: a severity that rises afterwards makes it neither late
-- nor timely. At another institution it is measured by none, as nobody there could have acknowledged it.
create or replace function incident.set_due() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  target jsonb;
  is_moved boolean := false;
begin
  if tg_op = 'UPDATE' then
    is_moved := new.institution_key is distinct from old.institution_key;
    if is_moved then
      new.acknowledge_missed := false;
      new.resolve_missed := false;
    end if;
  end if;
  if new.status = 'SUPPRESSED' then
    return new;
  end if;
  select t.by_severity -> new.severity into target
  from incident.incident_target t where t.institution_key = new.institution_key;
  if tg_op = 'INSERT' or new.acknowledged_at is null then
    new.acknowledge_due_at := incident.due_after(new.opened_at, target, (target ->> 'acknowledgeMinutes')::int);
  elsif is_moved then
    new.acknowledge_due_at := null;
  end if;
  new.resolve_due_at := incident.due_after(new.opened_at, target, (target ->> 'resolveMinutes')::int);
  return new;
end $$;
