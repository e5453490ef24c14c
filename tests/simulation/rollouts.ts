import type { Stores } from '../../db/tenancy.ts'
import { changeRollout } from '../../subgraphs/fleet/rollouts/change-rollout.ts'
import { startRollouts } from '../../subgraphs/fleet/rollouts/driver.ts'
import type { AtmSelector } from '../../subgraphs/fleet/rollouts/selected-atms.ts'
import {
  findTaskToReport,
  updateExpired,
  updateNextTasks,
  updateReported,
} from '../../subgraphs/fleet/task-delivery.store.ts'
import { effectOf } from '../../subgraphs/fleet/task-reports.rules.ts'
import type { Principal } from '../../subgraphs/kit/auth/principal.ts'
import { DomainError } from '../../subgraphs/kit/common/errors.ts'
import { createWaker } from '../../subgraphs/kit/common/waker.ts'
import { createStores } from './connections.ts'
import { createDatabase, type Database } from './database.ts'
import { createFaults, type Restartable } from './faults.ts'
import { silentLog } from './log.ts'
import { createProcess, within } from './process.ts'
import { watchRollout } from './rollouts-oracle.ts'
import type { Scheduler } from './scheduler.ts'
import { statementOf } from './statements.ts'

const EVERYONE = { unrestricted: true, institutions: [] }
const END_MS = 900_000
const PERSON: Principal = {
  ...{ userId: 'u1', email: 'person@example.com', role: 'ADMIN', agentAtmId: null },
  ...EVERYONE,
}

type Member = Restartable & { stores(): Stores }

/** The incident service, which knows all ATMs but one, and does not answer now and then. */
const selectorOf = ({ task, choices }: Scheduler): AtmSelector => {
  const answer = <T>(label: string, value: () => T) =>
    task(label, () => {
      if (choices.chance(0.04)) throw new DomainError('UNAVAILABLE', 'not now', { retryAfterSeconds: 1 })
      return value()
    })
  return {
    findByAgentIds: (ids) =>
      answer('resolve ATMs', () =>
        ids.flatMap((agentAtmId) => {
          const atmId = Number(agentAtmId.slice(4))
          const atm = { atmId, agentAtmId, institutionKey: 'ACME', retired: false, reactivatedAt: null }
          return atmId === 1 ? [] : [atm]
        }),
      ),
    listAfter: () => answer('select ATMs', () => []),
    count: () => answer('count ATMs', () => []),
  }
}

const createMember = (scheduler: Scheduler, database: Database, name: string): Member => {
  let process = createProcess(name)
  let stores: Stores
  const { now, newId } = scheduler
  const start = () => {
    stores = createStores(scheduler, database)
    startRollouts({ stores, atms: selectorOf(scheduler), log: silentLog, waker: createWaker(), now, newId })
  }
  within(process, start)
  return {
    get process() {
      return process
    },
    stores: () => stores,
    restart() {
      process = createProcess(name)
      within(process, start)
    },
  }
}

/** One request to any process that lives; null where it failed, or its answer was lost. */
const createRequests = ({ choices }: Scheduler, members: readonly Member[]) => {
  const [first, ...others] = members
  if (first === undefined) throw new Error('no process')
  return async <T>(work: (stores: Stores) => Promise<T>): Promise<T | null> => {
    const member = choices.pick([first, ...others])
    const { process } = member
    if (!process.isAlive) return null
    const answer = within(process, () => work(member.stores()))
    return Promise.race([answer, process.crashed]).catch(() => null)
  }
}

type Request = ReturnType<typeof createRequests>

/** Tasks as they reached their agents. */
export type Delivered = Map<string, number>

/** An agent asks for tasks and reports what became of them; some never report. */
const runAgent = async (scheduler: Scheduler, request: Request, agentAtmId: string, delivered: Delivered) => {
  const { choices, now } = scheduler
  for (;;) {
    await scheduler.sleep(choices.between(500, 9_000))
    const asking = { agentAtmId, institutionKey: 'ACME', at: now() }
    const tasks = await request((stores) => stores.inTenant(EVERYONE, (tx) => updateNextTasks(tx, asking)))
    for (const { id } of tasks ?? []) {
      delivered.set(id, (delivered.get(id) ?? 0) + 1)
      const status = choices.weighted({ SUCCEEDED: 8, FAILED: 2, never: 1 })
      if (status === 'never') continue
      await scheduler.sleep(choices.between(50, 14_000))
      const report = { status, result: null, error: null }
      for (let isKnown = false; !isKnown; ) {
        const known = await request((stores) =>
          stores.inTenant(EVERYONE, async (tx) => {
            const task = await findTaskToReport(tx, id)
            if (task !== null && effectOf(task, report) === 'CHANGE') await updateReported(tx, task, report, now())
            return true
          }),
        )
        isKnown = known ?? false
        if (!isKnown) await scheduler.sleep(1_000)
      }
    }
  }
}

