import {
  type ListedDescription,
  listedAttributes,
  ofEach,
  type UnlistedDescription,
  unlistedOf,
} from '../../../schema/atm-attributes.rules.ts'
import { outsideSpans } from '../../kit/tracing/tracing.ts'
import { watchMirror } from '../model/ingest-metrics.ts'
import type { AtmRow } from './atms.store.ts'
import { createOutageLog, type InternalEndpoint, postInternal } from './service-state-mirror.ts'

/** What is sent to the devices service about an ATM. */
export type HandedAtm = ListedDescription & {
  readonly id: number
  readonly agentAtmId: string
  readonly institutionKey: string | null
  readonly edition: number
  /** Epoch milliseconds; null before the first. */
  readonly lastHeartbeatAt: number | null
  /** The rest of what is shown of it; left out by ingest, which does not read it. */
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

/** Hands the devices service what its lists show of ATMs, in batches of what changed. */
export type DescriptionMirror = {
  push(atms: Iterable<HandedAtm>): void
  /** Sends what a person changed, and resolves when the devices service has it; what fails goes with the next batch. */
  pushNow(atms: readonly HandedAtm[]): Promise<void>
  close(): Promise<void>
}

const PERIOD_MS = 10_000
const CHUNK = 2_000
const MAX_PENDING_ATMS = 200_000

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

/** Starts the mirror: at most one every ten seconds; no timer while nothing changes. What fails goes with the next. */
export const startDescriptionMirror = (endpoint: InternalEndpoint): DescriptionMirror => {
  let pending = new Map<number, HandedAtm>()
  let timer: NodeJS.Timeout | null = null
  let sending: Promise<void> = Promise.resolve()
  let lastAt = Number.NEGATIVE_INFINITY
  let closed = false
  const outage = createOutageLog(endpoint.log, 'the mirror of ATM descriptions', endpoint.now)
  const onFailure = endpoint.metrics && watchMirror(endpoint.metrics, 'descriptions', () => pending.size)

  /** Of an ATM the newest edition waits, and of that the last one to come. */
  const wait = (atm: HandedAtm): void => {
    const waiting = pending.get(atm.id)
    if (waiting === undefined ? pending.size >= MAX_PENDING_ATMS : waiting.edition > atm.edition) return
    const record = atm.record ?? waiting?.record
    pending.set(atm.id, record === undefined ? atm : { ...atm, record })
  }

  const post = async (atms: readonly HandedAtm[]): Promise<void> => {
    await postInternal(endpoint, '/devices/api/internal/atms/batch', atms.map(updateOf)).catch((error: unknown) => {
      onFailure?.()
      throw error
    })
    outage.worked()
  }

  const send = async (): Promise<void> => {
    const atms = [...pending.values()]
    pending = new Map()
    for (let from = 0; from < atms.length; from += CHUNK) {
      try {
        await post(atms.slice(from, from + CHUNK))
      } catch (error) {
        if (closed) return
        outage.failed(error)
        for (const atm of atms.slice(from)) if (!pending.has(atm.id)) pending.set(atm.id, atm)
        schedule()
        return
      }
    }
  }

  const schedule = (): void => {
    if (timer !== null || closed) return
    const go = () => {
      timer = null
      lastAt = performance.now()
      sending = send()
    }
    const waitMs = Math.max(0, lastAt + PERIOD_MS - performance.now())
    timer = outsideSpans(() => setTimeout(go, waitMs))
    timer.unref()
  }

  return {
    push(atms) {
      if (closed) return
      for (const atm of atms) wait(atm)
      if (pending.size > 0) schedule()
    },
    async pushNow(atms) {
      if (closed) return
      for (let from = 0; from < atms.length; from += CHUNK) {
        try {
          await post(atms.slice(from, from + CHUNK))
        } catch (error) {
          outage.failed(error)
          for (const atm of atms.slice(from)) wait(atm)
          schedule()
          return
        }
      }
    },
    async close() {
      closed = true
      if (timer !== null) clearTimeout(timer)
      await sending
    },
  }
}
