import { listKey } from '../../kit/graphql/batched-lists.ts'
import { checkBetween, checkFirst } from '../../kit/graphql/bounds.rules.ts'
import { windowStart } from '../model/hours.rules.ts'
import type { AtmResolvers, QueryResolvers, StateChange } from '../schema.gen.ts'
import { loadAtm } from './atms.loaders.ts'
import { loadStateHistory } from './state-history.loaders.ts'
import type { StateChangeRow } from './state-history.store.ts'

const MAX_CHANGES = 1_000

const stateChangeOf = (row: StateChangeRow): StateChange => ({ ...row, deviceId: row.atmId })

/** A window without a start shows all that is kept. */
const sinceOf = (hoursBack: number | null | undefined, now: Date): Date => windowStart(hoursBack, now) ?? new Date(0)

/** Reads of the changes of service state. */
export const createStateHistoryQueries = (): Pick<QueryResolvers, 'atmStateHistory'> => ({
  async atmStateHistory(_source, { id, hoursBack, first }, { loader, now }) {
    const limit = checkBetween('first', first, 1, MAX_CHANGES)
    const key = listKey(id, { since: sinceOf(hoursBack, now()).toISOString(), limit })
    if ((await loader(loadAtm).load(id)) === null) return null
    return ((await loader(loadStateHistory).load(key)) ?? []).map(stateChangeOf)
  },
})

/** The changes of service state of an ATM, one statement for all ATMs that ask alike. */
export const createStateHistoryFields = (): Pick<AtmResolvers, 'stateHistory'> => ({
  async stateHistory(atm, { first, hoursBack }, { loader, now }) {
    const limit = checkFirst(first)
    const key = listKey(atm.id, { since: sinceOf(hoursBack, now()).toISOString(), limit })
    return ((await loader(loadStateHistory).load(key)) ?? []).map(stateChangeOf)
  },
})
