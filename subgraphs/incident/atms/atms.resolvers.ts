import type { PlatformTx } from '../../../db/tenancy.ts'
import { checkGroupFilter } from '../../domain/atm-groups.rules.ts'
import { agentAtmIdFault, institutionKeyFault } from '../../kit/auth/identifiers.rules.ts'
import { badInput, badInputs } from '../../kit/common/errors.ts'
import { pageOf, pageRequest } from '../../kit/common/paging.ts'
import { checkBetween } from '../../kit/graphql/bounds.rules.ts'
import { insertOutbox } from '../../kit/messaging/outbox.ts'
import { incidentMessages } from '../model/incident-topics.ts'
import type { PublisherEnv } from '../model/publish-changes.ts'
import type { ResolverEnv } from '../model/resolver-env.ts'
import type { AtmResolvers, MutationResolvers, QueryResolvers } from '../schema.gen.ts'
import { areAllOf, notOwn } from './atm-registry.rules.ts'
import { moveOpenIncidents } from './atm-registry.store.ts'
import { countSelectedAtms, listSelectedAtms } from './atm-selection.store.ts'
import { loadAtm, loadAtmByAgent } from './atms.loaders.ts'
import { atmOf, atmRecordOf, resolvedInOrder, resolvedOf } from './atms.rules.ts'
import {
  ATM_SORTING,
  countAtms,
  insertMissingAtms,
  listAtmPage,
  listAtmsByAgentId,
  listChangedAtms,
  listOwnerlessLocked,
} from './atms.store.ts'

type AtmQueries = Pick<
  QueryResolvers,
  'atm' | 'atms' | 'atmSummary' | 'changedAtms' | 'selectedAtms' | 'selectedAtmCounts'
>

const MAX_RESOLVED = 1_000
const MAX_CHANGED = 5_000

/** Reads of ATMs. */
export const createAtmQueries = ({ stores, connectedWithinMs }: ResolverEnv): AtmQueries => ({
  async atm(_source, { id, agentAtmId }, context) {
    if (id === null || id === undefined) {
      if (!agentAtmId) throw badInput('id', 'is required, or agentAtmId')
      const row = await context.loader(loadAtmByAgent).load(agentAtmId)
      return row === null ? null : atmOf(row, context.now(), connectedWithinMs)
    }
    const row = await context.loader(loadAtm).load(id)
    return row === null ? null : atmOf(row, context.now(), connectedWithinMs)
  },
  async atms(_source, { page, size, sort, ...filter }, { principal, now, read }) {
    const request = pageRequest({ page, size, sort: sort ?? null }, ATM_SORTING)
    checkGroupFilter(filter)
    const { rows, total } = await read((tx) => listAtmPage(tx, principal, filter, request))
    return pageOf(
      rows.map((row) => atmOf(row, now(), connectedWithinMs)),
      total,
      request,
    )
  },
  atmSummary: (_source, _args, { principal, now, read }) =>
    read((tx) => countAtms(tx, principal, new Date(now().getTime() - connectedWithinMs))),
  async changedAtms(_source, { changedSince, afterId, limit }) {
    const most = checkBetween('limit', limit ?? 2_000, 1, MAX_CHANGED)
    const rows = await stores.asPlatform((tx) => listChangedAtms(tx, changedSince ?? null, afterId ?? 0, most), {
      mode: 'read',
    })
    return rows.map(atmRecordOf)
  },
  async selectedAtms(_source, { selection, afterId, limit }) {
    const most = checkBetween('limit', limit ?? 2_000, 1, MAX_CHANGED)
    const rows = await stores.asPlatform((tx) => listSelectedAtms(tx, selection, afterId ?? 0, most), { mode: 'read' })
    return rows.map(resolvedOf)
  },
  selectedAtmCounts: (_source, { selection }) =>
    stores.asPlatform((tx) => countSelectedAtms(tx, selection), { mode: 'read' }),
})

/**
 * Registers ATMs under an institution. The open incidents of those that had none go with them, and are published there.
 * Resolves to how many these are.
 */
const registerAtms = async (
  tx: PlatformTx,
  agentAtmIds: readonly string[],
  institutionKey: string | null,
  env: PublisherEnv,
): Promise<number> => {
  if (institutionKey === null) {
    await insertMissingAtms(tx, agentAtmIds, null, env.now())
    return 0
  }
  const ownerless = await listOwnerlessLocked(tx, agentAtmIds)
  // Before the ATMs, whose first institution takes over the incidents without one: these have to be published.
  const moved = ownerless.length === 0 ? [] : await moveOpenIncidents(tx, ownerless, institutionKey)
  await insertMissingAtms(tx, agentAtmIds, institutionKey, env.now())
  const messages = moved.flatMap((one) => incidentMessages(one, 'updated', env.platformName))
  if (messages.length > 0) await insertOutbox(tx, 'incident', messages, env)
  return moved.length
}

/** How the other services learn of ATMs. */
export const createAtmMutations = (
  { stores, registration }: ResolverEnv,
  publisher: PublisherEnv,
): Pick<MutationResolvers, 'resolveAtms'> => ({
  async resolveAtms(_source, { agentAtmIds, institutionKey, register }) {
    if (agentAtmIds.length > MAX_RESOLVED) throw badInput('agentAtmIds', `must have at most ${MAX_RESOLVED} entries`)
    const wanted = agentAtmIds.map((agentAtmId) => agentAtmId.trim())
    const faults = agentAtmIds.flatMap((agentAtmId, n) => {
      const message = agentAtmIdFault(agentAtmId)
      return message === null ? [] : [{ field: `agentAtmIds[${n}]`, message }]
    })
    const wrongKey = institutionKey ? institutionKeyFault(institutionKey) : null
    if (wrongKey !== null) faults.push({ field: 'institutionKey', message: wrongKey })
    if (faults.length > 0) throw badInputs(faults)
    const { rows, moved } = await stores.asPlatform(async (tx) => ({
      moved:
        register && registration === 'auto' ? await registerAtms(tx, wanted, institutionKey || null, publisher) : 0,
      rows: await listAtmsByAgentId(tx, wanted),
    }))
    if (moved > 0) publisher.wake()
    if (register && registration === 'known' && !areAllOf(wanted, institutionKey || null, rows))
      throw notOwn(registration)
    return resolvedInOrder(wanted, rows)
  },
})

/** How an ATM is found by its keys; its lists are resolved with what they list. */
export const createAtmFields = ({ connectedWithinMs }: ResolverEnv): AtmResolvers => ({
  async __resolveReference(reference, context) {
    const row =
      'id' in reference && reference.id !== undefined
        ? await context.loader(loadAtm).load(reference.id)
        : 'agentAtmId' in reference
          ? await context.loader(loadAtmByAgent).load(reference.agentAtmId)
          : null
    return row === null ? null : atmOf(row, context.now(), connectedWithinMs)
  },
})
