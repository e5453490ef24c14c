import {
  type AnyColumn,
  and,
  arrayContains,
  asc,
  count,
  desc,
  eq,
  gte,
  isNull,
  lt,
  lte,
  or,
  type SQL,
  sql,
} from 'drizzle-orm'
import { unionAll } from 'drizzle-orm/pg-core'
import { transactionAll as all, type TransactionRow } from '../../../db/journal/transaction.ts'
import type { TenantTx, Visibility } from '../../../db/tenancy.ts'
import { addDays } from '../../kit/common/dates.ts'
import type { PageRequest } from '../../kit/common/paging.ts'
import { branchesOf } from '../model/pages.rules.ts'
import { beginsInOrder, followsInOrder, type PageOrder, type TransactionSort } from './transactions-order.ts'

/** Local days, both inclusive. */
export type DateRange = { readonly dateFrom: string; readonly dateTo: string }

/** What a list of transactions is limited to. */
export type TransactionFilter = DateRange & {
  readonly agentAtmId: string | null
  readonly atmId: number | null
  readonly kind: TransactionRow['kind'] | null
  readonly verdict: TransactionRow['verdict']
  readonly cashOutcome: TransactionRow['cashOutcome'] | null
  readonly cardLast4: string | null
  readonly reference: string | null
  readonly rrn: string | null
  readonly stan: string | null
  readonly authorisationCode: string | null
  readonly serial: string | null
  readonly terminalId: string | null
  /** `YYYY-MM-DD`. */
  readonly hostDate: string | null
  readonly accountTail: string | null
  readonly sessionId: number | null
  readonly conflict: TransactionRow['conflict'][number] | 'ANY' | null
  readonly hostCode: string | null
  readonly fileId: number | null
  readonly amountMinor: bigint | null
  readonly amountFromMinor: bigint | null
  readonly amountToMinor: bigint | null
}

/** A page of a list; with `after`, of what follows this row in the order. */
export type TransactionPage = Pick<PageRequest<TransactionSort>, 'size' | 'offset' | 'order'> & {
  readonly after: TransactionRow | null
}

type RangeFilter = 'dateFrom' | 'dateTo' | 'amountFromMinor' | 'amountToMinor'
type ComparedFilter = Exclude<keyof TransactionFilter, RangeFilter | 'sessionId' | 'conflict'>

/** The column that each filter is compared with. */
const COMPARED: Readonly<Record<ComparedFilter, AnyColumn>> = {
  agentAtmId: all.agentAtmId,
  atmId: all.atmId,
  kind: all.kind,
  verdict: all.verdict,
  cashOutcome: all.cashOutcome,
  cardLast4: all.cardLast4,
  reference: all.reference,
  rrn: all.rrn,
  stan: all.stan,
  authorisationCode: all.authorisationCode,
  serial: all.serial,
  terminalId: all.terminalId,
  hostDate: all.hostDate,
  accountTail: all.accountTail,
  hostCode: all.hostCode,
  fileId: all.fileId,
  amountMinor: all.amountMinor,
}

const compared = (filter: TransactionFilter): SQL[] => {
  const columns: Readonly<Record<string, AnyColumn>> = COMPARED
  return Object.entries(filter).flatMap(([name, value]) => {
    const column = columns[name]
    return column === undefined || value === null ? [] : [eq(column, value)]
  })
}

/** The attempts of a session: the first by its own id, the others by what refers to it. */
const ofSession = (sessionId: number): SQL | undefined =>
  or(and(eq(all.id, sessionId), isNull(all.firstAttemptId)), eq(all.firstAttemptId, sessionId))

/** The first condition is that of an index of few rows. */
const withConflict = (conflict: NonNullable<TransactionFilter['conflict']>): SQL | undefined =>
  and(sql`${all.conflict} <> '{}'`, conflict === 'ANY' ? undefined : arrayContains(all.conflict, [conflict]))

const conditions = (filter: TransactionFilter): (SQL | undefined)[] => [
  gte(all.startedAt, `${filter.dateFrom}T00:00:00`),
  lt(all.startedAt, `${addDays(filter.dateTo, 1)}T00:00:00`),
  ...compared(filter),
  // Where it is printed it is the reference too, which has an index.
  filter.rrn === null ? undefined : eq(all.reference, filter.rrn),
  filter.sessionId === null ? undefined : ofSession(filter.sessionId),
  filter.conflict === null ? undefined : withConflict(filter.conflict),
  filter.amountFromMinor === null ? undefined : gte(all.amountMinor, filter.amountFromMinor),
  filter.amountToMinor === null ? undefined : lte(all.amountMinor, filter.amountToMinor),
]

