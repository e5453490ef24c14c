import { inOrder } from '../../kit/graphql/batched-lists.ts'
import type { LoadMany } from '../../kit/graphql/context.ts'
import { type AtmRow, listAtmsByAgentId, listAtmsById } from './atms.store.ts'

/** An ATM by its numeric id; null where it is not the caller's. */
export const loadAtm: LoadMany<number, AtmRow> = async (ids, { read }) =>
  inOrder(ids, await read((tx) => listAtmsById(tx, ids)), (row) => row.id)

/** An ATM by its agent's textual id; null where it is not the caller's. */
export const loadAtmByAgent: LoadMany<string, AtmRow> = async (agentAtmIds, { read }) =>
  inOrder(agentAtmIds, await read((tx) => listAtmsByAgentId(tx, agentAtmIds)), (row) => row.agentAtmId)
