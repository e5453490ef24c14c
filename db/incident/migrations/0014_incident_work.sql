-- Who works on an incident, and why it was.
alter table incident.incident add column owner_user_id text, add column owned_since timestamptz,
  add column cause text, add column cause_text text;
create index incident_by_owner on incident.incident (owner_user_id, opened_at desc, id desc)
  where owner_user_id is not null and status <> 'RESOLVED';

-- What people did to incidents, and their notes: written once, never changed.
create table incident.incident_entry (
  id bigint generated always as identity primary key,
  incident_id bigint not null references incident.incident (id) on delete cascade,
  at timestamptz not null,
  kind text not null check (kind in ('OPENED', 'ACKNOWLEDGED', 'ASSIGNED', 'RELEASED', 'NOTE', 'RESOLVED')),
  user_id text not null,
  -- Of ASSIGNED, to whom.
  to_user_id text,
  -- The text of a note, or of the cause of RESOLVED.
  text text check (length(text) <= 4000)
);
create index incident_entry_of on incident.incident_entry (incident_id, id);
alter table incident.incident_entry enable row level security, force row level security;
create policy platform_all on incident.incident_entry to platform using (true) with check (true);
-- Its incident says whose it is, also after the ATM got an institution.
create policy app_own on incident.incident_entry to app
  using (exists (select from incident.incident i where i.id = incident_id))
  with check (exists (select from incident.incident i where i.id = incident_id));
grant select, insert on incident.incident_entry to app, platform;