/** Filters by which so little is found, by an index of their own, that it is sorted. */
const NARROW = [
  ...(['agentAtmId', 'atmId', 'cardLast4', 'reference', 'rrn', 'stan'] as const),
  ...(['authorisationCode', 'serial', 'terminalId', 'accountTail', 'sessionId'] as const),
] as const

const isNarrow = (filter: TransactionFilter): boolean => NARROW.some((name) => filter[name] !== null)

/** Index scans that one statement may merge: each costs a tenth of a millisecond to plan, needed or not. */
const MAX_MERGED = 40

const monthOf = (day: string): number => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7))

/** The institutions that are each read in order, as far as that is worth it: a scan for each of them and month. */
const branches = (visibility: Visibility, filter: TransactionFilter): readonly string[] => {
  const months = monthOf(filter.dateTo) - monthOf(filter.dateFrom) + 1
  const found = branchesOf(visibility, isNarrow(filter)) ?? []
  return found.length > 1 && found.length * months > MAX_MERGED ? [] : found
}

const inOrder = (columns: Record<TransactionSort, AnyColumn>, order: PageOrder): SQL[] =>
  order.map(({ column, descending }) => (descending ? desc : asc)(columns[column]))

/** The keys of a page in order. They come from an index alone, however many rows are passed over for them. */
const selectKeys = (tx: TenantTx, visibility: Visibility, filter: TransactionFilter, page: TransactionPage) => {
  // A column that nothing is sorted by would make the index insufficient.
  const needsAmount = page.order.some(({ column }) => column === 'amountMinor')
  const columns = {
    id: all.id,
    startedAt: all.startedAt,
    amountMinor: needsAmount ? all.amountMinor : sql<bigint | null>`null::bigint`.as('amount_minor'),
  }
  const wanted = [...conditions(filter), page.after === null ? undefined : followsInOrder(all, page.order, page.after)]
  const read = (institutionKey: string | null, limit = page.offset + page.size, offset = 0) =>
    tx
      .select(columns)
      .from(all)
      .where(and(...wanted, institutionKey === null ? undefined : eq(all.institutionKey, institutionKey)))
      .orderBy(...inOrder(all, page.order))
      .limit(limit)
      .offset(offset)
  const [first = null, second, ...more] = branches(visibility, filter)
  if (second === undefined) return read(first, page.size, page.offset).as('key')
  const found = unionAll(read(first), read(second), ...more.map((key) => read(key))).as('found')
  return tx
    .select()
    .from(found)
    .orderBy(...inOrder(found, page.order))
    .limit(page.size)
    .offset(page.offset)
    .as('key')
}

/**
 * The statement of a page. It reads hot and cold together, as months may move between any two statements; those that
 * lie outside its days are left out when it is planned.
 */
export const selectTransactions = (
  tx: TenantTx,
  visibility: Visibility,
  filter: TransactionFilter,
  page: TransactionPage,
) => {
  const key = selectKeys(tx, visibility, filter, page)
  const [from, to] = conditions(filter)
  // Where the page begins too: else a plan that merges keys and rows reads those of all pages before it.
  const begin = page.after === null ? undefined : beginsInOrder(all, page.order, page.after)
  const row = tx
    .select()
    .from(all)
    .where(and(eq(all.id, key.id), eq(all.startedAt, key.startedAt), from, to, begin))
    .as('row')
  return tx
    .select(row._.selectedFields)
    .from(key)
    .innerJoinLateral(row, sql`true`)
    .orderBy(...inOrder(key, page.order))
}

/** One page of transactions. */
export const listTransactions = async (
  tx: TenantTx,
  visibility: Visibility,
  filter: TransactionFilter,
  page: TransactionPage,
): Promise<TransactionRow[]> => selectTransactions(tx, visibility, filter, page)

/** The transaction with this id. It may lie in any month, each of which is asked by its primary key. */
export const findTransaction = async (tx: TenantTx, id: number): Promise<TransactionRow | null> => {
  const [row] = await tx.select().from(all).where(eq(all.id, id)).limit(1)
  return row ?? null
}

/** The attempts of the session of a transaction, in their order; of more than `most` those around it. */
export const listAttempts = async (
  tx: TenantTx,
  { fileId, sessionId, attemptNo }: TransactionRow,
  most: number,
): Promise<TransactionRow[]> => {
  const found = await tx
    .select()
    .from(all)
    .where(and(eq(all.fileId, fileId), ofSession(sessionId)))
    .orderBy(sql`abs(${all.attemptNo} - ${attemptNo})`, asc(all.firstLine))
    .limit(most)
  return found.sort((a, b) => a.attemptNo - b.attemptNo || a.firstLine - b.firstLine)
}

