import type { PlatformTx, Stores } from '../../../db/tenancy.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../kit/common/dates.ts'
import type { JobContext, JobDefinition } from '../../kit/jobs/jobs.ts'
import { untilDone } from '../../kit/jobs/portions.ts'
import { removeInPortions, trustedNow } from '../../kit/jobs/removal.ts'
import { updateHeardUntil } from '../incidents/deaf-periods.store.ts'
import type { ProcessStart } from '../model/deaf-periods.rules.ts'
import type { MirroredStateChange } from '../model/ingest.types.ts'
import { countResolvedIncidents } from './incident-days.store.ts'
import { replayStates } from './late-states.rules.ts'
import {
  deleteLate,
  insertUnfinished,
  insertWaiting,
  type LateAtm,
  listStateEvents,
  replaceStates,
  takeLateAtms,
  updateBeginnings,
} from './late-states.store.ts'
import { hourOf, instantsBetween, isMidnight } from './sum-instants.rules.ts'
import { deleteFacts, deleteSums, FACTS, insertFirstInstant, listSumInstants, upsertSums } from './sums.store.ts'
import { deleteTotalsWithoutInstant, insertTotals, listInstantsWithoutTotals } from './totals.store.ts'

/**
 * Sums are made so long after their instant: an event of the service state that comes later than five minutes is late,
 * and one that came in time is committed by then.
 */
export const SUM_DELAY_MS = 10 * MINUTE_MS
/** Of the full hours, the last ones are kept: a reader that chose one finds it. */
const HOURS_KEPT = 3
/**
 * Of the last two months each sixth hour is kept as well, so that a month and the one before can begin and end at any
 * time: what happened between sums and an edge takes the longer to add up the more it is.
 */
const SIXTH_HOURS_DAYS = 70
/**
 * Instants whose sums one run deletes, each in a transaction of its own; a shorter retention takes some runs. The next
 * sums wait for the end of a run.
 */
const INSTANTS_A_RUN = 50
/** Instants whose totals one run makes, of sums that a release made that has none. */
const TOTALS_A_RUN = 20
/** Incidents are counted by day so long after they were resolved: no transaction or run of a job lasts that long. */
const COUNT_DELAY_MS = 6 * HOUR_MS
/** Instants whose sums one transaction makes again after late events: those of a day, so that it corrects it whole. */
const CORRECTED_TOGETHER = 10
/** Rows that one transaction deletes of what sums are made from. */
const FACTS_A_PORTION = 5_000

export type AvailabilityJobEnv = ProcessStart & {
  readonly stores: Stores
  readonly platformTimeZone: string
  /** STATE_RETENTION_DAYS. */
  readonly keptDays: number
  /** Tells the devices service when states began that late events moved; after their commit. */
  mirrorStates(stateChanges: readonly MirroredStateChange[]): void
}

type Run = Pick<JobContext, 'now' | 'lastDoneAt' | 'progress' | 'signal'>
/** An instant of sums, with the one before it. */
type Step = { readonly at: Date; readonly from: Date }
/** ATMs whose history is corrected, with the sums that are left, and the numbers of what has these made once more. */
type Corrected = {
  readonly atms: readonly LateAtm[]
  readonly moved: readonly MirroredStateChange[]
  readonly left: readonly Step[]
  readonly unfinished: readonly number[]
}

/** Begins to sum, where nothing was summed before. */
export const beginAvailability = (tx: PlatformTx, now: Date): Promise<void> => insertFirstInstant(tx, hourOf(now))

/** Begins to sum if need be, and records that the platform hears ATMs. Resolves to the instants of sums. */
const begin = (env: AvailabilityJobEnv, now: Date): Promise<readonly Date[]> =>
  env.stores.asPlatform(async (tx) => {
    await beginAvailability(tx, now)
    await updateHeardUntil(tx, now, env)
    return listSumInstants(tx)
  })

/** Makes the sums of some instants again, each of the ATMs for which it comes after their late event. */
const makeSumsAgain = async (
  tx: PlatformTx,
  atms: readonly LateAtm[],
  steps: readonly Step[],
  connectedWithinMs: number,
): Promise<void> => {
  for (const { at, from } of steps) {
    const atmIds = atms.filter(({ lateAt }) => lateAt <= at.getTime()).map(({ atmId }) => atmId)
    await upsertSums(tx, { at, from, connectedWithinMs, atmIds })
  }
}

/**
 * Corrects the history of a portion of the ATMs with late events, and their sums of the first instants since. Resolves
 * with what is left, and with those whose present state began at another instant than was known.
 */
const correctHistory = async (tx: PlatformTx, connectedWithinMs: number): Promise<Corrected> => {
  const atms = await takeLateAtms(tx)
  if (atms.length === 0) return { atms, moved: [], left: [], unfinished: [] }
  const events = await listStateEvents(tx, atms)
  const replayed = new Map(
    atms.map(({ atmId, before, state, remembered, stateAt: at, institutionKey }) => [
      atmId,
      replayStates(before, events.get(atmId) ?? [], { state, remembered, at, institutionKey }),
    ]),
  )
  await replaceStates(tx, atms, new Map([...replayed].map(([atmId, { stateChanges }]) => [atmId, stateChanges])))
  await insertWaiting(
    tx,
    atms.filter(({ atmId, stateAt }) => stateAt !== null && replayed.get(atmId)?.isApart),
  )
  const earliest = new Date(Math.min(...atms.map(({ lateAt }) => lateAt)))
  const instants = await listSumInstants(tx)
  const steps = instants.flatMap((at, n): Step[] => {
    const from = instants[n - 1]
    return from !== undefined && at >= earliest ? [{ at, from }] : []
  })
  await makeSumsAgain(tx, atms, steps.slice(0, CORRECTED_TOGETHER), connectedWithinMs)
  const left = steps.slice(CORRECTED_TOGETHER)
  const unfinished = left.length > 0 ? await insertUnfinished(tx, atms) : []
  return { atms, moved: await updateBeginnings(tx, atms), left, unfinished }
}

