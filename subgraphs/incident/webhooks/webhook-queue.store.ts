import { type SQL, sql } from 'drizzle-orm'
import { sqlArray } from '../../../db/arrays.ts'
import { createSentColumns } from '../../../db/columns.ts'
import { sqlInstant } from '../../../db/instants.ts'
import type { PlatformTx } from '../../../db/tenancy.ts'
import { MASS_OUTAGE } from '../model/incident-kinds.rules.ts'
import { notedDeliveries } from './webhook-entries.store.ts'

/** A change of an incident that may be delivered to webhooks. Instants are epoch milliseconds. */
export type NewDelivery = {
  readonly messageId: string
  readonly institutionKey: string
  readonly incidentId: number
  readonly kind: string
  readonly severity: string
  readonly event: string
  readonly place: number
  readonly body: string
  readonly occurredAt: number
  readonly createdAt: number
  readonly nextAttemptAt: number
  readonly expiresAt: number
  /** Whether it waits for a search for mass outages that begins from now on. */
  readonly awaitsSearch: boolean
}

const DELIVERIES = createSentColumns<NewDelivery>({
  message_id: ['uuid', ({ messageId }) => messageId],
  institution_key: ['text', ({ institutionKey }) => institutionKey],
  incident_id: ['bigint', ({ incidentId }) => incidentId],
  kind: ['text', ({ kind }) => kind],
  severity: ['text', ({ severity }) => severity],
  event: ['text', ({ event }) => event],
  place: ['bigint', ({ place }) => place],
  body: ['text', ({ body }) => body],
  occurred_at: ['timestamptz', ({ occurredAt }) => occurredAt],
  created_at: ['timestamptz', ({ createdAt }) => createdAt],
  next_attempt_at: ['timestamptz', ({ nextAttemptAt }) => nextAttemptAt],
  expires_at: ['timestamptz', ({ expiresAt }) => expiresAt],
  awaits_search: ['boolean', ({ awaitsSearch }) => awaitsSearch],
})

/** Those of these institutions that have an active webhook. */
export const listInstitutionsWithWebhooks = async (
  tx: PlatformTx,
  institutionKeys: readonly string[],
): Promise<ReadonlySet<string>> => {
  const rows = await tx.execute<{ key: string }>(sql`
    select distinct institution_key as key from incident.webhook
    where status = 'ACTIVE' and institution_key = any (${sqlArray(institutionKeys, 'text')})`)
  return new Set(rows.map(({ key }) => key))
}

/**
 * Queues deliveries, each message once for each webhook that was there when it happened. Left out are parts of a mass
 * outage of which nothing was sent to the webhook before, and changes older than one that was sent. Updates that were
 * not tried yet give way to newer ones, so that of an incident at most three wait. An incident is committed before its
 * message is read, so the next search that begins sees it.
 */
export const insertDeliveries = async (tx: PlatformTx, deliveries: readonly NewDelivery[]): Promise<void> => {
  await tx.execute(sql`
    insert into incident.webhook_delivery (webhook_id, institution_key, message_id, incident_id, event, place, body,
      created_at, next_attempt_at, expires_at, awaited_search)
    select w.id, w.institution_key, v.message_id, v.incident_id, v.event, v.place, v.body, v.created_at,
      v.next_attempt_at, v.expires_at,
      case when v.awaits_search then (select s.begun + 1 from incident.outage_search s) end
    from ${DELIVERIES.of(deliveries)}
    join incident.webhook w on w.institution_key = v.institution_key and w.created_at <= v.occurred_at
    left join incident.incident i on i.id = v.incident_id
    where w.status = 'ACTIVE' and coalesce(i.status, '') <> 'SUPPRESSED' and v.event = any (w.events)
      and (w.kinds is null or v.kind = any (w.kinds))
      and (w.severities is null or v.severity = any (w.severities))
      and (i.parent_id is null or exists (select from incident.webhook_delivery attempted
        where attempted.webhook_id = w.id and attempted.incident_id = v.incident_id and attempted.attempts > 0))
      and not exists (select from incident.webhook_delivery newer
        where newer.webhook_id = w.id and newer.incident_id = v.incident_id and newer.place > v.place
          and newer.attempts > 0)
    order by v.incident_id, v.place
    on conflict (webhook_id, message_id) do nothing`)
  const updates = deliveries.filter(({ event }) => event === 'INCIDENT_UPDATED')
  if (updates.length === 0) return
  await tx.execute(sql`
    delete from incident.webhook_delivery d
    using ${DELIVERIES.of(updates)}
    where d.incident_id = v.incident_id and d.place < v.place and d.event = 'INCIDENT_UPDATED'
      and d.status = 'PENDING' and d.attempts = 0
      and exists (select from incident.webhook_delivery newer
        where newer.webhook_id = d.webhook_id and newer.message_id = v.message_id)`)
}

