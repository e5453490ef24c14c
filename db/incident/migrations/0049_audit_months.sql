-- The audit by month: a month is dropped whole when its retention ends, and what it held of each chain is kept as an
-- anchor, from which the chain goes on.

-- Without force the owner is not subject to the policies, so it sees the rows that are there.
alter table incident.audit_entry no force row level security;
alter table incident.audit_entry rename to audit_entry_whole;
create table incident.audit_entry (like incident.audit_entry_whole including constraints) partition by range (at);

-- Makes the partition of the month of a day, unless it is there. The table is made apart and then attached, which needs
-- no lock that a query waits for.
create function incident.make_audit_month(of_day date) returns boolean
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  lower date := date_trunc('month', of_day)::date;
  name text := 'audit_entry_' || to_char(of_day, 'YYYY_MM');
begin
  if to_regclass(format('incident.%I', name)) is not null then
    return false;
  end if;
  perform pg_advisory_xact_lock(hashtext('incident.make_audit_month'));
  if to_regclass(format('incident.%I', name)) is not null then
    return false;
  end if;
  execute format('create table incident.%I (like incident.audit_entry including all)', name);
  execute format('alter table incident.%I enable row level security, force row level security', name);
  execute format('alter table incident.audit_entry attach partition incident.%I for values from (%L) to (%L)', name,
    lower || ' 00:00:00+00', (lower + interval '1 month')::date || ' 00:00:00+00');
  return true;
end $$;
revoke execute on function incident.make_audit_month(date) from public;
grant execute on function incident.make_audit_month(date) to platform;

select incident.make_audit_month(m.month) from (
  select distinct date_trunc('month', at at time zone 'UTC')::date as month from incident.audit_entry_whole
  union select (date_trunc('month', now() at time zone 'UTC') + interval '1 month' * n)::date
  from generate_series(-1, 3) n
) m;
insert into incident.audit_entry select * from incident.audit_entry_whole;
drop table incident.audit_entry_whole;

-- The key serves the list by time as well.
alter table incident.audit_entry add primary key (at, id);
create unique index audit_by_place on incident.audit_entry (chain, seq, at);
create index audit_by_institution on incident.audit_entry (institution_key, at desc, id desc);
create index audit_by_actor on incident.audit_entry (actor, at desc, id desc);
create index audit_by_subject on incident.audit_entry (subject_id, at desc, id desc);
alter table incident.audit_entry enable row level security, force row level security;
create policy owner_anchors on incident.audit_entry for select to current_user using (true);
create policy platform_read on incident.audit_entry for select to platform using (true);
create policy platform_append on incident.audit_entry for insert to platform with check (true);
create policy app_own on incident.audit_entry for select to app
  using (institution_key = any ((select string_to_array(nullif(current_setting('app.institutions', true), ''), ','))::text[]));
grant select, insert on incident.audit_entry to platform;
grant select on incident.audit_entry to app;

-- What dropped months held: rows of a chain without a gap between them, by the places and hashes at both ends. As
-- rows are placed in the order in which they arrive, a month can hold several such runs of a chain. Only the function
-- below adds to it.
create table incident.audit_anchor (
  id bigint generated always as identity primary key,
  chain text not null,
  first_seq bigint not null check (first_seq > 0),
  last_seq bigint not null check (last_seq >= first_seq),
  -- Of the row before the first one.
  previous_hash bytea,
  last_hash bytea not null,
  month date not null,
  dropped_at timestamptz not null default now()
);
create index audit_anchor_by_place on incident.audit_anchor (chain, first_seq);
alter table incident.audit_anchor enable row level security, force row level security;
create policy owner_anchors on incident.audit_anchor for insert to current_user with check (true);
create policy platform_read on incident.audit_anchor for select to platform using (true);
grant select on incident.audit_anchor to platform;

-- Drops the months that lie wholly before the day, and anchors what they held. What somebody did within the last twelve
-- months stays, whatever the caller says. Where rows are missing in a month, or do not follow one another, its anchors
-- show it as the rows did.
create function incident.drop_audit_months(before_day date) returns int
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  part record;
  until date := least(before_day, (now() at time zone 'UTC' - interval '12 months')::date);
  dropped int := 0;
begin
  perform set_config('lock_timeout', '1s', true);
  for part in
    select c.relname as name, to_date(right(c.relname, 7), 'YYYY_MM') as month
    from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'incident.audit_entry'::regclass
      and to_date(right(c.relname, 7), 'YYYY_MM') + interval '1 month' <= until
    order by 2
  loop
    execute format('lock table incident.%I in share mode', part.name);
    insert into incident.audit_anchor (chain, first_seq, last_seq, previous_hash, last_hash, month)
    select chain, seq, last_seq, previous_hash, last_hash, part.month from (
      select chain, seq, previous_hash, begins, case when ends then seq else lead(seq) over w end as last_seq,
        case when ends then hash else lead(hash) over w end as last_hash
      from (
        select chain, seq, at, id, previous_hash, hash,
          (lag(seq) over w, lag(hash) over w) is distinct from (seq - 1, previous_hash) as begins,
          (lead(seq) over w, lead(previous_hash) over w) is distinct from (seq + 1, hash) as ends
        from incident.audit_entry
        where at >= part.month::timestamp at time zone 'UTC'
          and at < (part.month + interval '1 month') at time zone 'UTC'
        window w as (partition by chain order by seq, at, id)
      ) placed where begins or ends
      window w as (partition by chain order by seq, at, id)
    ) runs where begins order by chain, seq;
    execute format('drop table incident.%I', part.name);
    dropped := dropped + 1;
  end loop;
  return dropped;
end $$;
revoke execute on function incident.drop_audit_months(date) from public;
grant execute on function incident.drop_audit_months(date) to platform;
