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

/** Calls of an operation, or of all that are not recorded one by one. */
export type OperationCalls = {
  /** Empty for callers of several institutions, or of all. */
  readonly institutionKey: string
  readonly operation: UsedOperation | null
  readonly calls: number
}

/** Operations of one institution that are recorded one by one. */
export const MAX_STORED_OPERATIONS = 500

type OperationRow = Pick<OperationCalls, 'institutionKey' | 'calls'> & { readonly operation: UsedOperation }

const operationColumns = createSentColumns<OperationRow>({
  institution_key: ['text', ({ institutionKey }) => institutionKey],
  id: ['text', ({ operation }) => operation.id],
  name: ['text', ({ operation }) => operation.name],
  coordinates: ['jsonb', ({ operation }) => JSON.stringify(operation.coordinates)],
  calls: ['bigint', ({ calls }) => calls],
})

const callColumns = createSentColumns<OperationCalls>({
  institution_key: ['text', ({ institutionKey }) => institutionKey],
  operation_id: ['text', ({ operation }) => operation?.id ?? ''],
  calls: ['bigint', ({ calls }) => calls],
})

/** Makes known operations that are new, the most called first, as far as their institution may have more. */
export const insertOperations = async (tx: PlatformTx, calls: readonly OperationCalls[]): Promise<void> => {
  const rows = calls.flatMap(({ operation, ...rest }) => (operation === null ? [] : [{ ...rest, operation }]))
  // Two processes at once would both find room for the last one.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('graph.operation', 0))`)
  await tx.execute(sql`
    insert into graph.operation (institution_key, id, name, coordinates)
    select n.institution_key, n.id, n.name, array(select jsonb_array_elements_text(n.coordinates))
    from (
      select v.*, row_number() over (partition by v.institution_key order by v.calls desc, v.id)
        + (select count(*) from graph.operation o where o.institution_key = v.institution_key) as place
      from ${operationColumns.of(rows)}
      where not exists (
        select from graph.operation o where o.institution_key = v.institution_key and o.id = v.id)
    ) n
    where n.place <= ${MAX_STORED_OPERATIONS}
    order by n.institution_key, n.id
    on conflict do nothing`)
}

/** Adds calls to those of a day (YYYY-MM-DD); those of operations that are not known are added up. */
export const updateCalls = async (tx: PlatformTx, day: string, calls: readonly OperationCalls[]): Promise<void> => {
  await tx.execute(sql`
    insert into graph.use (institution_key, operation_id, day, calls)
    select v.institution_key, coalesce(o.id, '') as operation_id, ${day}::date, sum(v.calls)
    from ${callColumns.of(calls)}
    left join graph.operation o on o.institution_key = v.institution_key and o.id = v.operation_id
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
    where u.day >= ${since}::date and ${scopeOf(visibility, sql`u.institution_key`)}
    group by o.id, o.name, o.coordinates
    order by sum(u.calls) desc, o.id
    limit ${limit}`)
  return rows.map(({ calls, last_day, ...row }) => ({ ...row, calls: Number(calls), lastUsedOn: last_day }))
}

/** The first day with calls of the caller's institutions, and how many of operations that are not recorded. */
export const findUsageTotals = async (
  tx: TenantTx,
  visibility: Visibility,
  since: string,
): Promise<{ readonly from: string | null; readonly unrecordedCalls: number }> => {
  const [row] = await tx.execute<{ first_day: string | null; unrecorded: string }>(sql`
    select min(u.day)::text as first_day,
      coalesce(sum(u.calls) filter (where u.operation_id = ''), 0)::text as unrecorded
    from graph.use u
    where u.day >= ${since}::date and ${scopeOf(visibility, sql`u.institution_key`)}`)
  return { from: row?.first_day ?? null, unrecordedCalls: Number(row?.unrecorded ?? 0) }
}
