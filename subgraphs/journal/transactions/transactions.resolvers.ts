import type { Stores } from '../../../db/tenancy.ts'
import { badInput } from '../../kit/common/errors.ts'
import { pageOf, pageRequest, type Sorting } from '../../kit/common/paging.ts'
import { checkBetween } from '../../kit/graphql/bounds.rules.ts'
import type { OperationContext } from '../../kit/graphql/context.ts'
import { checkFormat } from '../../kit/rest/csv.ts'
import { atmOf } from '../files/atm-journals.resolvers.ts'
import { mayRead } from '../model/visibility.rules.ts'
import type { QueryJournalTransactionsArgs, Resolvers } from '../schema.gen.ts'
import { dateRange, pageArguments, transactionFilter } from './queries.rules.ts'
import type { SummaryCache } from './summary-cache.ts'
import { transactionOf } from './transactions.rules.ts'
import {
  countTransactions,
  type DateRange,
  findSummary,
  findTransaction,
  findTransactionOf,
  listTopAtms,
  listTransactions,
} from './transactions.store.ts'
import { createTransactionsCsv } from './transactions-csv.ts'
import type { TransactionSort } from './transactions-order.ts'

const SORTING: Sorting<TransactionSort> = {
  sortable: { id: 'id', startedAt: 'startedAt', amount: 'amountMinor' },
  defaultSort: ['startedAt,desc'],
  tieBreak: { column: 'id', descending: true },
}
const MAX_TOP_ATMS = 50

/** The row that a page is to follow; null for a page by its number. */
const findAfter = async (
  args: QueryJournalTransactionsArgs,
  range: DateRange,
  { principal, read }: OperationContext,
) => {
  const id = args.after ?? null
  if (id === null) return null
  if ((args.page ?? 0) > 0) throw badInput('page', 'must be left out where after is given')
  const row = await read((tx) => findTransactionOf(tx, id, range))
  if (row === null || !mayRead(principal, row))
    throw badInput('after', `must be the id of a transaction of these days; ${id} is none`)
  return row
}

const transactionPage = async (args: QueryJournalTransactionsArgs, timeZone: string, context: OperationContext) => {
  const { principal, read } = context
  checkFormat(args.format)
  const request = pageRequest(pageArguments(args), SORTING)
  const range = dateRange(args, context.now(), timeZone)
  const filter = transactionFilter(args, range, principal)
  const after = await findAfter(args, range, context)
  // With one more than asked for it shows whether anything follows: the number of the page does not say so then.
  const size = after === null ? request.size : request.size + 1
  const found = await read((tx) => listTransactions(tx, principal, filter, { ...request, size, after }))
  const rows = found.slice(0, request.size).map(transactionOf)
  const page = pageOf(rows, await read((tx) => countTransactions(tx, filter)), request)
  return after === null ? page : { ...page, first: false, last: found.length <= request.size }
}

/** Transactions: pages, summaries, top lists. */
export const createTransactionResolvers = (env: {
  summaries: SummaryCache
  platformTimeZone: string
  stores: Stores
}) => {
  const answerCsv = createTransactionsCsv(env.stores)
  return {
    Query: {
      journalTransactions: (_source, args, context) => transactionPage(args, env.platformTimeZone, context),
      journalTransactionsCsv: (_source, args, context) => {
        const range = dateRange(args, context.now(), env.platformTimeZone)
        return answerCsv(transactionFilter(args, range, context.principal), context)
      },
      journalTransaction: async (_source, { id }, { principal, read }) => {
        const row = await read((tx) => findTransaction(tx, id))
        return row !== null && mayRead(principal, row) ? transactionOf(row) : null
      },
      journalSummary: async (_source, args, { principal, read, now }) => {
        const range = dateRange(args, now(), env.platformTimeZone)
        return env.summaries.find(principal, range, () => read((tx) => findSummary(tx, range, principal.agentAtmId)))
      },
      topAtms: async (_source, { limit, ...args }, { principal, read, now }) => {
        const range = dateRange(args, now(), env.platformTimeZone)
        const most = Math.min(checkBetween('limit', limit, 1, Number.MAX_SAFE_INTEGER), MAX_TOP_ATMS)
        const atms = await read((tx) => listTopAtms(tx, principal, range, most, principal.agentAtmId))
        return atms.map((atm) => ({ ...atm, deviceId: atm.atmId }))
      },
    },
    JournalTransaction: { atm: atmOf },
    JournalTopAtm: { atm: atmOf },
  } satisfies Resolvers
}
