import { isMissingPartition } from '../../../db/errors.ts'
import { DAY_MS } from '../../kit/common/dates.ts'
import type { AtmRegistration } from '../../kit/config/config.ts'
import { tracesOfBatch } from '../model/batch-traces.rules.ts'
import { readEventTime } from '../model/event-time.rules.ts'
import { OPENING_RULES } from '../model/incident-kinds.rules.ts'
import type {
  AtmState,
  DecidedStateChange,
  Found,
  IncidentState,
  KnownKey,
  MirroredStateChange,
  NewEvent,
  NewException,
  Signal,
  Timed,
} from '../model/ingest.types.ts'
import { silencesOf } from '../model/silences.rules.ts'
import { type LaneConnection, settleAll } from './connection.ts'
import { foldBatch } from './fold.rules.ts'
import { type LaneCache, rememberByConnection } from './lane-cache.ts'
import { findRetired, type LockedAtm, lockAtmsOfBatch } from './lock-atms.ts'
import { readSupervisorVisits } from './read-history.ts'
import { type ReadState, readOpenIncidents, readState } from './read-state.ts'
import { GUARD, type NewStateChange } from './statements.ts'
import { type BatchRows, hasWrites, sendWrites, type WriteOptions } from './write-rows.ts'

/** What became of a signal, once its batch is committed. */
export type Outcome =
  | { readonly kind: 'stored'; readonly event: NewEvent }
  | { readonly kind: 'exception'; readonly exceptionId: number; readonly atm: AtmState }
  | { readonly kind: 'heartbeat'; readonly atm: AtmState }
  /** The eventId was answered before: with this event, or this exception. */
  | { readonly kind: 'known'; readonly key: KnownKey; readonly atm: AtmState }
  /** The ATM belongs to another institution, or is not registered where it has to be. */
  | { readonly kind: 'foreign' }
  | { readonly kind: 'retired' }

export type Committed = {
  /** By place in the batch. */
  readonly outcomes: readonly Outcome[]
  readonly atms: Iterable<AtmState & Pick<LockedAtm, 'registered'>>
  readonly stateChanges: readonly MirroredStateChange[]
  /** True where messages wait in the outbox. */
  readonly hasMessages: boolean
}

/** The connection was lost after `commit` was sent: only the server knows whether it was done. */
export class CommitUnknownError extends Error {
  readonly transaction: string
  readonly committed: Committed

  constructor(transaction: string, committed: Committed, cause: unknown) {
    super('the connection was lost while the batch was being committed', { cause })
    this.name = 'CommitUnknownError'
    this.transaction = transaction
    this.committed = committed
  }
}

export type WriterOptions = WriteOptions & {
  readonly platformTimeZone: string
  readonly registration: AtmRegistration
  /** ATM_CONNECTED_WITHIN, in ms. */
  readonly connectedWithinMs: number
}

/** Stores a batch in one transaction. Nothing is stored when it rejects, except with CommitUnknownError. */
export type Writer = (connection: LaneConnection, signals: readonly Signal[]) => Promise<Committed>

/** What a batch found under its locks. */
type ReadBatch = {
  /** The id of the transaction that holds the locks; '' where no ATM is the caller's. */
  readonly transaction: string
  readonly atms: ReadonlyMap<string, LockedAtm>
  /** The textual ids of those that are retired. */
  readonly retired: ReadonlySet<string>
  readonly signals: readonly Timed[]
  readonly state: ReadState & Pick<Found, 'supervisorVisits'>
  /** The open incidents of ATMs that got their first institution, which they are of from now on. */
  readonly moved: readonly IncidentState[]
  readonly incidentIds: readonly number[]
}

const INCIDENT_IDS = `select nextval('incident.incident_id') as id from generate_series(1, $1::int)`

/** Ids for as many incidents as the batch could open, one by one: of one ATM the highest is the newest. */
const takeIncidentIds = async (connection: LaneConnection, signals: readonly Signal[]): Promise<readonly number[]> => {
  const opening = signals.filter((signal) => signal.kind === 'event' && OPENING_RULES.has(signal.type.eventType)).length
  if (opening === 0) return []
  const rows = await connection.run<{ id: number }>('incident-ids', INCIDENT_IDS, [opening])
  return rows.map(({ id }) => id)
}

