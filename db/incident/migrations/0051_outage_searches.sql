-- The searches for mass outages, numbered in the order in which they began. What a search with a higher number than
-- `begun` finds, it finds in all that is committed by now; `searched_to` is when the newest one that finished began.
create table incident.outage_search (
  one boolean primary key default true check (one),
  begun bigint not null default 0,
  finished bigint not null default 0,
  searched_to timestamptz
);
insert into incident.outage_search default values;
alter table incident.outage_search enable row level security, force row level security;
create policy platform_all on incident.outage_search to platform using (true) with check (true);
grant select, update on incident.outage_search to platform;

-- The search that must have finished before the delivery is sent; null for none, as for all that wait already.
alter table incident.webhook_delivery add column awaited_search bigint;
