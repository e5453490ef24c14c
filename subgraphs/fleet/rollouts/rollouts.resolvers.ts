import type { RolloutRow } from '../../../db/fleet/rollout.ts'
import { pageOf, pageRequest } from '../../kit/common/paging.ts'
import type { LoadMany, OperationContext } from '../../kit/graphql/context.ts'
import type { MutationResolvers, QueryResolvers, Rollout } from '../schema.gen.ts'
import { changeRollout } from './change-rollout.ts'
import type { createBegin, createPreview } from './create-rollout.ts'
import { listOutcomes } from './rollout-outcomes.store.ts'
import { rolloutOf } from './rollout-view.rules.ts'
import { listRolloutPage, listRolloutsById, listStages, ROLLOUT_SORTING } from './rollouts.store.ts'

const shown = async (rows: readonly RolloutRow[], { read, now }: OperationContext): Promise<Rollout[]> => {
  if (rows.length === 0) return []
  const stages = await read((tx) => listStages(tx, rows, now()))
  return rows.map((row) => rolloutOf(row, stages.get(row.id) ?? []))
}

const showOne = async (row: RolloutRow | null, context: OperationContext): Promise<Rollout | null> =>
  row === null ? null : ((await shown([row], context))[0] ?? null)

const loadRollout: LoadMany<number, Rollout> = async (ids, context) => {
  const rows = await context.read((tx) => listRolloutsById(tx, ids))
  const byId = new Map((await shown(rows, context)).map((rollout) => [rollout.id, rollout]))
  return ids.map((id) => byId.get(id) ?? null)
}

type Queries = Pick<QueryResolvers, 'rollouts' | 'rollout' | 'rolloutAtms' | 'rolloutPreview'>

/** Reads of rollouts. */
export const createRolloutQueries = (preview: ReturnType<typeof createPreview>): Queries => ({
  async rollouts(_source, { page, size, sort, ...given }, context) {
    const request = pageRequest({ page, size, sort: sort ?? null }, ROLLOUT_SORTING)
    const filter = { status: given.status ?? null, kind: given.kind ?? null }
    const { rows, total } = await context.read((tx) => listRolloutPage(tx, context.principal, filter, request))
    return pageOf(await shown(rows, context), total, request)
  },
  rollout: (_source, { id }, { loader }) => loader(loadRollout).load(id),
  async rolloutAtms(_source, { id, outcome, page, size }, { read, now }) {
    const request = pageRequest({ page, size }, { sortable: {}, defaultSort: [], tieBreak: BY_AGENT })
    const [rollout] = await read((tx) => listRolloutsById(tx, [id]))
    if (rollout === undefined) return null
    const { rows, total } = await read((tx) => listOutcomes(tx, rollout, outcome, { ...request, at: now() }))
    return pageOf(rows, total, request)
  },
  rolloutPreview: (_source, { rollout }, context) => preview(rollout, context),
})

const BY_AGENT = { column: 'agentAtmId', descending: false }

/** What callers do with rollouts; `wake` has the process look at them at once. */
export const createRolloutMutations = (
  begin: ReturnType<typeof createBegin>,
  wake: () => void,
): Pick<MutationResolvers, 'createRollout' | 'updateRollout'> => ({
  async createRollout(_source, { rollout, idempotencyKey }, context) {
    const row = await begin(rollout, idempotencyKey, context)
    const [begun] = await shown([row], context)
    if (begun === undefined) throw new Error('a rollout that is not shown')
    return begun
  },
  async updateRollout(_source, { id, change }, context) {
    const row = await changeRollout(id, change, context)
    wake()
    return showOne(row, context)
  },
})