/**
 * Corrects a portion of the ATMs with late events. Only their history and the first sums are corrected while they are
 * locked: the rest is many sums where the clock of an agent was months behind. Resolves to how many ATMs it were.
 */
const correctLate = async (env: AvailabilityJobEnv, { signal }: Run): Promise<number> => {
  const { stores, connectedWithinMs } = env
  const { atms, moved, left, unfinished } = await stores.asPlatform((tx) => correctHistory(tx, connectedWithinMs))
  env.mirrorStates(moved)
  for (let done = 0; done < left.length; done += CORRECTED_TOGETHER) {
    signal?.throwIfAborted()
    await stores.asPlatform(async (tx) => {
      await makeSumsAgain(tx, atms, left.slice(done, done + CORRECTED_TOGETHER), connectedWithinMs)
      if (done + CORRECTED_TOGETHER >= left.length) await deleteLate(tx, unfinished)
    })
  }
  return atms.length
}

/** Makes the sums that are due after the instants that have some, oldest first. Resolves to their instants. */
const makeSums = async (
  env: AvailabilityJobEnv,
  known: readonly Date[],
  { now, progress, signal }: Run,
): Promise<readonly Date[]> => {
  const { stores, platformTimeZone, connectedWithinMs } = env
  let from = known.at(-1)
  if (from === undefined) return []
  const due = instantsBetween(from, new Date(now.getTime() - SUM_DELAY_MS), platformTimeZone)
  for (const at of due) {
    signal?.throwIfAborted()
    const before = from
    await stores.asPlatform((tx) => upsertSums(tx, { at, from: before, connectedWithinMs }))
    progress(`availability until ${at.toISOString()}`)
    from = at
  }
  return due
}

/** Makes the totals of instants that have none, each in a transaction of its own. */
const makeTotals = async ({ stores }: AvailabilityJobEnv, { signal }: Run): Promise<void> => {
  for (const at of await stores.asPlatform((tx) => listInstantsWithoutTotals(tx, TOTALS_A_RUN))) {
    signal?.throwIfAborted()
    await stores.asPlatform((tx) => insertTotals(tx, at))
  }
}

/** Counts by day the incidents that no longer change, a portion in a transaction. */
const countIncidents = async ({ stores }: AvailabilityJobEnv, { now, signal }: Run): Promise<void> => {
  const until = new Date(now.getTime() - COUNT_DELAY_MS)
  while (await stores.asPlatform((tx) => countResolvedIncidents(tx, until))) signal?.throwIfAborted()
}

/** Deletes the sums of instants that no reader needs, and the facts that are older than the retention. */
const deleteNeedlessSums = async (env: AvailabilityJobEnv, known: readonly Date[], run: Run): Promise<void> => {
  const { stores, platformTimeZone, keptDays } = env
  const { signal } = run
  const trustedMs = trustedNow(run).getTime()
  const oldest = new Date(trustedMs - keptDays * DAY_MS)
  // The first of all instants is where the sums begin.
  const [, ...later] = known
  const sixthsSince = new Date(trustedMs - SIXTH_HOURS_DAYS * DAY_MS)
  const hours = later.filter(
    (at) => !isMidnight(at, platformTimeZone) && (at.getUTCHours() % 6 !== 0 || at < sixthsSince),
  )
  const tooOld = known.filter((at) => at < oldest)
  const needless = tooOld.concat(hours.slice(0, -HOURS_KEPT).filter((at) => at >= oldest))
  for (const at of needless.slice(0, INSTANTS_A_RUN)) {
    signal?.throwIfAborted()
    await stores.asPlatform((tx) => deleteSums(tx, at))
  }
  await stores.asPlatform((tx) => deleteTotalsWithoutInstant(tx))
  // Not before the sums that are made from them.
  if (tooOld.length > INSTANTS_A_RUN) return
  for (const facts of FACTS)
    await removeInPortions(stores, FACTS_A_PORTION, (tx) => deleteFacts(tx, facts, oldest, FACTS_A_PORTION), { signal })
}

/**
 * Each minute: records that the platform receives heartbeats, corrects what late events change, and sums up what each
 * ATM did.
 */
export const availabilityJob = (env: AvailabilityJobEnv): JobDefinition => ({
  name: 'incident.availability',
  cron: '* * * * *',
  timeZone: 'UTC',
  async run(context) {
    const { now, progress, signal } = context
    const known = await begin(env, now)
    const made = await makeSums(env, known, context)
    if (made.length > 0) await deleteNeedlessSums(env, [...known, ...made], context)
    await makeTotals(env, context)
    const corrected = await untilDone(() => correctLate(env, context), {
      signal,
      progress: (total) => progress(`${total} ATMs corrected`),
    })
    if (made.length > 0) await countIncidents(env, context)
    return `${made.length} sums of the fleet made, ${corrected} ATMs corrected`
  },
})
