-- What the health of ingest writes to find out whether the store takes writes: emptied and filled anew each time, which needs new files.
create table incident.write_probe (filling text not null);
alter table incident.write_probe enable row level security, force row level security;
create policy platform_all on incident.write_probe to platform using (true) with check (true);
grant insert, truncate on incident.write_probe to platform;
