import { sql } from 'drizzle-orm'
import { createSentColumns } from '../../db/columns.ts'
import { scopeOf } from '../../db/scope.ts'
import type { PlatformTx, TenantTx, Visibility } from '../../db/tenancy.ts'

/** An operation by what it asks for. */
export type UsedOperation = {
  /** SHA-256 of its name and coordinates, in hexadecimal digits. */
  readonly id: string
  /** The name that its client gave it; empty for one without, or with as many digits as a card number may have. */
  readonly name: string
  readonly coordinates: readonly string[]
}

/** The id of all operations of an institution together that are not recorded one by one, with what any of them uses. */
export const OTHERS = ''

/** Calls of an operation. */
export type OperationCalls = {
  /** Empty for callers of several institutions, or of all. */
  readonly institutionKey: string
  readonly operation: UsedOperation
  readonly calls: number
}

/** Operations of one institution that are recorded one by one. */
export const MAX_STORED_OPERATIONS = 500

const callColumns = createSentColumns<OperationCalls>({
  institution_key: ['text', ({ institutionKey }) => institutionKey],
  id: ['text', ({ operation }) => operation.id],
  name: ['text', ({ operation }) => operation.name],
  coordinates: ['jsonb', ({ operation }) => JSON.stringify(operation.coordinates)],
  calls: ['bigint', ({ calls }) => calls],
})

/**
 * Makes known operations that are new, the most called first, as far as their institution may have more. What the
 * others use is added up.
 */
export const insertOperations = async (tx: PlatformTx, calls: readonly OperationCalls[]): Promise<void> => {
  // Two processes at once would both find room for the last one.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('graph.operation', 0))`)
  await tx.execute(sql`
    insert into graph.operation (institution_key, id, name, coordinates)
    select n.institution_key, n.id, n.name, array(select jsonb_array_elements_text(n.coordinates))
    from (
      select v.*, row_number() over (partition by v.institution_key order by v.calls desc, v.id)
        + (select count(*) from graph.operation o where o.institution_key = v.institution_key and o.id <> ${OTHERS})
        as place
      from ${callColumns.of(calls)}
      where v.id <> ${OTHERS} and not exists (
        select from graph.operation o where o.institution_key = v.institution_key and o.id = v.id)
    ) n
    where n.place <= ${MAX_STORED_OPERATIONS}
    order by n.institution_key, n.id
    on conflict do nothing`)
  await tx.execute(sql`
    insert into graph.operation (institution_key, id, name, coordinates)
    select v.institution_key, ${OTHERS}, '', array_agg(distinct c.coordinate order by c.coordinate)
    from ${callColumns.of(calls)}
    cross join lateral jsonb_array_elements_text(v.coordinates) as c (coordinate)
    where v.id = ${OTHERS} or not exists (
      select from graph.operation o where o.institution_key = v.institution_key and o.id = v.id)
    group by v.institution_key order by v.institution_key
    on conflict (institution_key, id) do update set
      coordinates = array(select distinct unnest(operation.coordinates || excluded.coordinates) order by 1)`)
}

/** Adds calls to those of a day (YYYY-MM-DD); those of operations that are not known are added up. */
export const updateCalls = async (tx: PlatformTx, day: string, calls: readonly OperationCalls[]): Promise<void> => {
  await tx.execute(sql`
    insert into graph.use (institution_key, operation_id, day, calls)
    select v.institution_key, coalesce(o.id, ${OTHERS}) as operation_id, ${day}::date, sum(v.calls)
    from ${callColumns.of(calls)}
    left join graph.operation o on o.institution_key = v.institution_key and o.id = v.id
    group by 1, 2 order by 1, 2
    on conflict (institution_key, operation_id, day) do update set calls = use.calls + excluded.calls`)
}

/** Forgets calls before a day (YYYY-MM-DD), and operations without any. */
export const deleteUsageBefore = async (tx: PlatformTx, day: string): Promise<void> => {
  await tx.execute(sql`delete from graph.use where day < ${day}::date`)
  await tx.execute(sql`
    delete from graph.operation o where not exists (
      select from graph.use u where u.institution_key = o.institution_key and u.operation_id = o.id)`)
}

/** How often an operation was called, by all institutions of the caller together. */
export type OperationUsage = UsedOperation & {
  readonly calls: number
  readonly institutions: number
  /** YYYY-MM-DD. */
  readonly lastUsedOn: string
}

/** The operations that the caller's institutions sent since a day, the most called first. */
export const listOperationUsage = async (
  tx: TenantTx,
  visibility: Visibility,
  { since, limit }: { readonly since: string; readonly limit: number },
): Promise<OperationUsage[]> => {
  const rows = await tx.execute<{
    id: string
    name: string
    coordinates: string[]
    calls: string
    institutions: number
    last_day: string
  }>(sql`
    select o.id, o.name, to_jsonb(o.coordinates) as coordinates, sum(u.calls)::text as calls,
      count(distinct u.institution_key)::int as institutions, max(u.day)::text as last_day
    from graph.use u join graph.operation o on o.institution_key = u.institution_key and o.id = u.operation_id
    where u.day >= ${since}::date and o.id <> ${OTHERS} and ${scopeOf(visibility, sql`u.institution_key`)}
    group by o.id, o.name, o.coordinates
    order by sum(u.calls) desc, o.id
    limit ${limit}`)
  return rows.map(({ calls, last_day, ...row }) => ({ ...row, calls: Number(calls), lastUsedOn: last_day }))
}

/** How often something of the graph was used, by all institutions of the caller together. */
export type FieldUsage = {
  readonly coordinate: string
  /** Calls of operations that use it; those that are not recorded one by one count as if each used it. */
  readonly calls: number
  /** YYYY-MM-DD. */
  readonly lastUsedOn: string
}

/** What any operation of the caller's institutions used since a day, the most used first. */
export const listFieldUsage = async (tx: TenantTx, visibility: Visibility, since: string): Promise<FieldUsage[]> => {
  const rows = await tx.execute<{ coordinate: string; calls: string; last_day: string }>(sql`
    select c.coordinate, sum(t.calls)::text as calls, max(t.last_day)::text as last_day
    from (
      select u.institution_key, u.operation_id, sum(u.calls) as calls, max(u.day) as last_day
      from graph.use u
      where u.day >= ${since}::date and ${scopeOf(visibility, sql`u.institution_key`)}
      group by 1, 2
    ) t
    join graph.operation o on o.institution_key = t.institution_key and o.id = t.operation_id
    cross join lateral unnest(o.coordinates) as c (coordinate)
    group by c.coordinate
    order by sum(t.calls) desc, c.coordinate collate "C"`)
  return rows.map(({ coordinate, calls, last_day }) => ({ coordinate, calls: Number(calls), lastUsedOn: last_day }))
}

/** The first day with calls of the caller's institutions, and how many of operations that are not recorded. */
export const findUsageTotals = async (
  tx: TenantTx,
  visibility: Visibility,
  since: string,
): Promise<{ readonly from: string | null; readonly unrecordedCalls: number }> => {
  const [row] = await tx.execute<{ first_day: string | null; unrecorded: string }>(sql`
    select min(u.day)::text as first_day,
      coalesce(sum(u.calls) filter (where u.operation_id = ${OTHERS}), 0)::text as unrecorded
    from graph.use u
    where u.day >= ${since}::date and ${scopeOf(visibility, sql`u.institution_key`)}`)
  return { from: row?.first_day ?? null, unrecordedCalls: Number(row?.unrecorded ?? 0) }
}