/** Makes the writer of a lane. */
export const createWriter = (options: WriterOptions): Writer => {
  const cacheOf = rememberByConnection()

  const timed = (signals: readonly Signal[], { memory }: LaneCache): readonly Timed[] =>
    signals.map((signal) => {
      if (signal.kind !== 'event') return { signal }
      const zone = memory.zoneOf(signal.agentAtmId) ?? options.platformTimeZone
      return { signal, time: readEventTime(signal.sentTime, zone, signal.receivedAt) }
    })

  /** `reporting`: the signals whose ATMs may be locked; those of other ATMs are refused by `decide`. */
  const read = async (
    connection: LaneConnection,
    signals: readonly Signal[],
    reporting: readonly Signal[],
    cache: LaneCache,
  ): Promise<ReadBatch> => {
    const { memory } = cache
    const guess = timed(signals, cache)
    const [, locked, incidentIds, seen] = await settleAll(
      connection.together(() => [
        connection.command('begin'),
        lockAtmsOfBatch(connection, reporting, { idOf: memory.idOf, registration: options.registration }),
        takeIncidentIds(connection, signals),
        readState(connection, guess, memory.idOf),
      ]),
    )
    const again = memory.correct(locked)
    const timedSignals = again ? timed(signals, cache) : guess
    const state = again ? await readState(connection, timedSignals, memory.idOf) : seen
    const adopted = locked.filter((atm) => atm.adopted).map(({ id }) => id)
    const moved = await readOpenIncidents(connection, adopted, state)
    const retired = await findRetired(connection, reporting, locked)
    const atms = new Map(locked.map((atm) => [atm.agentAtmId, atm]))
    const supervisorVisits = await readSupervisorVisits(connection, timedSignals, atms, state.incidentStates)
    return {
      transaction: locked[0]?.transaction ?? '',
      atms,
      retired,
      signals: timedSignals,
      state: { ...state, supervisorVisits },
      moved,
      incidentIds,
    }
  }

  /** Opens the transaction and decides; leaves it only with a plan to commit. */
  const planned = async (
    connection: LaneConnection,
    signals: readonly Signal[],
    reporting: readonly Signal[],
    cache: LaneCache,
  ) => {
    try {
      const batch = await read(connection, signals, reporting, cache)
      return { batch, plan: decide(batch, cache, options) }
    } catch (error) {
      if (connection.isOpen()) await connection.command('rollback').catch(() => {})
      throw error
    }
  }

  return makingDays(async (connection, signals) => {
    const cache = cacheOf(connection)
    await cache.eventIds.ensure(connection, signals.length)
    await cache.exceptionIds.ensure(connection, signals.length)
    const unregistered = await cache.memory.meet(connection, signals)
    const reporting =
      options.registration === 'known' ? signals.filter(({ agentAtmId }) => !unregistered.has(agentAtmId)) : signals
    const begun = await planned(connection, signals, reporting, cache)
    return commit(connection, begun.batch, begun.plan, options)
  })
}

type Plan = { readonly rows: BatchRows; readonly committed: Committed }

/** State changes with the events that made them. `eventIds` are by place in the fold. */
const stateChangesOf = (
  stateChanges: readonly DecidedStateChange[],
  eventIds: ReadonlyMap<number, number>,
): NewStateChange[] =>
  stateChanges.flatMap((change) => {
    const eventId = eventIds.get(change.index)
    return eventId === undefined ? [] : [{ change, eventId }]
  })

