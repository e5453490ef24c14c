import { badInputs } from '../../subgraphs/kit/common/errors.ts'
import type { OperationContext } from '../../subgraphs/kit/graphql/context.ts'
import { findUsageTotals, listFieldUsage, listOperationUsage } from './usage.store.ts'
import { firstDayOf, type GraphUsage, USAGE_DAYS } from './usage.ts'

const MAX_OPERATIONS = 5_000

/** The usage of the graph, of all processes; what this one has counted is written down first. */
export const createUsageQueries = (usage: Pick<GraphUsage, 'flush'>) => ({
  graphUsage: async (_source: unknown, { days }: { readonly days: number }, context: OperationContext) => {
    if (days < 1 || days > USAGE_DAYS) throw badInputs([{ field: 'days', message: `is 1 to ${USAGE_DAYS}` }])
    await usage.flush()
    const { principal } = context
    const since = firstDayOf(context.now(), days)
    return context.read(async (tx) => {
      return {
        ...(await findUsageTotals(tx, principal, since)),
        to: firstDayOf(context.now(), 1),
        complete: principal.unrestricted,
        operations: await listOperationUsage(tx, principal, { since, limit: MAX_OPERATIONS }),
        fields: await listFieldUsage(tx, principal, since),
      }
    })
  },
})
