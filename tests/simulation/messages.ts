import { consumedTopics } from '../../subgraphs/analytics/messages.ts'
import { snapshotsConsumer } from '../../subgraphs/analytics/snapshots.consumer.ts'
import { createWriter, type Outcome } from '../../subgraphs/incident/ingest/batch-writer.ts'
import { type Lane, startLane } from '../../subgraphs/incident/ingest/lane.ts'
import { GIVEN_TYPES } from '../../subgraphs/incident/model/built-in-event-types.rules.ts'
import { INCIDENT_TOPICS } from '../../subgraphs/incident/model/incident-topics.ts'
import type { Signal } from '../../subgraphs/incident/model/ingest.types.ts'
import { createWaker } from '../../subgraphs/kit/common/waker.ts'
import { startConsumers, type Transport } from '../../subgraphs/kit/messaging/events.ts'
import { createPostgresTransport } from '../../subgraphs/kit/messaging/events-postgres.ts'
import { startRelay } from '../../subgraphs/kit/messaging/outbox.ts'
import { createBroker } from './broker.ts'
import { connectLane, createStores } from './connections.ts'
import { createDatabase, type Database } from './database.ts'
import { createFaults, type Restartable } from './faults.ts'
import { silentLog } from './log.ts'
import { judgeMessages } from './messages-oracle.ts'
import { createProcess, within } from './process.ts'
import type { Scheduler } from './scheduler.ts'
import { statementOf } from './statements.ts'

export const PLATFORM_NAME = 'sim'
const SETTINGS = {
  platformName: PLATFORM_NAME,
  platformTimeZone: 'UTC',
  registration: 'auto',
  connectedWithinMs: 600_000,
} as const
const GROUP = 'analytics.snapshots'
const TYPES = ['ATM_OUT_OF_SERVICE', 'ATM_IN_SERVICE', 'CARD_READER_FAIL', 'SELF_TEST_FAILED', 'DISPENSER_JAM'] as const
const GIVEN_UP_MS = 4_000
const AGAIN_MS = [5, 600] as const
const CALM_MS = 240_000

/** What the clients of one run know. */
export type Ledger = {
  /** By the text that only one signal has. */
  readonly attempted: Map<string, number>
  readonly acknowledged: Map<string, Outcome>
}

type Member = Restartable & { lane(): Lane }

const createMember = (scheduler: Scheduler, database: Database, name: string, broker: Transport | null): Member => {
  let process = createProcess(name)
  let lane: Lane
  const { now, newId } = scheduler
  const start = () => {
    const stores = createStores(scheduler, database)
    const outbox = createWaker()
    const topics = broker ?? createPostgresTransport({ stores, log: silentLog, newId })
    lane = startLane({
      connect: () => connectLane(scheduler, database),
      write: createWriter({ ...SETTINGS, now, newId }),
      onCommitted: ({ hasMessages }) => hasMessages && outbox.wake(),
      onFault: () => {},
      onStore: () => {},
      now,
      random: scheduler.choices.fraction,
      elapsedMs: scheduler.nowMs,
      maxBatch: 6,
    })
    const states = INCIDENT_TOPICS.states?.(SETTINGS)
    startRelay({ stores, topics, log: silentLog, outbox, states, now }, 'incident')
    startConsumers({ topics, log: silentLog, now, newId }, [snapshotsConsumer({ ...SETTINGS, stores, now })])
  }
  within(process, start)
  return {
    get process() {
      return process
    },
    lane: () => lane,
    restart() {
      process = createProcess(name)
      within(process, start)
    },
  }
}

