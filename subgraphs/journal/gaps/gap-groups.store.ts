import { and, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { type GroupColumns, groupCondition } from '../../../db/atm-attributes.ts'
import { createSentColumns } from '../../../db/columns.ts'
import { scopeOf } from '../../../db/scope.ts'
import type { PlatformTx, TenantTx, Visibility } from '../../../db/tenancy.ts'
import {
  ATM_GROUPINGS,
  type AtmGroupFilter,
  type AtmGrouping,
  columnOf,
  type GroupAttribute,
} from '../../../schema/atm-attributes.rules.ts'

const MAX_GROUPS = 500

/** What an ATM is grouped by, as the incident service has it now. */
export type GroupedAtm = {
  readonly atmId: number
  readonly institutionKey: string
  readonly edition: number
  readonly groups: Readonly<Record<Exclude<GroupAttribute, 'tags'>, string | null>> & {
    readonly tags: readonly string[] | null
  }
}

const GROUPED_ATMS = createSentColumns<GroupedAtm>({
  atm_id: ['bigint', ({ atmId }) => atmId],
  institution_key: ['text', ({ institutionKey }) => institutionKey],
  vendor: ['text', ({ groups }) => groups.vendor],
  model: ['text', ({ groups }) => groups.model],
  site_name: ['text', ({ groups }) => groups.siteName],
  region: ['text', ({ groups }) => groups.region],
  cost_centre: ['text', ({ groups }) => groups.costCentre],
  criticality: ['text', ({ groups }) => groups.criticality],
  tags: ['jsonb', ({ groups: { tags } }) => (tags === null || tags.length === 0 ? null : JSON.stringify(tags))],
  edition: ['bigint', ({ edition }) => edition],
})

/**
 * Takes over what ATMs are grouped by; an older edition does not replace a newer one. Returns the ids of those of which
 * a newer one is held. The rows stay locked until the transaction ends, so none becomes newer meanwhile.
 */
export const updateAtmGroups = async (tx: PlatformTx, atms: readonly GroupedAtm[]): Promise<ReadonlySet<number>> => {
  const given = GROUPED_ATMS.of(atms)
  await tx.execute(sql`
    insert into journal.atm_group as g (${sql.raw(GROUPED_ATMS.names())})
    select ${sql.raw(GROUPED_ATMS.each((name) => `v.${name}`))} from ${given} order by v.atm_id
    on conflict (atm_id) do update set ${sql.raw(GROUPED_ATMS.each((name) => `${name} = excluded.${name}`, 'atm_id'))}
    where g.edition < excluded.edition`)
  // A statement of its own: it sees what another transaction has committed while this one waited for its rows.
  const rows = await tx.execute<{ id: number }>(sql`
    select v.atm_id::float8 as id from ${given} join journal.atm_group g on g.atm_id = v.atm_id
    where g.edition > v.edition`)
  return new Set(rows.map(({ id }) => id))
}

const GROUP_COLUMNS: GroupColumns = {
  valueOf: (name) => sql.raw(`grouped.${columnOf(name)}`),
  tags: sql`grouped.tags`,
  hasTag: (tag) => sql`grouped.tags @> ${JSON.stringify([tag])}::text::jsonb`,
}

/** The ATMs that have sent a journal, with what they are grouped by. */
const ATMS = sql`journal.atm_journal expected left join journal.atm_group grouped on grouped.atm_id = expected.atm_id`

/**
 * Limits the rows of another table to ATMs of a group that the caller sees, by its column of numeric ids; undefined
 * where a filter asks for nothing. Of all institutions, the ATMs are read once, as a case keeps the statement from
 * being planned as a join: that looks up the ATM of each row, and of a group whose ATMs have no such rows it looks up
 * all.
 */
export const isOfAtmsOfGroup = (atmId: SQLWrapper, filter: AtmGroupFilter, visibility: Visibility): SQL | undefined => {
  const condition = groupCondition(filter, GROUP_COLUMNS)
  if (condition === undefined) return undefined
  const isOfGroup = sql`${atmId} in (
    select expected.atm_id from ${ATMS}
    where ${scopeOf(visibility, sql`expected.institution_key`)} and ${condition})`
  return visibility.unrestricted ? sql`case when ${isOfGroup} then true end` : isOfGroup
}

/** Which gaps are counted: their state is a part of the statement, days are inclusive. */
export type CountedGaps = {
  readonly state: SQL | undefined
  readonly agentAtmId: string | null
  readonly dateFrom: string | null
  readonly dateTo: string | null
}

/** ATMs of the same value, with their gaps; null for those without one. */
export type GapGroupRow = {
  readonly value: string | null
  readonly atms: number
  readonly atmsWithGap: number
  readonly gaps: number
}

/**
 * Gaps by an attribute of their ATMs, those with most first. An ATM with several tags counts with each. First the gaps
 * of each ATM are counted, so that attributes are read once for each ATM.
 */
export const countGapGroups = async (
  tx: TenantTx,
  visibility: Visibility,
  by: AtmGrouping,
  { state, agentAtmId, dateFrom, dateTo }: CountedGaps,
): Promise<GapGroupRow[]> => {
  const name = ATM_GROUPINGS[by]
  const [value, tags] =
    name === 'tags'
      ? [sql`tag.value`, sql`left join lateral jsonb_array_elements_text(grouped.tags) tag(value) on true`]
      : [GROUP_COLUMNS.valueOf(name), sql``]
  const counted = and(
    scopeOf(visibility, sql`institution_key`),
    state,
    agentAtmId === null ? undefined : sql`agent_atm_id = ${agentAtmId}`,
    dateFrom === null ? undefined : sql`gap_date >= ${dateFrom}::text::date`,
    dateTo === null ? undefined : sql`gap_date <= ${dateTo}::text::date`,
  )
  const rows = await tx.execute<GapGroupRow>(sql`
    with missing as materialized (
      select atm_id, count(*)::int as gaps from journal.gap where ${counted} group by atm_id
    )
    select ${value} as value,
      (count(*) filter (where not expected.retired and expected.first_date < 'infinity'))::int as atms,
      count(missing.atm_id)::int as "atmsWithGap", coalesce(sum(missing.gaps), 0)::float8 as gaps
    from ${ATMS} left join missing on missing.atm_id = expected.atm_id ${tags}
    where ${scopeOf(visibility, sql`expected.institution_key`)}
      and ${agentAtmId === null ? sql`true` : sql`expected.agent_atm_id = ${agentAtmId}`}
      and (missing.atm_id is not null or (not expected.retired and expected.first_date < 'infinity'))
    group by 1 order by 4 desc, 1 nulls last limit ${MAX_GROUPS}::int`)
  return [...rows]
}