/** Gives each signal its outcome: what is known already or foreign takes no part in the fold. */
const decide = (
  batch: ReadBatch,
  ids: Pick<LaneCache, 'eventIds' | 'exceptionIds'>,
  { connectedWithinMs }: WriterOptions,
): Plan => {
  const { signals, state } = batch
  const taken = signals.filter(({ signal }, n) => batch.atms.has(signal.agentAtmId) && !state.known.has(n))
  const nextIncidentId = batch.incidentIds.values()
  const takeId = () => {
    const { value, done } = nextIncidentId.next()
    if (done) throw new Error('more incidents than events that may open one')
    return value
  }
  const repeated = signals.filter((_, n) => state.known.has(n))
  const decisions = foldBatch(taken, { ...state, atms: batch.atms }, takeId, repeated)
  // They are written once more as they are, and published as those that the batch changed.
  for (const incident of batch.moved) decisions.changed.add(incident)
  const events: NewEvent[] = []
  const exceptions: NewException[] = []
  const eventIds = new Map<number, number>()
  let place = 0
  const outcomes = signals.map((one, n): Outcome => {
    const atm = batch.atms.get(one.signal.agentAtmId)
    if (atm === undefined) return { kind: batch.retired.has(one.signal.agentAtmId) ? 'retired' : 'foreign' }
    const key = state.known.get(n)
    if (key !== undefined) return { kind: 'known', key, atm }
    const incidentId = decisions.links[place] ?? null
    place += 1
    if ('time' in one) {
      const event = { id: ids.eventIds.take(), atm, signal: one.signal, time: one.time, incidentId }
      eventIds.set(place - 1, event.id)
      events.push(event)
      return { kind: 'stored', event }
    }
    if (one.signal.kind === 'heartbeat') return { kind: 'heartbeat', atm }
    const exception = { id: ids.exceptionIds.take(), atm, signal: one.signal }
    exceptions.push(exception)
    return { kind: 'exception', exceptionId: exception.id, atm }
  })
  const hasMessages = decisions.created.length > 0 || decisions.changed.size > 0
  return {
    rows: {
      events,
      exceptions,
      stateChanges: stateChangesOf(decisions.stateChanges, eventIds),
      decisions,
      silences: silencesOf(signals, batch.atms, connectedWithinMs),
      traces: tracesOfBatch(
        taken.map(({ signal }) => signal),
        decisions.links,
      ),
    },
    committed: { outcomes, atms: batch.atms.values(), stateChanges: decisions.stateChanges, hasMessages },
  }
}

const commit = async (
  connection: LaneConnection,
  { transaction, atms }: ReadBatch,
  { rows, committed }: Plan,
  options: WriterOptions,
): Promise<Committed> => {
  // Without an ATM of its own a batch wrote nothing and has no transaction id to be guarded by.
  const { writes, committing } = connection.together(() => ({
    writes:
      atms.size > 0 && hasWrites(rows)
        ? [connection.run('guard', GUARD, [transaction]), ...sendWrites(connection, rows, options)]
        : [],
    committing: connection.command('commit'),
  }))
  try {
    await settleAll([...writes, committing])
  } catch (error) {
    if (!connection.isOpen() && atms.size > 0) throw new CommitUnknownError(transaction, committed, error)
    throw error
  }
  const tag = await committing
  if (tag !== 'COMMIT') throw new Error(`the batch was not committed but answered ${tag}`)
  return committed
}

/**
 * Makes the partitions of the days that a batch was received on. Nothing is remembered of them: a job makes them
 * ahead and drops old ones, and a clock may be set to any day and back, so that only the database knows which ones
 * there are.
 */
const makeDays = async (connection: LaneConnection, signals: readonly Signal[]): Promise<void> => {
  const days = new Set(signals.map(({ receivedAt }) => Math.floor(receivedAt / DAY_MS)))
  for (const day of days) {
    const date = new Date(day * DAY_MS).toISOString().slice(0, 10)
    await connection.run('make-partitions', 'select incident.make_partitions($1::date, $1::date)', [date])
  }
}

/** A writer that makes the partitions which the other one misses, and has it store the batch again. */
const makingDays =
  (store: Writer): Writer =>
  async (connection, signals) => {
    try {
      return await store(connection, signals)
    } catch (error) {
      if (!isMissingPartition(error)) throw error
      await makeDays(connection, signals)
      return store(connection, signals)
    }
  }
