import { type SQL, sql } from 'drizzle-orm'
import { sqlArray } from '../../../db/arrays.ts'
import { sqlInstant } from '../../../db/instants.ts'
import { scopeOf } from '../../../db/scope.ts'
import type { TenantTx, Visibility } from '../../../db/tenancy.ts'
import { EVENT_COLUMNS, type EventCursor, type EventRow } from '../events/events.store.ts'
import { BUCKET_MS, NO_INSTITUTION } from '../model/event-counters.rules.ts'
import type { Span } from './fleet-events.rules.ts'

/** Which events: of some types, or of all; of one ATM, or of all of the caller's. */
export type FleetEventFilter = {
  readonly typeIds: readonly number[] | null
  readonly agentAtmId: string | null
}

const ofTypes = (typeIds: readonly number[] | null): SQL =>
  typeIds === null ? sql`true` : sql`e.type_id = any (${sqlArray(typeIds, 'smallint')})`

const inSpan = ({ from, to }: Span): SQL =>
  sql`e.occurred_at >= ${sqlInstant(from)} and e.occurred_at < ${sqlInstant(to)}
    and e.received_at >= ${sqlInstant(from)}`

/** What the counters of a row hold of these types. */
const counted = (typeIds: readonly number[] | null): SQL =>
  typeIds === null
    ? sql`(select coalesce(sum(n), 0) from unnest(c.counts) n)`
    : typeIds.length === 0
      ? sql`0`
      : sql`(${sql.join(
          typeIds.map((id) => sql`coalesce(c.counts[${sql.raw(String(Math.trunc(id)))}], 0)`),
          sql` + `,
        )})`

/** The institutions of the caller that have events in a span, as the counters know them. */
const institutionsIn = (visibility: Visibility, { from, to }: Span, typeIds: readonly number[] | null): SQL => sql`
  select distinct c.institution_key as key from incident.event_count c
  where ${scopeOf(visibility, sql`c.institution_key`)} and c.institution_key <> ${NO_INSTITUTION}
    and c.bucket >= ${sqlInstant(new Date(Math.floor(from.getTime() / BUCKET_MS) * BUCKET_MS))}
    and c.bucket < ${sqlInstant(to)} and ${counted(typeIds)} > 0`

/** The ATM of an agent id as a condition on events, which is one range of their index by ATM. */
const ofAtm = (visibility: Visibility, agentAtmId: string): SQL =>
  sql`e.atm_id = (select a.id from incident.atm a where a.agent_atm_id = ${agentAtmId})
    and ${scopeOf(visibility, sql`e.institution_key`)}`

const countRows = async (tx: TenantTx, which: SQL): Promise<number> => {
  const [row] = await tx.execute<{ n: number }>(sql`select count(*)::float8 as n from incident.event e where ${which}`)
  return row?.n ?? 0
}

/**
 * How many events there are in a span: of the caller whole quarters of an hour by the counters, and the rest one by
 * one. Exact, late events included.
 */
export const countFleetEvents = async (
  tx: TenantTx,
  visibility: Visibility,
  span: Span,
  { typeIds, agentAtmId }: FleetEventFilter,
): Promise<number> => {
  if (agentAtmId !== null)
    return countRows(tx, sql`${ofAtm(visibility, agentAtmId)} and ${inSpan(span)} and ${ofTypes(typeIds)}`)
  const first = Math.ceil(span.from.getTime() / BUCKET_MS) * BUCKET_MS
  const last = Math.floor(span.to.getTime() / BUCKET_MS) * BUCKET_MS
  const edge = (from: number, to: number) =>
    countEdge(tx, visibility, { from: new Date(from), to: new Date(to) }, typeIds)
  if (first >= last) return edge(span.from.getTime(), span.to.getTime())
  const [row] = await tx.execute<{ n: number }>(sql`
    select coalesce(sum(${counted(typeIds)}), 0)::float8 as n from incident.event_count c
    where ${scopeOf(visibility, sql`c.institution_key`)} and c.bucket >= ${sqlInstant(new Date(first))}
      and c.bucket < ${sqlInstant(new Date(last))}`)
  const before = first === span.from.getTime() ? 0 : await edge(span.from.getTime(), first)
  const after = last === span.to.getTime() ? 0 : await edge(last, span.to.getTime())
  return (row?.n ?? 0) + before + after
}

/** Events of a short span, one by one: a range of the index of each institution that has any in it. */
const countEdge = async (
  tx: TenantTx,
  visibility: Visibility,
  span: Span,
  typeIds: readonly number[] | null,
): Promise<number> => {
  const which = sql`${inSpan(span)} and ${ofTypes(typeIds)}`
  const [row] = await tx.execute<{ n: number }>(sql`
    select coalesce(sum(r.n), 0)::float8 as n from (${institutionsIn(visibility, span, typeIds)}) i
    cross join lateral (
      select count(*) as n from incident.event e where e.institution_key = i.key and ${which} offset 0) r`)
  const ofNone = visibility.unrestricted ? await countRows(tx, sql`e.institution_key is null and ${which}`) : 0
  return (row?.n ?? 0) + ofNone
}

type ListedEvent = EventRow & { readonly at: string }

/** A part of a list of events, newest first: those of a span that come after a cursor. */
export const listFleetEvents = async (
  tx: TenantTx,
  visibility: Visibility,
  span: Span,
  { typeIds, agentAtmId }: FleetEventFilter,
  { after, limit }: { readonly after: EventCursor | null; readonly limit: number },
): Promise<ListedEvent[]> => {
  const left =
    after === null
      ? sql`true`
      : sql`(e.occurred_at, e.id) < (${after.occurredAt}::text::timestamptz, ${after.id}::bigint)`
  const which = sql`${inSpan(span)} and ${left} and ${ofTypes(typeIds)}`
  const newest = (scope: SQL) => sql`
    select e.id, e.received_at, e.occurred_at from incident.event e where ${scope} and ${which}
    order by e.occurred_at desc, e.id desc limit ${limit}::int`
  // Each institution's newest are the beginning of a range of its index; a list of all of them is merged from these.
  const found =
    agentAtmId === null
      ? sql`select p.* from (
            select p.* from (${institutionsIn(visibility, span, typeIds)}) i
            cross join lateral (${newest(sql`e.institution_key = i.key`)}) p
            ${visibility.unrestricted ? sql`union all (${newest(sql`e.institution_key is null`)})` : sql``}) p
          order by p.occurred_at desc, p.id desc limit ${limit}::int`
      : newest(ofAtm(visibility, agentAtmId))
  const rows = await tx.execute<ListedEvent>(sql`
    select ${EVENT_COLUMNS}, e.occurred_at::text as at from (${found}) p
    join incident.event e on e.id = p.id and e.received_at = p.received_at
    order by e.occurred_at desc, e.id desc`)
  return [...rows]
}
