import { loadLists, parseKey } from '../../kit/graphql/batched-lists.ts'
import type { LoadMany } from '../../kit/graphql/context.ts'
import { listStateHistory, type StateChangeRow } from './state-history.store.ts'

export type StateHistoryArgs = { readonly since: string; readonly limit: number }

/** The newest changes of an ATM's service state; key of `listKey(atmId, StateHistoryArgs)`. */
export const loadStateHistory: LoadMany<string, StateChangeRow[]> = (keys, { read }) =>
  loadLists(
    keys,
    parseKey<number, StateHistoryArgs>,
    (ids, { since, limit }) => read((tx) => listStateHistory(tx, ids, { since: new Date(since), limit })),
    (row) => row.atmId,
  )
