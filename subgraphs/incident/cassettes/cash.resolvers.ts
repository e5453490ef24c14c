import { pageOf, pageRequest } from '../../kit/common/paging.ts'
import { textOrNull } from '../../kit/common/texts.rules.ts'
import { checkFormat } from '../../kit/rest/csv.ts'
import type { ResolverEnv } from '../model/resolver-env.ts'
import type { QueryCashCassettesCsvArgs, QueryResolvers } from '../schema.gen.ts'
import { cashCassetteOf } from './cash.rules.ts'
import { type CashFilter, countCashCassettes, listCarriers, listCashCassettes } from './cash.store.ts'
import { createCashCsv } from './cash-csv.ts'

const filterOf = (args: QueryCashCassettesCsvArgs): CashFilter => ({
  carrier: textOrNull(args.carrier),
  siteName: textOrNull(args.siteName),
  currency: textOrNull(args.currency),
  text: textOrNull(args.q),
  emptyBefore: args.emptyBefore ?? null,
})

const BY_ATM = { column: 'atmId', descending: false }

/** Reads of cassettes by when they will be empty. */
export const createCashQueries = ({
  stores,
}: ResolverEnv): Pick<QueryResolvers, 'cashCassettes' | 'cashCassettesCsv' | 'cashCarriers'> => {
  const answerCsv = createCashCsv(stores)
  return {
    async cashCassettes(_source, { page, size, order, format, ...args }, { principal, read, now }) {
      checkFormat(format)
      const request = pageRequest({ page, size }, { sortable: {}, defaultSort: [], tieBreak: BY_ATM })
      const filter = filterOf(args)
      const part = { order: order ?? 'EMPTYING', limit: request.size, offset: request.offset } as const
      const [rows, total] = await read((tx) =>
        Promise.all([listCashCassettes(tx, principal, filter, part), countCashCassettes(tx, principal, filter)]),
      )
      return pageOf(
        rows.map((row) => cashCassetteOf(row, now())),
        total,
        request,
      )
    },
    cashCassettesCsv: (_source, { order, ...args }, context) =>
      answerCsv(filterOf(args), order ?? 'EMPTYING', context, context.now()),
    cashCarriers: (_source, _args, { principal, read }) => read((tx) => listCarriers(tx, principal)),
  }
}
