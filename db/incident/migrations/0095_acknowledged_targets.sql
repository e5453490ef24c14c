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
-- What moved before 0093 to an institution that never had targets has due times and misses of its former one. The job takes them away, once,
-- as it does in portions what would lock incidents here for long; it goes by these rows. The release before may apply one and leaves this column.
alter table incident.incident_target add column moved_pending boolean not null default false;
-- Without force the owner is not subject to the policies of the targets; those of the counts let it see them.
alter table incident.incident_target no force row level security;
-- Of institutions with targets 0093 has them applied again; what moved there acknowledged is judged by them that once, too.
update incident.incident_target set moved_pending = true where not applied;
insert into incident.incident_target (institution_key, by_severity, moved_pending, changed_at, changed_by)
select distinct institution_key, '{}'::jsonb, true, date_trunc('milliseconds', now()), 'platform' from incident.institution_atms
on conflict (institution_key) do nothing;
alter table incident.incident_target force row level security;