/** A delivery that this process is to send, with the secrets that are valid. */
export type LeasedDelivery = {
  readonly id: number
  readonly webhookId: number
  readonly institutionKey: string
  readonly messageId: string
  readonly body: string
  readonly attempts: number
  readonly expiresAt: Date
  readonly url: string
  readonly secrets: readonly string[]
  /** True where the last delivery to the webhook failed. */
  readonly failing: boolean
}

/** How many deliveries may be under way at once, in all processes. */
export type LeaseLimits = {
  readonly ofWebhook: number
  /** Of a webhook whose last delivery failed. */
  readonly ofFailing: number
  readonly ofInstitution: number
}

/** What a process takes on. */
export type LeaseRequest = LeaseLimits & {
  readonly now: Date
  readonly until: Date
  readonly most: number
  readonly mostFailing: number
}

/**
 * Removes what is due of incidents that became parts of a mass outage before anything was sent of them. Resolves to the
 * newest search that finished: as one statement reads both, every part that this search found is among the removed.
 */
const deleteParts = async (tx: PlatformTx, at: string): Promise<string> => {
  const [row] = await tx.execute<{ finished: string }>(sql`
    with gone as (
      delete from incident.webhook_delivery d using incident.incident i
      where d.status = 'PENDING' and d.next_attempt_at <= ${at}::timestamptz and d.attempts = 0
        and d.incident_id is not null and i.id = d.incident_id and i.parent_id is not null
        and not exists (select from incident.webhook_delivery attempted
          where attempted.webhook_id = d.webhook_id and attempted.incident_id = d.incident_id
            and attempted.attempts > 0))
    select finished::text from incident.outage_search`)
  return row?.finished ?? '0'
}

/** The deliveries `d` that are to be sent by now, of which `finished` is the newest search that finished. */
const isDue = (now: Date, finished: string): SQL => {
  const awaitedUntil = sqlInstant(new Date(now.getTime() - MASS_OUTAGE.searchedWithinMs))
  return sql`d.status = 'PENDING' and d.next_attempt_at <= ${sqlInstant(now)}
    and (d.awaited_search is null or d.awaited_search <= ${finished}::text::bigint or d.created_at <= ${awaitedUntil})`
}

type RawLease = {
  id: string
  webhook_id: string
  institution_key: string
  message_id: string
  body: string
  attempts: number
  expires_at: string
  url: string
  secrets: string[]
  failing: boolean
}

const leasedOf = (row: RawLease): LeasedDelivery => ({
  id: Number(row.id),
  webhookId: Number(row.webhook_id),
  institutionKey: row.institution_key,
  messageId: row.message_id,
  body: row.body,
  attempts: row.attempts,
  expiresAt: new Date(row.expires_at),
  url: row.url,
  secrets: row.secrets,
  failing: row.failing,
})

/**
 * Removes parts of mass outages, as `deleteParts` does, then takes deliveries that are due until `until`; then another
 * process may take them. Of an incident only the first that was not delivered yet is taken, so that they arrive in
 * order. Those to webhooks that fail come last; else an institution with fewer under way comes first, and its webhooks
 * take turns. The lock on the webhooks keeps two processes from taking the places of one twice.
 */
export const leaseDeliveries = async (tx: PlatformTx, request: LeaseRequest): Promise<LeasedDelivery[]> => {
  const at = request.now.toISOString()
  const due = isDue(request.now, await deleteParts(tx, at))
  const rows = await tx.execute<RawLease>(sql`
    -- ready: the webhooks with something due.
    with ready as materialized (
      select w.id, w.institution_key, w.url, w.consecutive_failures > 0 as failing from incident.webhook w
      where w.status = 'ACTIVE' and exists (select from incident.webhook_delivery d
        where d.webhook_id = w.id and ${due})
      for update of w skip locked
    ),
    -- due: the oldest undelivered of each incident, up to the limit of the webhook.
    due as (
      select d.id, r.failing, r.institution_key, d.next_attempt_at,
        row_number() over (partition by r.id order by d.next_attempt_at, d.id) as turn
      from ready r cross join lateral (
        select d.id, d.next_attempt_at from incident.webhook_delivery d
        where d.webhook_id = r.id and ${due}
          and not exists (select from incident.webhook_delivery earlier
            where earlier.webhook_id = d.webhook_id and earlier.incident_id = d.incident_id
              and earlier.place < d.place and earlier.status = 'PENDING')
        order by d.next_attempt_at, d.id
        limit greatest(0, case when r.failing then ${request.ofFailing}::int else ${request.ofWebhook}::int end - (
          select count(*) from incident.webhook_delivery l
          where l.webhook_id = r.id and l.leased_until > ${at}::timestamptz))
      ) d
    ),
    -- under_way: how many each institution has been given already.
    under_way as materialized (
      select w.institution_key, count(*) as given
      from incident.webhook w join incident.webhook_delivery l on l.webhook_id = w.id
      where w.institution_key in (select r.institution_key from ready r) and l.leased_until > ${at}::timestamptz
      group by w.institution_key
    ),
    -- nth: the place within the institution, behind what is under way.
    placed as (
      select due.*, coalesce(u.given, 0) + row_number() over (partition by institution_key
        order by failing, turn, next_attempt_at, id) as nth
      from due left join under_way u using (institution_key)
    ),
    ranked as (
      select placed.*, row_number() over (partition by failing order by nth, next_attempt_at, id) as nth_alike
      from placed
    ),
    -- taken: within the limits of the institution and the process.
    taken as (
      select id from ranked
      where nth <= ${request.ofInstitution}::int and (not failing or nth_alike <= ${request.mostFailing}::int)
      order by failing, nth, next_attempt_at, id limit ${request.most}::int
    )
    update incident.webhook_delivery d
    set leased_until = ${request.until.toISOString()}::timestamptz, last_attempt_at = ${at}::timestamptz,
      next_attempt_at = ${request.until.toISOString()}::timestamptz, attempts = d.attempts + 1
    from taken t, ready r
    where d.id = t.id and r.id = d.webhook_id
    returning d.id::text, d.webhook_id::text, d.institution_key, d.message_id, d.body, d.attempts, d.expires_at, r.url,
      r.failing, (select coalesce(json_agg(s.secret order by s.id desc), '[]') from incident.webhook_secret s
        where s.webhook_id = d.webhook_id and coalesce(s.valid_until > ${at}::timestamptz, true)) as secrets`)
  return [...rows].map(leasedOf)
}

