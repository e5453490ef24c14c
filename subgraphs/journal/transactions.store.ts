import { and, asc, count, desc, eq, gte, lt, type SQL, sql } from 'drizzle-orm'
import { unionAll } from 'drizzle-orm/pg-core'
import { type TransactionRow, transactionAll, transactionHot } from '../../db/journal/transaction.ts'
import type { TenantTx, Visibility } from '../../db/tenancy.ts'
import { addDays } from '../kit/dates.ts'
import type { PageRequest } from '../kit/paging.ts'
import { branchesOf } from './pages.rules.ts'

/** Local days, both inclusive. */
export type DateRange = { readonly dateFrom: string; readonly dateTo: string }

/** What a list of transactions is limited to. */
export type TransactionFilter = DateRange & {
  readonly agentAtmId: string | null
  readonly atmId: number | null
  readonly verdict: 'APPROVED' | 'DECLINED' | null
  readonly cardLast4: string | null
  readonly amountMinor: bigint | null
}

/** The fields that transactions are sorted by. */
export type TransactionSort = 'id' | 'startedAt' | 'amountMinor'

/** True if the hot table holds every transaction of the day and later ones. */
export const isHot = async (tx: TenantTx, day: string): Promise<boolean> => {
  const [row] = await tx.execute<{ hot: boolean }>(
    sql`select ${day}::text::date::timestamp >= hot_from as hot from journal.hot_boundary`,
  )
  return row?.hot ?? true
}

type TransactionTable = typeof transactionHot | typeof transactionAll

const tableOf = (hotOnly: boolean): TransactionTable => (hotOnly ? transactionHot : transactionAll)

const conditions = (table: TransactionTable, filter: TransactionFilter): (SQL | undefined)[] => [
  gte(table.startedAt, `${filter.dateFrom}T00:00:00`),
  lt(table.startedAt, `${addDays(filter.dateTo, 1)}T00:00:00`),
  filter.agentAtmId === null ? undefined : eq(table.agentAtmId, filter.agentAtmId),
  filter.atmId === null ? undefined : eq(table.atmId, filter.atmId),
  filter.verdict === null ? undefined : eq(table.verdict, filter.verdict),
  filter.cardLast4 === null ? undefined : eq(table.cardLast4, filter.cardLast4),
  filter.amountMinor === null ? undefined : eq(table.amountMinor, filter.amountMinor),
]

/** One page of transactions; `hotOnly` if the hot table holds the whole range. */
export const listTransactions = async (
  tx: TenantTx,
  visibility: Visibility,
  filter: TransactionFilter,
  page: PageRequest<TransactionSort>,
  hotOnly: boolean,
): Promise<TransactionRow[]> => {
  const table = tableOf(hotOnly)
  const order = page.order.map(({ column, descending }) => (descending ? desc : asc)(table[column]))
  const read = (institutionKey: string | null, limit = page.offset + page.size, offset = 0) =>
    tx
      .select()
      .from(table)
      .where(
        and(
          ...conditions(table, filter),
          institutionKey === null ? undefined : eq(table.institutionKey, institutionKey),
        ),
      )
      .orderBy(...order)
      .limit(limit)
      .offset(offset)
  const ofOneAtm = filter.agentAtmId !== null || filter.atmId !== null
  const [first = null, second, ...more] = branchesOf(visibility, ofOneAtm) ?? []
  if (second === undefined) return read(first, page.size, page.offset)
  const found = unionAll(read(first), read(second), ...more.map((key) => read(key))).as('found')
  return tx
    .select()
    .from(found)
    .orderBy(...page.order.map(({ column, descending }) => (descending ? desc : asc)(found[column])))
    .limit(page.size)
    .offset(page.offset)
}

/** One day is asked for by equality, so that an index that begins with the day gives its rows in order. */
const onDays = ({ dateFrom, dateTo }: DateRange): SQL =>
  dateFrom === dateTo
    ? sql`day = ${dateFrom}::text::date`
    : sql`day between ${dateFrom}::text::date and ${dateTo}::text::date`

/** How many transactions there are in all: from the totals of the days, unless a card or an amount is asked for. */
export const countTransactions = async (tx: TenantTx, filter: TransactionFilter, hotOnly: boolean): Promise<number> => {
  if (filter.cardLast4 !== null || filter.amountMinor !== null) {
    const table = tableOf(hotOnly)
    const [row] = await tx
      .select({ total: count() })
      .from(table)
      .where(and(...conditions(table, filter)))
    return row?.total ?? 0
  }
  const column = { APPROVED: sql`successful`, DECLINED: sql`failed`, ANY: sql`transactions` }[filter.verdict ?? 'ANY']
  const [row] = await tx.execute<{ total: string }>(sql`
    select coalesce(sum(${column}), 0)::text as total from journal.atm_day_total
    where ${onDays(filter)}
      ${filter.atmId === null ? sql`` : sql`and atm_id = ${filter.atmId}::text::bigint`}
      ${filter.agentAtmId === null ? sql`` : sql`and agent_atm_id = ${filter.agentAtmId}`}`)
  return Number(row?.total ?? 0)
}

const ofAtm = (agentAtmId: string | null): SQL => (agentAtmId === null ? sql`` : sql`and agent_atm_id = ${agentAtmId}`)

/** Approved and declined transactions of some days. */
export type Summary = { readonly total: number; readonly successful: number; readonly failed: number }

/** The counts of the days, over every ATM that the transaction may see, or only the one with this agent id. */
export const findSummary = async (
  tx: TenantTx,
  range: DateRange,
  agentAtmId: string | null = null,
): Promise<Summary> => {
  const [row] = await tx.execute<{ successful: string; failed: string }>(sql`
    select coalesce(sum(successful), 0)::text as successful, coalesce(sum(failed), 0)::text as failed
    from journal.atm_day_total where ${onDays(range)} ${ofAtm(agentAtmId)}`)
  const [successful, failed] = [Number(row?.successful ?? 0), Number(row?.failed ?? 0)]
  return { total: successful + failed, successful, failed }
}

/** An ATM with its approved and declined transactions. */
export type TopAtm = { readonly atmId: number; readonly agentAtmId: string; readonly transactionCount: number }

/** The ATMs with the most approved and declined transactions of the days; only the one with this agent id, if it is given. */
export const listTopAtms = async (
  tx: TenantTx,
  range: DateRange,
  limit: number,
  agentAtmId: string | null = null,
): Promise<TopAtm[]> => {
  // A day has one row an ATM, so nothing has to be added up.
  const ofOneDay = sql`
    select atm_id, successful + failed as total from journal.atm_day_total
    where ${onDays(range)} ${ofAtm(agentAtmId)} and successful + failed > 0 order by total desc, atm_id limit ${limit}`
  const ofManyDays = sql`
    select atm_id, sum(successful + failed) as total from journal.atm_day_total
    where ${onDays(range)} ${ofAtm(agentAtmId)} group by atm_id having sum(successful + failed) > 0 order by total desc, atm_id limit ${limit}`
  const rows = await tx.execute<{ atm_id: string; agent_atm_id: string; total: string }>(sql`
    with most as (${range.dateFrom === range.dateTo ? ofOneDay : ofManyDays})
    select m.atm_id::text, t.agent_atm_id, m.total::text from most m cross join lateral (
      select agent_atm_id from journal.atm_day_total where atm_id = m.atm_id order by day desc limit 1
    ) t order by m.total desc, m.atm_id`)
  return rows.map((row) => ({
    atmId: Number(row.atm_id),
    agentAtmId: row.agent_atm_id,
    transactionCount: Number(row.total),
  }))
}
