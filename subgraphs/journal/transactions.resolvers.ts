import type { TransactionRow } from '../../db/journal/transaction.ts'
import type { OperationContext } from '../kit/context.ts'
import { pageOf, pageRequest, type Sorting } from '../kit/paging.ts'
import { amountText } from './amounts.rules.ts'
import { atmOf } from './atm.resolvers.ts'
import { checkBetween, dateRange, isSurelyHot, pageArguments, transactionFilter } from './queries.rules.ts'
import type { JournalTransaction, QueryJournalTransactionsArgs, Resolvers } from './schema.gen.ts'
import type { SummaryCache } from './summary-cache.ts'
import {
  countTransactions,
  findSummary,
  isHot,
  listTopAtms,
  listTransactions,
  type TransactionSort,
} from './transactions.store.ts'

const SORTING: Sorting<TransactionSort> = {
  sortable: { id: 'id', startedAt: 'startedAt', amount: 'amountMinor' },
  defaultSort: ['startedAt,desc'],
  tieBreak: { column: 'id', descending: true },
}
const MAX_TOP_ATMS = 50

const transactionOf = ({ amountMinor, ...row }: TransactionRow): JournalTransaction => ({
  ...row,
  amount: amountMinor === null ? null : amountText(amountMinor),
})

const transactionPage = async (args: QueryJournalTransactionsArgs, timeZone: string, context: OperationContext) => {
  const { principal, read } = context
  const request = pageRequest(pageArguments(args), SORTING)
  const range = dateRange(args, context.now(), timeZone)
  const filter = transactionFilter(args, range, principal)
  const hotOnly = isSurelyHot(range, context.now()) || (await read((tx) => isHot(tx, range.dateFrom)))
  const rows = await read((tx) => listTransactions(tx, principal, filter, request, hotOnly))
  return pageOf(rows.map(transactionOf), await read((tx) => countTransactions(tx, filter, hotOnly)), request)
}

/** Transactions: pages, summaries, top lists. */
export const createTransactionResolvers = (env: { summaries: SummaryCache; platformTimeZone: string }) =>
  ({
    Query: {
      journalTransactions: (_source, args, context) => transactionPage(args, env.platformTimeZone, context),
      journalSummary: async (_source, args, { principal, read, now }) => {
        const range = dateRange(args, now(), env.platformTimeZone)
        return env.summaries.find(principal, range, () => read((tx) => findSummary(tx, range, principal.agentAtmId)))
      },
      topAtms: async (_source, { limit, ...args }, { principal, read, now }) => {
        const range = dateRange(args, now(), env.platformTimeZone)
        const most = Math.min(checkBetween('limit', limit, 1, Number.MAX_SAFE_INTEGER), MAX_TOP_ATMS)
        const atms = await read((tx) => listTopAtms(tx, range, most, principal.agentAtmId))
        return atms.map((atm) => ({ ...atm, deviceId: atm.atmId }))
      },
    },
    JournalTransaction: { atm: atmOf },
    JournalTopAtm: { atm: atmOf },
  }) satisfies Resolvers
