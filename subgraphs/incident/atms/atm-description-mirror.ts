import {
  atmAttributes,
  type ListedDescription,
  listedAttributes,
  ofEach,
  type UnlistedDescription,
  unlistedOf,
} from '../../../schema/atm-attributes.rules.ts'
import { watchMirror } from '../model/ingest-metrics.ts'
import { type AtmMirror, startAtmMirror } from './atm-mirror.ts'
import type { AtmRow } from './atms.store.ts'
import { type InternalEndpoint, postInternal } from './mirror-endpoint.ts'

/** What is sent to the devices service about an ATM. */
export type HandedAtm = ListedDescription & {
  readonly id: number
  readonly agentAtmId: string
  readonly institutionKey: string | null
  readonly edition: number
  /** Epoch milliseconds; null before the first. */
  readonly lastHeartbeatAt: number | null
  /** The rest of what is shown of it; ingest does not read it, and knows it of ATMs that it registers. */
  readonly record?: UnlistedDescription & {
    readonly registeredAt: string
    readonly retiredAt: string | null
    readonly mergedIntoId: number | null
  }
}

/** An ATM with its whole record, as a person who changes it hands it over. */
export const handedAtmOf = (row: AtmRow): HandedAtm => ({
  ...row,
  lastHeartbeatAt: row.lastHeartbeatAt?.getTime() ?? null,
  record: {
    ...unlistedOf(row),
    registeredAt: row.registeredAt.toISOString(),
    retiredAt: row.retiredAt?.toISOString() ?? null,
    mergedIntoId: row.mergedIntoId,
  },
})

/** An ATM as a batch of ingest committed it. */
type HeardAtm = Omit<HandedAtm, 'record'> & { readonly lastHeartbeatAt: number; readonly registered: boolean }

const NOTHING_ENTERED = unlistedOf(ofEach(atmAttributes, () => null))

/** An ATM that was registered when it was heard, with its whole record: people have entered nothing yet. */
const registeredAtmOf = (atm: HeardAtm): HandedAtm => ({
  ...atm,
  record: {
    ...NOTHING_ENTERED,
    registeredAt: new Date(atm.lastHeartbeatAt).toISOString(),
    retiredAt: null,
    mergedIntoId: null,
  },
})

/** Hands the devices service what its lists show of ATMs, in batches of what changed. */
export type DescriptionMirror = AtmMirror<HandedAtm>

/** Hands over the ATMs of a batch of ingest. Those that it registered are in no list yet, and do not wait. */
export const pushHeard = (mirror: Pick<DescriptionMirror, 'push' | 'pushSoon'>, atms: Iterable<HeardAtm>): void => {
  const known: HeardAtm[] = []
  const registered: HandedAtm[] = []
  for (const atm of atms) {
    if (atm.registered) registered.push(registeredAtmOf(atm))
    else known.push(atm)
  }
  mirror.push(known)
  mirror.pushSoon(registered)
}

type AtmUpdate = Omit<HandedAtm, 'id' | 'lastHeartbeatAt'> & {
  readonly atmId: number
  readonly lastHeartbeatAt: string | null
}

const updateOf = (atm: HandedAtm): AtmUpdate => ({
  atmId: atm.id,
  agentAtmId: atm.agentAtmId,
  institutionKey: atm.institutionKey,
  ...ofEach(listedAttributes, (name) => atm[name]),
  edition: atm.edition,
  lastHeartbeatAt: atm.lastHeartbeatAt === null ? null : new Date(atm.lastHeartbeatAt).toISOString(),
  ...(atm.record === undefined ? {} : { record: atm.record }),
})

/** Some 60 bytes each. */
const MAX_KNOWN = 500_000

/** The editions that the devices service has taken from this process: of these ATMs only the heartbeat is sent. */
const createKnownEditions = () => {
  const editions = new Map<number, number>()
  return {
    has: ({ id, edition, record }: HandedAtm): boolean => record === undefined && editions.get(id) === edition,
    note(atms: readonly HandedAtm[]): void {
      if (editions.size + atms.length > MAX_KNOWN) editions.clear()
      for (const { id, edition } of atms) editions.set(id, edition)
    },
  }
}

const heartbeatsOf = (atms: readonly HandedAtm[]) => {
  const heard = atms.flatMap(({ id, lastHeartbeatAt }) => (lastHeartbeatAt === null ? [] : [{ id, lastHeartbeatAt }]))
  return { atmIds: heard.map(({ id }) => id), heardAtMs: heard.map(({ lastHeartbeatAt }) => lastHeartbeatAt) }
}

/**
 * Starts the mirror. Most of what changes is that an ATM was heard: its description goes once and again when it
 * changed, and with the first heartbeat after a start.
 */
export const startDescriptionMirror = (endpoint: InternalEndpoint): DescriptionMirror => {
  const { metrics } = endpoint
  const known = createKnownEditions()
  return startAtmMirror<HandedAtm>({
    async post(atms) {
      const { same = [], changed = [] } = Object.groupBy(atms, (atm) => (known.has(atm) ? 'same' : 'changed'))
      const describe = (some: readonly HandedAtm[]) =>
        postInternal(endpoint, '/devices/api/internal/atms/batch', some.map(updateOf))
      if (changed.length > 0) {
        await describe(changed)
        known.note(changed)
      }
      if (same.length === 0) return
      // A devices service of an earlier release, which runs beside during an upgrade, has no such route.
      await postInternal(endpoint, '/devices/api/internal/atms/heartbeats', heartbeatsOf(same)).catch(() =>
        describe(same),
      )
    },
    merge(atm, waiting) {
      const { record } = waiting
      return atm.record !== undefined || record === undefined ? atm : { ...atm, record }
    },
    what: 'the mirror of ATM descriptions',
    log: endpoint.log,
    now: endpoint.now,
    ...(metrics === undefined ? {} : { watch: (waiting) => watchMirror(metrics, 'descriptions', waiting) }),
  })
}
