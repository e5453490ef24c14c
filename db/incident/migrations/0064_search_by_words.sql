-- A search for words reads what has them, not every incident that the caller's institutions have had.

-- Whose an entry is, it says itself (0043).
alter policy app_own on incident.incident_entry
  using (institution_key = any ((select string_to_array(nullif(current_setting('app.institutions', true), ''), ','))::text[])
    and (webhook_institution_key is null or webhook_institution_key
      = any ((select string_to_array(nullif(current_setting('app.institutions', true), ''), ','))::text[])));

-- Row-level security is applied before ILIKE, which may say something of the rows it sees, so no index of words serves
-- a caller that is subject to it. The owner is not; this function applies the same scope itself.
create policy owner_searches on incident.incident for select to current_user using (true);
create function incident.incidents_with_words(pattern text, most int) returns setof bigint
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  (select id from incident.incident
    where source = 'MANUAL' and title ilike pattern
      and institution_key = any (string_to_array(nullif(current_setting('app.institutions', true), ''), ','))
    order by id desc limit most)
  union
  (select incident_id from incident.incident_entry
    where kind in ('NOTE', 'RESOLVED') and text ilike pattern
      and institution_key = any (string_to_array(nullif(current_setting('app.institutions', true), ''), ','))
    order by id desc limit most)
$$;
revoke execute on function incident.incidents_with_words from public;
grant execute on function incident.incidents_with_words to app;
