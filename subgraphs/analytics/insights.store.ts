import { and, asc, count, desc, eq, gt, isNull, or, sql } from 'drizzle-orm'
import { type InsightRow, insight } from '../../db/analytics/insight.ts'
import { snapshot } from '../../db/analytics/snapshot.ts'
import type { PlatformTx, TenantTx } from '../../db/tenancy.ts'
import type { PageRequest, Sorting } from '../kit/common/paging.ts'

const SORT_COLUMNS = {
  id: insight.id,
  published_at: insight.publishedAt,
  expires_at: insight.expiresAt,
  acknowledged_at: insight.acknowledgedAt,
  category: insight.category,
  severity: sql`array_position(array['INFO', 'WARNING', 'CRITICAL'], ${insight.severity})`,
  title: insight.title,
  publishedAt: insight.publishedAt,
  expiresAt: insight.expiresAt,
  acknowledgedAt: insight.acknowledgedAt,
}
type InsightColumn = (typeof SORT_COLUMNS)[keyof typeof SORT_COLUMNS]

/** How insights may be sorted, under the names of REST and of the graph. */
export const INSIGHT_SORTING: Sorting<InsightColumn> = {
  sortable: SORT_COLUMNS,
  defaultSort: ['published_at,desc'],
  tieBreak: { column: insight.id, descending: true },
}

export type InsightFilter = {
  readonly category?: InsightRow['category'] | null | undefined
  readonly severity?: InsightRow['severity'] | null | undefined
  readonly acknowledged?: boolean | null | undefined
}

/** A page of insights and how many there are. */
export const listInsightPage = async (
  tx: TenantTx,
  { category, severity, acknowledged }: InsightFilter,
  request: PageRequest<InsightColumn>,
): Promise<{ rows: InsightRow[]; total: number }> => {
  const matching = and(
    category ? eq(insight.category, category) : undefined,
    severity ? eq(insight.severity, severity) : undefined,
    typeof acknowledged === 'boolean' ? eq(insight.acknowledged, acknowledged) : undefined,
  )
  const order = request.order.map(({ column, descending }) => (descending ? desc(column) : asc(column)))
  const [rows, totals] = await Promise.all([
    tx
      .select()
      .from(insight)
      .where(matching)
      .orderBy(...order)
      .limit(request.size)
      .offset(request.offset),
    tx.select({ total: count() }).from(insight).where(matching),
  ])
  return { rows, total: totals[0]?.total ?? 0 }
}

const isActive = (now: Date) =>
  and(isNull(insight.acknowledgedAt), or(isNull(insight.expiresAt), gt(insight.expiresAt, now)))

/** Insights that are neither acknowledged nor expired, newest first. */
export const listActiveInsights = (tx: TenantTx, now: Date): Promise<InsightRow[]> =>
  tx.select().from(insight).where(isActive(now)).orderBy(desc(insight.publishedAt), desc(insight.id))

/** The newest snapshot of the fleet, for any caller; null where there is none. */
export const findLatestFleetSnapshotId = async (tx: TenantTx): Promise<number | null> => {
  const [row] = await tx.execute<{ id: string | null }>(sql`select analytics.latest_fleet_snapshot()::text as id`)
  return row === undefined || row.id === null ? null : Number(row.id)
}

/** Whether there is a snapshot of this id: of the fleet, or one that the transaction may see. */
export const hasSnapshot = async (tx: TenantTx, id: number): Promise<boolean> => {
  const [row] = await tx.execute<{ known: boolean }>(sql`
    select analytics.is_fleet_snapshot(${id}::text::bigint)
      or exists (select from ${snapshot} where ${snapshot.id} = ${id}::text::bigint) as known`)
  return row?.known === true
}

/** What an insight begins with. */
export type NewInsight = Pick<InsightRow, 'category' | 'severity' | 'title' | 'body' | 'snapshotId' | 'publishedAt'> & {
  readonly expiresAt: Date | null
}

export const insertInsight = async (tx: TenantTx, values: NewInsight): Promise<InsightRow> => {
  const [row] = await tx.insert(insight).values(values).returning()
  if (row === undefined) throw new Error('The insight was not stored.')
  return row
}

/** Who acknowledges, and when. */
export type Acknowledgement = { readonly at: Date; readonly by: string }

/** Whether an insight is acknowledged, under its lock; null where there is no such insight. */
export const isAcknowledged = async (tx: TenantTx, id: number): Promise<boolean | null> => {
  const [row] = await tx
    .select({ acknowledged: insight.acknowledged })
    .from(insight)
    .where(eq(insight.id, id))
    .for('update')
  return row?.acknowledged ?? null
}

/** Acknowledges one; who was first stays. Null where there is no such insight. */
export const updateAcknowledged = async (
  tx: TenantTx,
  id: number,
  { at, by }: Acknowledgement,
): Promise<InsightRow | null> => {
  const [row] = await tx
    .update(insight)
    .set({
      acknowledgedAt: sql`coalesce(${insight.acknowledgedAt}, ${at}::timestamptz)`,
      acknowledgedByUserId: sql`coalesce(${insight.acknowledgedByUserId}, ${by})`,
    })
    .where(eq(insight.id, id))
    .returning()
  return row ?? null
}

/** Acknowledges all that are active at that moment; how many these were. */
export const updateActiveAcknowledged = async (tx: TenantTx, { at, by }: Acknowledgement): Promise<number> => {
  const rows = await tx
    .update(insight)
    .set({ acknowledgedAt: at, acknowledgedByUserId: by })
    .where(isActive(at))
    .returning({ id: insight.id })
  return rows.length
}

/** Deletes up to `limit` insights that were acknowledged before; how many these were. */
export const deleteAcknowledgedInsights = async (tx: PlatformTx, before: Date, limit: number): Promise<number> => {
  const [row] = await tx.execute<{ gone: number }>(sql`
    with gone as (
      delete from analytics.insight where id in (
        select id from analytics.insight where acknowledged_at < ${before}::timestamptz order by acknowledged_at
        limit ${limit}::int)
      returning 1
    )
    select count(*)::int as gone from gone`)
  return row?.gone ?? 0
}

/** Deletes up to `limit` insights that were published before a day, acknowledged or not; how many went. */
export const deleteInsights = async (tx: PlatformTx, before: string, limit: number): Promise<number> => {
  const rows = await tx.execute(sql`
    delete from analytics.insight where id in (
      select id from analytics.insight where published_at < ${before}::text::date::timestamptz
      order by published_at limit ${limit}::int)
    returning 1`)
  return rows.length
}