/** The transaction with this id, if it is of these days. */
export const findTransactionOf = async (
  tx: TenantTx,
  id: number,
  { dateFrom, dateTo }: DateRange,
): Promise<TransactionRow | null> => {
  const [row] = await tx
    .select()
    .from(all)
    .where(
      and(
        eq(all.id, id),
        gte(all.startedAt, `${dateFrom}T00:00:00`),
        lt(all.startedAt, `${addDays(dateTo, 1)}T00:00:00`),
      ),
    )
    .limit(1)
  return row ?? null
}

/** One day is asked for by equality, so that an index that begins with the day gives its rows in order. */
const onDays = ({ dateFrom, dateTo }: DateRange): SQL =>
  dateFrom === dateTo
    ? sql`day = ${dateFrom}::text::date`
    : sql`day between ${dateFrom}::text::date and ${dateTo}::text::date`

/** Filters by what the totals of days are grouped by; of the verdicts these two. */
const TOTALLED: readonly string[] = ['dateFrom', 'dateTo', 'agentAtmId', 'atmId', 'verdict']
const TOTALS = { APPROVED: sql`successful`, DECLINED: sql`failed`, ANY: sql`transactions` } as const

/** What the totals of days are added up of; null for a filter by what they are not grouped by. */
const totalledColumn = (filter: TransactionFilter): SQL | null => {
  const { verdict } = filter
  const isTotalled = Object.entries(filter).every(([name, value]) => value === null || TOTALLED.includes(name))
  if (!isTotalled || verdict === 'CANCELLED' || verdict === 'REVERSED') return null
  return TOTALS[verdict ?? 'ANY']
}

/** The statement that counts rows; an index alone answers it. */
export const selectCount = (tx: TenantTx, filter: TransactionFilter) =>
  tx
    .select({ total: count() })
    .from(all)
    .where(and(...conditions(filter)))

/** How many transactions there are in all: from the totals of the days where they suffice, else by counting rows. */
export const countTransactions = async (tx: TenantTx, filter: TransactionFilter): Promise<number> => {
  const column = totalledColumn(filter)
  if (column === null) {
    const [counted] = await selectCount(tx, filter)
    return counted?.total ?? 0
  }
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

/**
 * The ATMs with the most counted transactions, as a subquery. An institution has one row an ATM and day, so that of
 * one day nothing has to be added up but for ATMs that have changed hands, which two institutions may have counts of.
 */
const mostOf = (visibility: Visibility, { dateFrom, dateTo }: DateRange, ofAtms: SQL, limit: number): SQL => {
  const summed = (which = sql``) => sql`
    select atm_id, sum(successful + failed) as total from journal.atm_day_total
    where ${onDays({ dateFrom, dateTo })} ${ofAtms} ${which} group by atm_id having sum(successful + failed) > 0
    order by total desc, atm_id limit ${limit}`
  const single = (which = sql``) => sql`
    select atm_id, successful + failed as total from journal.atm_day_total
    where ${onDays({ dateFrom, dateTo })} ${ofAtms} ${which} and successful + failed > 0
    order by total desc, atm_id limit ${limit}`
  if (dateFrom !== dateTo) return summed()
  if (!visibility.unrestricted) return visibility.institutions.length === 1 ? single() : summed()
  const handedOver = sql`(select atm_id from journal.atm_journal where changed_hands)`
  return sql`(${single(sql`and atm_id not in ${handedOver}`)}) union all (${summed(sql`and atm_id in ${handedOver}`)})
    order by total desc, atm_id limit ${limit}`
}

/**
 * The ATMs with the most approved and declined transactions of the days; only the one with this agent id, if it is
 * given.
 */
export const listTopAtms = async (
  tx: TenantTx,
  visibility: Visibility,
  range: DateRange,
  limit: number,
  agentAtmId: string | null = null,
): Promise<TopAtm[]> => {
  const rows = await tx.execute<{ atm_id: string; agent_atm_id: string; total: string }>(sql`
    with most as (${mostOf(visibility, range, ofAtm(agentAtmId), limit)})
    select m.atm_id::text, t.agent_atm_id, m.total::text from most m cross join lateral (
      select agent_atm_id from journal.atm_day_total where atm_id = m.atm_id order by day desc limit 1
    ) t order by m.total desc, m.atm_id`)
  return rows.map((row) => ({
    atmId: Number(row.atm_id),
    agentAtmId: row.agent_atm_id,
    transactionCount: Number(row.total),
  }))
}
