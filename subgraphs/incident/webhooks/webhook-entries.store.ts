import { type SQL, sql } from 'drizzle-orm'

/** The most entries about one webhook and one event of an incident, besides the last one of a delivery that failed. */
const MOST_OF_EVENT = 10

/**
 * A part of a statement that notes in the entries of incidents what became of deliveries: those of `settled`, a part
 * before it with `webhook_id`, `incident_id`, `event`, `status` and `reason`. Noted is what differs from the last entry
 * about the webhook and the event, so that retries are one entry. Of the URL only the host is kept, as the rest may
 * hold secrets.
 */
export const notedDeliveries = (at: string): SQL => sql`noted as (
  insert into incident.incident_entry (incident_id, at, kind, text, webhook_id, webhook_name, webhook_host,
    webhook_event, webhook_institution_key)
  select distinct on (s.incident_id, s.webhook_id, s.event) s.incident_id, ${at}::timestamptz, became.kind, s.reason,
    w.id, w.description, coalesce(lower(substring(w.url from '^[A-Za-z]+:[/\\\\]*([^/\\\\?#]+)')), 'unknown'), s.event,
    w.institution_key
  from settled s
  join incident.webhook w on w.id = s.webhook_id
  join incident.incident i on i.id = s.incident_id
  cross join lateral (select case s.status when 'DELIVERED' then 'WEBHOOK_DELIVERED'
    when 'FAILED' then 'WEBHOOK_GIVEN_UP' else 'WEBHOOK_FAILED' end as kind) became
  cross join lateral (select count(*) as n, (array_agg(e.kind order by e.id desc))[1] as last_kind
    from incident.incident_entry e
    where e.incident_id = s.incident_id and e.webhook_id = s.webhook_id and e.webhook_event = s.event) before
  where (before.n < ${MOST_OF_EVENT}::int or became.kind = 'WEBHOOK_GIVEN_UP')
    and became.kind is distinct from before.last_kind
)`