/** A person pauses the rollout now and then, resumes it, and sometimes cancels it. */
const runPerson = async (scheduler: Scheduler, request: Request, database: Database) => {
  const { choices, now } = scheduler
  const mayCancel = choices.chance(0.25)
  for (let pauses = 0; ; ) {
    await scheduler.sleep(choices.between(200, 6_000))
    const status = database.get('rollout', '1')?.status
    const wanted =
      mayCancel && choices.chance(0.15)
        ? 'CANCELLED'
        : status === 'PAUSED'
          ? 'RUNNING'
          : pauses < 4 && choices.chance(0.5)
            ? 'PAUSED'
            : null
    if (wanted === null) continue
    if (wanted === 'PAUSED') pauses += 1
    await request((stores) => {
      const write: Parameters<typeof changeRollout>[2]['write'] = (work) => stores.inTenant(EVERYONE, work)
      return changeRollout(1, { status: wanted }, { principal: PERSON, write, now, audit: async () => {} })
    })
  }
}

/** The job that marks tasks whose time is over. */
const runExpiry = async (scheduler: Scheduler, request: Request) => {
  for (;;) {
    await scheduler.sleep(10_000)
    await request((stores) => stores.asPlatform((tx) => updateExpired(tx, 'platform', scheduler.now(), 2_000)))
  }
}

const seedRollout = ({ choices, nowMs }: Scheduler, database: Database, atms: number): void => {
  const at = nowMs()
  database.seed('rollout', '1', {
    ...{ id: 1, kind: 'REBOOT', params: null, reason: null, filter: null, listed: atms, stages: [20, 50, 100] },
    ...{ pause_at_failure_pct: choices.pick([0, 20, 50, 100]), min_finished: choices.between(1, 3) },
    ...{ expires_in_s: choices.pick([8, 60]), outcome_within_s: 12, status: 'RUNNING', pause_reason: null },
    ...{
      requested_by: 'someone',
      requested_at: at,
      changed_by: null,
      changed_at: null,
      by_customer: false,
      scope: null,
    },
    ...{ institutions: ['ACME'], after_atm_id: 0, prepared_at: null, finished_at: null, atms: 0, skipped: 0 },
    ...{ stage_atms: [], stage_opened_at: [], resumed_at: null, accepted_finished: 0, accepted_failed: 0, next_at: at },
    ...{ key_hash: null, order_hash: '' },
  })
  for (let n = 1; n <= atms; n += 1) {
    const atm = { rollout_id: 1, agent_atm_id: `ATM-${n}`, atm_id: null, institution_key: null, stage: null }
    database.seed('rollout_atm', `1 ATM-${n}`, { ...atm, skipped: null, task_id: null, due_at: at })
  }
}

/** Plays one rollout to its end; returns what is wrong. */
export const playRollouts = async (scheduler: Scheduler): Promise<readonly string[]> => {
  const { choices } = scheduler
  const database = createDatabase(scheduler, statementOf)
  const atms = choices.between(3, 9)
  seedRollout(scheduler, database, atms)
  const members = Array.from({ length: choices.between(1, 3) }, (_, n) =>
    createMember(scheduler, database, `p${n + 1}`),
  )
  const faults = createFaults(scheduler, database, members)
  const delivered: Delivered = new Map()
  const watched = watchRollout(database, { scheduler, makers: () => members.length + faults.happened(), delivered })
  const request = createRequests(scheduler, members)
  for (let n = 1; n <= atms; n += 1) void runAgent(scheduler, request, `ATM-${n}`, delivered)
  void runPerson(scheduler, request, database)
  void runExpiry(scheduler, request)
  const hasEnded = () => {
    const row = database.get('rollout', '1')
    return (row?.status === 'DONE' || row?.status === 'CANCELLED') && row.next_at === null && !faults.isPending()
  }
  const ended = await scheduler.run(() => hasEnded() || watched.wrong.length > 0, scheduler.nowMs() + END_MS)
  faults.end()
  if (watched.wrong.length > 0) return watched.wrong
  if (!ended) return [`the rollout is ${database.get('rollout', '1')?.status} and does not end`]
  return watched.atEnd()
}
