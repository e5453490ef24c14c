import { type SQL, sql } from 'drizzle-orm'
import { sqlArray } from '../../../db/arrays.ts'
import { createSentColumns } from '../../../db/columns.ts'
import { sqlInstant } from '../../../db/instants.ts'
import type { PlatformTx } from '../../../db/tenancy.ts'
import type { Period } from '../model/counted-incidents.store.ts'
import type { ServiceState } from '../model/service-state.rules.ts'
import type { Sums } from './availability.rules.ts'
import { SUM_COLUMNS } from './running-sums.store.ts'
import type { PastSpan, PastState, SampledAtm } from './walked-time.rules.ts'

/** ATMs of each state, interrupted or not. */
const OF_EACH = 5

const ms = (at: SQL): SQL => sql`round(date_part('epoch', ${at}) * 1000)::float8`

type Sampled = Pick<SampledAtm, 'atmId' | 'institutionKey'>
const keyOf = ({ atmId, institutionKey }: Sampled): string => `${atmId} ${institutionKey}`

const SAMPLED = createSentColumns<Sampled>({
  atm_id: ['bigint', ({ atmId }) => atmId],
  institution_key: ['text', ({ institutionKey }) => institutionKey],
})

/** Some ATMs of each state at an instant of sums, those in maintenance or unreachable as well; others by each seed. */
const listSampled = async (tx: PlatformTx, at: Date, seed: number): Promise<Sampled[]> => [
  ...(await tx.execute<Sampled>(sql`
    select atm_id::float8 as "atmId", institution_key as "institutionKey" from (
      select atm_id, institution_key, row_number() over (partition by state, interrupted
        order by hashtextextended(atm_id || ' ' || institution_key, ${String(seed)}::text::bigint)) as n
      from incident.availability_sum where at = ${sqlInstant(at)}) s
    where n <= ${OF_EACH}::int`)),
]

const listSums = async (tx: PlatformTx, sampled: readonly Sampled[], { from, to }: Period) => [
  ...(await tx.execute<Sampled & Sums & { readonly at: number }>(sql`
    select ${ms(sql`i.at`)} as at, m.atm_id::float8 as "atmId", m.institution_key as "institutionKey", ${SUM_COLUMNS}
    from incident.availability_instant i cross join (select * from ${SAMPLED.of(sampled)}) v
    join incident.availability_sum m
      on m.at = i.at and m.institution_key = v.institution_key and m.atm_id = v.atm_id
    where i.at >= ${sqlInstant(from)} and i.at <= ${sqlInstant(to)}`)),
]

/** What lasted of the ATMs in a period. A span without an institution counts for each. */
const listSpans = async (
  tx: PlatformTx,
  sampled: readonly Sampled[],
  { from, to }: Period,
  connectedWithinMs: number,
) => {
  const atmIds = sqlArray(
    sampled.map(({ atmId }) => atmId),
    'bigint',
  )
  const lost = (heardAt: SQL) => sql`${heardAt} + ${connectedWithinMs}::float8 * interval '1 millisecond'`
  return [
    ...(await tx.execute<Sampled & PastSpan>(sql`
      select v.atm_id::float8 as "atmId", v.institution_key as "institutionKey", s.kind,
        ${ms(sql`s.from_at`)} as "from", ${ms(sql`s.to_at`)} as "to"
      from (select * from ${SAMPLED.of(sampled)}) v join (
        select atm_id, institution_key, 'held' as kind, from_at, to_at
          from incident.former_assignment where atm_id = any (${atmIds})
        union all select atm_id, institution_key, 'silent', ${lost(sql`heard_at`)}, to_at
          from incident.former_assignment where atm_id = any (${atmIds})
        union all select id, institution_key, 'held', coalesce(assigned_at, registered_at), 'infinity'
          from incident.atm where id = any (${atmIds})
        union all select id, institution_key, 'silent', ${lost(sql`last_heartbeat_at`)}, 'infinity'
          from incident.atm where id = any (${atmIds})
        union all select atm_id, null, 'silent', lost_at, heard_at
          from incident.atm_silence where atm_id = any (${atmIds})
        union all select atm_id, null, 'retired', from_at, to_at
          from incident.atm_retirement where atm_id = any (${atmIds})
        union all select atm_id, institution_key, 'maintained', starts_at, ends_at
          from incident.atm_maintenance where atm_id = any (${atmIds}) and institution_key is not null
        ) s on s.atm_id = v.atm_id and coalesce(s.institution_key, v.institution_key) = v.institution_key
      where s.from_at < ${sqlInstant(to)} and s.to_at > ${sqlInstant(from)} and s.from_at < s.to_at
      union all
      select v.atm_id::float8, v.institution_key, 'deaf', ${ms(sql`d.from_at`)}, ${ms(sql`d.to_at`)}
      from (select * from ${SAMPLED.of(sampled)}) v cross join incident.deaf_period d
      where d.from_at < ${sqlInstant(to)} and d.to_at > ${sqlInstant(from)}`)),
  ]
}

/** The states of the ATMs in a period, in order; the first one of each is that before, which has no instant. */
const listStates = async (tx: PlatformTx, sampled: readonly Sampled[], { from, to }: Period) => {
  const start = sqlInstant(from)
  return [
    ...(await tx.execute<{ atmId: number; at: number | null; state: ServiceState }>(sql`
      select "atmId", at, state from (
        select a.id::float8 as "atmId", null::float8 as at, null::timestamptz as occurred_at, null::bigint as sequence,
          coalesce(
            (select to_state from incident.state_history where atm_id = a.id and occurred_at <= ${start}
              order by occurred_at desc, sequence desc limit 1),
            (select from_state from incident.state_history where atm_id = a.id and occurred_at > ${start}
              order by occurred_at, sequence limit 1), a.service_state) as state
        from incident.atm a where a.id in (select atm_id from ${SAMPLED.of(sampled)})
        union all
        select h.atm_id::float8, ${ms(sql`h.occurred_at`)}, h.occurred_at, h.sequence, h.to_state
        from incident.state_history h where h.atm_id in (select atm_id from ${SAMPLED.of(sampled)})
          and h.occurred_at > ${start} and h.occurred_at <= ${sqlInstant(to)}) s
      order by occurred_at nulls first, sequence`)),
  ]
}

/** Which ATMs are sampled, and of which time. `seed` is a whole number. */
export type SampleOptions = { readonly period: Period; readonly seed: number; readonly connectedWithinMs: number }

/** A sample of the ATMs that have sums at the end of a period, with these and what they have to come to. */
export const listSampledAtms = async (
  tx: PlatformTx,
  { period, seed, connectedWithinMs }: SampleOptions,
): Promise<SampledAtm[]> => {
  const sampled = await listSampled(tx, period.to, seed)
  const sums = Map.groupBy(await listSums(tx, sampled, period), keyOf)
  const spans = Map.groupBy(await listSpans(tx, sampled, period, connectedWithinMs), keyOf)
  const states = Map.groupBy(await listStates(tx, sampled, period), ({ atmId }) => atmId)
  return sampled.map((atm) => {
    const [first, ...later] = states.get(atm.atmId) ?? []
    return {
      ...atm,
      sums: new Map(sums.get(keyOf(atm))?.map((row) => [row.at, row])),
      past: {
        spans: spans.get(keyOf(atm)) ?? [],
        stateBefore: first?.state ?? 'UNKNOWN',
        states: later.flatMap(({ at, state }): PastState[] => (at === null ? [] : [{ at, state }])),
      },
    }
  })
}
