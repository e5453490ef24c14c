import type { DeviceRecord } from '../../db/devices/atm.ts'
import { isDuplicate } from '../../db/errors.ts'
import type { PlatformTx, Stores } from '../../db/tenancy.ts'
import { listedAttributes, ofEach } from '../../schema/atm-attributes.rules.ts'
import { badInput, DomainError } from '../kit/common/errors.ts'
import { defineService } from '../kit/service/service.ts'
import { countBadges } from './badges.store.ts'
import { countGroups } from './groups.store.ts'
import { createStoreState } from './received-states.ts'
import { reconcileJob } from './reconcile.job.ts'
import type { AtmServiceStateChange, AtmUpdate, Resolvers } from './schema.gen.ts'
import {
  countStatuses,
  findStatus,
  setUnflushed,
  updateDescriptions,
  updateHeartbeats,
  updateStates,
} from './status.store.ts'
import { loadStatuses, pageOfStatuses, statusFilter, statusOf } from './statuses.ts'
import { createStatusesCsv } from './statuses-csv.ts'

const MAX_UPDATES = 5_000

/** Runs work in a transaction whose commit does not wait for the disk. */
const createUnflushed =
  ({ asPlatform }: Pick<Stores, 'asPlatform'>) =>
  async <T>(work: (tx: PlatformTx) => Promise<T>): Promise<T> => {
    try {
      return await asPlatform(async (tx) => (await Promise.all([setUnflushed(tx), work(tx)]))[1])
    } catch (error) {
      if (!isDuplicate(error)) throw error
      const words = 'An agentAtmId among these belongs to an ATM of another atmId.'
      throw new DomainError('CONFLICT', words, { cause: error })
    }
  }

/** A change of an ATM's service state as the incident service sent it. */
const stateOf = ({ atmId, agentAtmId, institutionKey, serviceState, sequence, occurredAt }: AtmServiceStateChange) => ({
  atmId,
  agentAtmId,
  institutionKey: institutionKey ?? null,
  serviceState,
  sequence,
  occurredAt: occurredAt ?? null,
})

/** What the incident service sent of an ATM's record; null where it sent none. */
const recordOf = (sent: AtmUpdate['record']): DeviceRecord | null =>
  sent === null || sent === undefined
    ? null
    : {
        vendor: sent.vendor ?? null,
        model: sent.model ?? null,
        region: sent.region ?? null,
        costCentre: sent.costCentre ?? null,
        criticality: sent.criticality ?? null,
        tags: sent.tags ? [...sent.tags] : null,
        carrier: sent.carrier ?? null,
        latitude: sent.latitude ?? null,
        longitude: sent.longitude ?? null,
        timeZone: sent.timeZone ?? null,
        registeredAt: sent.registeredAt.toISOString(),
        retiredAt: sent.retiredAt?.toISOString() ?? null,
        mergedIntoId: sent.mergedIntoId ?? null,
      }

/** The service state that every status badge reads: a mirror of what the incident service decides. */
export const devicesService = defineService({
  name: 'devices',
  sdl: 'devices.graphql',
  outbox: null,
  async open({ config, stores, now, calls }) {
    const withinMs = config.atmConnectedWithinMs
    const unflushed = createUnflushed(stores)
    const storeState = createStoreState((changes) => unflushed((tx) => updateStates(tx, changes, now())))
    const answerCsv = createStatusesCsv(stores, withinMs)
    const resolvers: Resolvers = {
      Query: {
        atmStatuses: (_source, args, context) => pageOfStatuses(args, context, withinMs),
        atmStatusesCsv: (_source, args, context) => answerCsv(args, context, context.now()),
        async atmGroups(_source, { by, ...given }, { principal, now: at, read }) {
          const rows = await read((tx) => countGroups(tx, principal, by, statusFilter(given, at(), withinMs)))
          return rows.map(({ value, ...badges }) => ({ value, badges }))
        },
        async atmStatus(_source, { id }, context) {
          const row = await context.read((tx) => findStatus(tx, context.principal, id))
          return row === null ? null : statusOf(row, context.now(), withinMs)
        },
        atmBadges: (_source, _args, context) =>
          context.read((tx) => countBadges(tx, context.principal, new Date(context.now().getTime() - withinMs))),
        atmStatusSummary: (_source, _args, context) =>
          context.read((tx) => countStatuses(tx, context.principal, new Date(context.now().getTime() - withinMs))),
      },
      Mutation: {
        async mirrorServiceState(_source, { agentAtmId, change }) {
          await storeState(stateOf({ agentAtmId, ...change }))
          return true
        },
        async mirrorServiceStates(_source, { changes }) {
          if (changes.length > MAX_UPDATES) throw badInput('body', `must have at most ${MAX_UPDATES} entries`)
          await Promise.all(changes.map((change) => storeState(stateOf(change))))
          return true
        },
        async updateAtms(_source, { atms }) {
          if (atms.length > MAX_UPDATES) throw badInput('body', `must have at most ${MAX_UPDATES} entries`)
          const rows = atms.map((atm) => ({
            atmId: atm.atmId,
            agentAtmId: atm.agentAtmId,
            institutionKey: atm.institutionKey ?? null,
            ...ofEach(listedAttributes, (name) => atm[name] ?? null),
            edition: atm.edition ?? 0,
            lastHeartbeatAt: atm.lastHeartbeatAt ?? null,
            record: recordOf(atm.record),
          }))
          await unflushed((tx) => updateDescriptions(tx, rows))
          return true
        },
        async mirrorHeartbeats(_source, { atmIds, heardAtMs }) {
          if (atmIds.length > MAX_UPDATES) throw badInput('atmIds', `must have at most ${MAX_UPDATES} entries`)
          if (atmIds.length !== heardAtMs.length) throw badInput('heardAtMs', 'must have as many entries as atmIds')
          const heard = atmIds.map((atmId, n) => ({ atmId, heardAtMs: heardAtMs[n] ?? 0 }))
          await unflushed((tx) => updateHeartbeats(tx, heard))
          return true
        },
      },
      Atm: {
        __resolveReference: ({ id }) => ({ id }),
        async status({ id }, _args, context) {
          const row = await context.loader(loadStatuses).load(id)
          return row === null ? null : statusOf(row, context.now(), withinMs)
        },
      },
    }
    return { resolvers, jobs: [reconcileJob({ calls, stores, now })] }
  },
})
