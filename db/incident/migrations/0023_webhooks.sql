-- Webhooks: addresses of an institution that are told of its incidents, and what is on its way to them.
create table incident.webhook (
  id bigint generated always as identity primary key,
  institution_key text not null,
  url text not null check (length(url) <= 2000),
  description text check (length(description) <= 200),
  events text[] not null,
  -- Null: all.
  kinds text[],
  severities text[],
  status text not null default 'ACTIVE' check (status in ('ACTIVE', 'DISABLED')),
  created_at timestamptz not null,
  created_by text not null,
  last_success_at timestamptz,
  last_error text,
  last_error_at timestamptz,
  consecutive_failures int not null default 0
);
create index webhook_by_institution on incident.webhook (institution_key, id);

-- What deliveries are signed with. Only the platform reads the secret itself.
create table incident.webhook_secret (
  id bigint generated always as identity primary key,
  webhook_id bigint not null references incident.webhook (id) on delete cascade,
  institution_key text not null,
  secret text not null,
  created_at timestamptz not null,
  -- Null: until it is replaced.
  valid_until timestamptz
);
create index webhook_secret_of on incident.webhook_secret (webhook_id, id);

create table incident.webhook_delivery (
  id bigint generated always as identity primary key,
  webhook_id bigint not null references incident.webhook (id) on delete cascade,
  institution_key text not null,
  -- What the receiver knows it by: the message of the topic that it comes from.
  message_id uuid not null,
  -- Null for a test.
  incident_id bigint,
  event text not null,
  -- The place among the deliveries of an incident: the version, and what happened in the same version.
  place bigint not null,
  body text not null,
  status text not null default 'PENDING' check (status in ('PENDING', 'DELIVERED', 'FAILED')),
  created_at timestamptz not null,
  -- When it is to be sent; while it is being sent, when another process may take it over.
  next_attempt_at timestamptz not null,
  -- While it is being sent.
  leased_until timestamptz,
  -- After this it is not tried again.
  expires_at timestamptz not null,
  attempts int not null default 0,
  last_attempt_at timestamptz,
  response_status int,
  reason text,
  unique (webhook_id, message_id)
);
create index webhook_delivery_due on incident.webhook_delivery (webhook_id, next_attempt_at) where status = 'PENDING';
create index webhook_delivery_leased on incident.webhook_delivery (webhook_id) where leased_until is not null;
create index webhook_delivery_of_incident on incident.webhook_delivery (incident_id, webhook_id, place)
  where incident_id is not null;
create index webhook_delivery_newest on incident.webhook_delivery (webhook_id, id desc);
create index webhook_delivery_old on incident.webhook_delivery (created_at);

do $$
declare
  name text;
begin
  foreach name in array array['webhook', 'webhook_secret', 'webhook_delivery'] loop
    execute format('alter table incident.%I enable row level security, force row level security', name);
    execute format('create policy platform_all on incident.%I to platform using (true) with check (true)', name);
    execute format($policy$create policy app_own on incident.%I to app
      using (institution_key = any ((select string_to_array(nullif(current_setting('app.institutions', true), ''), ','))::text[]))
      with check (institution_key = any ((select string_to_array(nullif(current_setting('app.institutions', true), ''), ','))::text[]))$policy$, name);
    execute format('grant select, insert, update, delete on incident.%I to platform', name);
  end loop;
end $$;
grant select, insert, update, delete on incident.webhook to app;
grant select (id, webhook_id, institution_key, created_at, valid_until), insert on incident.webhook_secret to app;
grant update (valid_until) on incident.webhook_secret to app;
grant select, insert on incident.webhook_delivery to app;