/** What came of an attempt. */
export type AttemptOutcome = {
  readonly responseStatus: number | null
  /** Null for a success. */
  readonly reason: string | null
  /** When to try again; null for a success, and for what is given up. */
  readonly retryAt: Date | null
  /** True where the receiver says that it is there no more. */
  readonly isGone: boolean
}

/**
 * Stores what came of an attempt, also in the entries of the incident, and what it says of the webhook. Nothing is
 * stored where another process has taken the delivery over since.
 */
export const updateAttempted = async (
  tx: PlatformTx,
  { id, webhookId, attempts }: LeasedDelivery,
  { responseStatus, reason, retryAt, isGone }: AttemptOutcome,
  now: Date,
): Promise<void> => {
  const at = now.toISOString()
  const status = reason === null ? 'DELIVERED' : retryAt === null ? 'FAILED' : 'PENDING'
  await tx.execute(sql`
    with settled as (
      update incident.webhook_delivery set status = ${status}, leased_until = null,
        response_status = ${responseStatus}::int, reason = ${reason},
        next_attempt_at = ${(retryAt ?? now).toISOString()}::timestamptz
      where id = ${id}::text::bigint and attempts = ${attempts}::int and status = 'PENDING'
      returning webhook_id, incident_id, event, status, reason
    ), ${notedDeliveries(at)}
    update incident.webhook w set
      last_success_at = case when ${reason}::text is null then ${at}::timestamptz else w.last_success_at end,
      last_error = coalesce(${reason}::text, w.last_error),
      last_error_at = case when ${reason}::text is null then w.last_error_at else ${at}::timestamptz end,
      consecutive_failures = case when ${reason}::text is null then 0
        else least(w.consecutive_failures, 1000000) + 1 end,
      status = case when ${isGone}::boolean then 'DISABLED' else w.status end
    from settled s where w.id = s.webhook_id and w.id = ${webhookId}::text::bigint`)
}

/** Gives up what was due for too long, such as that of a disabled webhook. Returns how many. */
export const updateExpired = async (tx: PlatformTx, now: Date, limit: number): Promise<number> => {
  const at = now.toISOString()
  const rows = await tx.execute(sql`
    with settled as (
      update incident.webhook_delivery set status = 'FAILED', leased_until = null,
        reason = coalesce(reason, 'it could not be sent in time')
      where id in (select id from incident.webhook_delivery
        where status = 'PENDING' and expires_at < ${at}::timestamptz
          and (leased_until is null or leased_until < ${at}::timestamptz) limit ${limit}::int)
      returning webhook_id, incident_id, event, status, reason
    ), ${notedDeliveries(at)}
    select 1 from settled`)
  return rows.length
}

/** Deletes deliveries that were made or given up and queued before an instant. Returns how many. */
export const deleteOldDeliveries = async (tx: PlatformTx, before: Date, limit: number): Promise<number> => {
  const rows = await tx.execute(sql`
    delete from incident.webhook_delivery where id in (select id from incident.webhook_delivery
      where created_at < ${before.toISOString()}::timestamptz and status <> 'PENDING' order by created_at
      limit ${limit}::int)
    returning 1`)
  return rows.length
}

/** Deletes secrets that were replaced and have been valid no more since an instant. */
export const deleteOldSecrets = async (tx: PlatformTx, before: Date): Promise<void> => {
  await tx.execute(sql`delete from incident.webhook_secret where valid_until < ${before.toISOString()}::timestamptz`)
}
