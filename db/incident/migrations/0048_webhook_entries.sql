-- What became of telling webhooks of an incident is a part of its entries. The name and the host are as they were then;
-- with the institution they are seen by those who see the webhook's institution, also after the ATM got another one.
alter table incident.incident_entry
  add column webhook_id bigint,
  add column webhook_name text,
  add column webhook_host text,
  add column webhook_event text,
  add column webhook_institution_key text,
  drop constraint incident_entry_kind_check,
  drop constraint incident_entry_user,
  -- Not checked for the rows that are there, which may be many: they meet what was narrower before.
  add constraint incident_entry_kind_check
    check (kind in ('OPENED', 'ACKNOWLEDGED', 'ASSIGNED', 'RELEASED', 'NOTE', 'RESOLVED', 'TARGET_MISSED',
      'HANDED_OVER', 'WEBHOOK_DELIVERED', 'WEBHOOK_FAILED', 'WEBHOOK_GIVEN_UP')) not valid,
  add constraint incident_entry_user
    check (user_id is not null or kind in ('TARGET_MISSED', 'WEBHOOK_DELIVERED', 'WEBHOOK_FAILED', 'WEBHOOK_GIVEN_UP'))
    not valid;

alter policy app_own on incident.incident_entry
  using (exists (select from incident.incident i where i.id = incident_id)
    and (webhook_institution_key is null or webhook_institution_key
      = any ((select string_to_array(nullif(current_setting('app.institutions', true), ''), ','))::text[])));
