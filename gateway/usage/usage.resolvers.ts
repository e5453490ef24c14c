import { badInputs } from '../../subgraphs/kit/common/errors.ts'
import type { OperationContext } from '../../subgraphs/kit/graphql/context.ts'
import { findUsageTotals, listOperationUsage, type OperationUsage } from './usage.store.ts'
import { dayBefore, type GraphUsage, USAGE_DAYS } from './usage.ts'

const MAX_OPERATIONS = 5_000

type FieldUsage = { coordinate: string; calls: number; lastUsedOn: string }

/** Operations added up by what they use, the most used first. */
const fieldsOf = (operations: readonly OperationUsage[]): readonly FieldUsage[] => {
  const fields = new Map<string, FieldUsage>()
  for (const { coordinates, calls, lastUsedOn } of operations)
    for (const coordinate of coordinates) {
      const field = fields.get(coordinate) ?? { coordinate, calls: 0, lastUsedOn }
      field.calls += calls
      if (field.lastUsedOn < lastUsedOn) field.lastUsedOn = lastUsedOn
      fields.set(coordinate, field)
    }
  return [...fields.values()].sort((a, b) => b.calls - a.calls || (a.coordinate < b.coordinate ? -1 : 1))
}

/** The usage of the graph, of all processes; what this one has counted is written down first. */
export const createUsageQueries = (usage: Pick<GraphUsage, 'flush'>) => ({
  graphUsage: async (_source: unknown, { days }: { readonly days: number }, context: OperationContext) => {
    if (days < 1 || days > USAGE_DAYS) throw badInputs([{ field: 'days', message: `is 1 to ${USAGE_DAYS}` }])
    await usage.flush()
    const { principal } = context
    const since = dayBefore(context.now(), days)
    return context.read(async (tx) => {
      const found = await listOperationUsage(tx, principal, { since, limit: MAX_OPERATIONS + 1 })
      const totals = await findUsageTotals(tx, principal, since)
      const operations = found.slice(0, MAX_OPERATIONS)
      return {
        ...totals,
        to: dayBefore(context.now(), 0),
        complete: principal.unrestricted && totals.unrecordedCalls === 0 && found.length === operations.length,
        operations,
        fields: fieldsOf(operations),
      }
    })
  },
})