/** The signals of one ATM, in the order in which its agent sends them. */
const signalsOf = ({ choices, newId }: Scheduler, agentAtmId: string): (Signal & { readonly tag: string })[] =>
  Array.from({ length: choices.between(2, 5) }, (_, n) => {
    const tag = `${agentAtmId} ${n}`
    const from = { agentAtmId, institutionKey: 'ACME', receivedAt: 0 }
    const eventId = choices.chance(0.75) ? newId() : null
    const kind = choices.weighted({ event: 8, heartbeat: 1, exception: 1 })
    if (kind === 'heartbeat') return { kind, ...from, tag }
    if (kind === 'exception') return { kind, ...from, eventType: 'WHAT', eventId, body: { tag }, tag }
    const type = GIVEN_TYPES.get(choices.pick(TYPES))
    if (type === undefined) throw new Error('an event type is gone')
    return {
      ...{ kind, ...from, type, eventId, sentTime: null, component: null, cassetteNo: null, errorCode: null, tag },
      ...{ message: tag, details: null, cassettesSent: null, cassettes: [] },
    }
  })

/**
 * An agent: sends one signal after the other, each until it is acknowledged. One without an eventId is sent once, as
 * nothing tells a repeat of it from another event.
 */
const runAgent = async (scheduler: Scheduler, members: readonly Member[], agentAtmId: string, ledger: Ledger) => {
  const { choices } = scheduler
  const [first, ...others] = members
  if (first === undefined) return
  for (const { tag, ...signal } of signalsOf(scheduler, agentAtmId)) {
    const mayRepeat = signal.kind === 'heartbeat' || signal.eventId !== null
    for (let isDone = false; !isDone; ) {
      await scheduler.sleep(choices.between(...AGAIN_MS))
      const member = choices.pick([first, ...others])
      if (!member.process.isAlive) continue
      const { process } = member
      ledger.attempted.set(tag, (ledger.attempted.get(tag) ?? 0) + 1)
      const sent = { ...signal, receivedAt: scheduler.nowMs() }
      const answer = within(process, () => member.lane().submit(sent))
      const givenUp = scheduler.sleep(GIVEN_UP_MS).then(() => null)
      const outcome = await Promise.race([answer, process.crashed, givenUp]).catch(() => null)
      if (outcome !== null) ledger.acknowledged.set(tag, outcome)
      isDone = outcome !== null || !mayRepeat
    }
  }
}

/**
 * Plays events from agents to counters; returns what is wrong in the end, which is nothing. `watch` is given the
 * database before anything happens.
 */
export const playMessages = async (
  scheduler: Scheduler,
  watch: (database: Database) => void = () => {},
): Promise<readonly string[]> => {
  const { choices } = scheduler
  const database = createDatabase(scheduler, statementOf)
  watch(database)
  const broker = choices.chance(0.5) ? createBroker(scheduler) : null
  const members = Array.from({ length: choices.between(1, 2) }, (_, n) =>
    createMember(scheduler, database, `p${n + 1}`, broker?.transport ?? null),
  )
  const faults = createFaults(scheduler, database, members)
  const ledger: Ledger = { attempted: new Map(), acknowledged: new Map() }
  let waiting = choices.between(2, 4)
  for (let n = waiting; n > 0; n -= 1)
    void runAgent(scheduler, members, `ATM-${n}`, ledger).then(() => {
      waiting -= 1
    })
  const topics = consumedTopics(PLATFORM_NAME)
  const lastOf = (topic: unknown) =>
    database
      .list('message')
      .reduce((most, message) => (message.topic === topic ? Math.max(most, Number(message.seq)) : most), 0)
  const isRead = (): boolean => {
    if (broker !== null) return broker.isRead(GROUP, topics)
    const cursors = database.list('cursor')
    return database
      .list('topic')
      .every(({ name }) => cursors.some(({ topic, seq }) => topic === name && Number(seq) === lastOf(name)))
  }
  const isQuiet = () => !faults.isPending() && database.list('outbox').length === 0 && database.isIdle() && isRead()
  const beganMs = scheduler.nowMs()
  const ended = await scheduler.run(() => waiting === 0, beganMs + CALM_MS)
  faults.end()
  const calmed = ended && (await scheduler.run(isQuiet, scheduler.nowMs() + CALM_MS))
  const pending = [
    ...(ended ? [] : ['agents still wait for an answer']),
    ...(calmed || !ended ? [] : [`what is stored is not passed on: ${database.list('outbox').length} in the outbox`]),
  ]
  const published = broker?.messages() ?? database.list('message')
  return [...pending, ...judgeMessages(database, ledger, published, calmed)]
}
