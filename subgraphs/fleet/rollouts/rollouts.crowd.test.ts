import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openStores, type Stores } from '../../../db/tenancy.ts'
import { type Choices, choicesOf } from '../../../demo/random.ts'
import { SEED } from '../../../tests/support/seed.ts'
import { runAs } from '../../../tests/support/sql.ts'
import { openTestFleet, type TestFleet } from '../fleet.testing.ts'
import { driveRollouts } from './driver.ts'
import { rolloutsOf } from './rollouts.testing.ts'
import { createAtmSelector } from './selected-atms.ts'

const ATMS = Array.from({ length: 600 }, (_, n) => `CROWD-${n + 1}`)

let fleet: TestFleet
let rollouts: ReturnType<typeof rolloutsOf>
let stores: Stores
let admin: string

beforeAll(async () => {
  fleet = await openTestFleet({ now: '2026-11-20T12:00:00Z' })
  rollouts = rolloutsOf(fleet)
  stores = await openStores(fleet.database.urls, { name: 'crowd' })
  await fleet.register('ACME', ATMS)
  admin = await fleet.token({ role: 'ADMIN' })
}, 60_000)
afterAll(async () => {
  await stores.close()
  await fleet.close()
})

const KILLED = new Error('killed')

/** Stores of a process that may be killed before or after any commit. */
const mortal = (choices: Choices): Stores => ({
  ...stores,
  asPlatform: async (work, options) => {
    const result = await stores.asPlatform(async (tx) => {
      const done = await work(tx)
      if (choices.chance(0.1)) throw KILLED
      return done
    }, options)
    if (choices.chance(0.1)) throw KILLED
    return result
  },
})

const atms = () =>
  createAtmSelector({
    async request(service, { method, path, body }) {
      const { status, body: answer } = await fleet.askInternal(method, `/${service}${path}`, { body })
      return { status, body: answer, headers: {} }
    },
  })

/** Drives until it is killed, or nothing is due. */
const live = async (choices: Choices): Promise<void> => {
  let lastId = 0
  const newId = () => {
    lastId += 1
    return `${choices.digits(8)}-0000-4000-8000-${String(lastId).padStart(12, '0')}`
  }
  await driveRollouts({ stores: mortal(choices), atms: atms(), now: fleet.clock.now, newId }).catch(
    (error: unknown) => {
      if (error !== KILLED) throw error
    },
  )
}

const rows = (statement: string) => runAs(fleet.database.urls.superuser, [statement])

/** Agents that ask and report, all at once: what they are handed leaves no trace but in the store. */
const agentsWork = async (choices: Choices): Promise<void> => {
  const waiting = await rows(`select agent_atm_id as agent from fleet.task where status = 'QUEUED' limit 200`)
  const work = waiting.map(async ({ agent }) => {
    const ids = await rollouts.poll(String(agent))
    expect(ids.length).toBeLessThanOrEqual(1)
    for (const id of ids) await rollouts.report(id, choices.chance(0.03) ? 'FAILED' : 'SUCCEEDED')
  })
  await Promise.all(work)
}

describe('rollouts driven by several processes that are killed at any moment', () => {
  it('make one task for each ATM and deliver none twice, paused and resumed meanwhile', async () => {
    const choices = choicesOf(SEED)
    const begun = await rollouts.begin(admin, {
      ...{ kind: 'REBOOT', stages: [5, 25, 100], pauseAtFailurePct: 30, minFinished: 20 },
      ...(choices.chance(0.5) ? { agentAtmIds: ATMS } : { filter: { q: 'CROWD-' } }),
    })
    expect(begun.status).toBe(201)
    const id = Object(begun.body).id
    for (let turn = 0; ; turn += 1) {
      expect(turn).toBeLessThan(1_000)
      const someone = async () => {
        const status = choices.chance(0.05) ? 'PAUSED' : 'RUNNING'
        expect([200, 409]).toContain((await rollouts.change(admin, id, { status })).status)
      }
      await Promise.all([live(choices), live(choices), live(choices), agentsWork(choices), someone()])
      // Long enough that what a killed process had to itself is taken up.
      fleet.clock.set(new Date(fleet.clock.now().getTime() + 31_000))
      if ((await rollouts.show(id, admin)).status === 'DONE') break
    }
    const shown = await rollouts.show(id, admin)
    const counts = Object(shown.counts)
    expect(shown).toMatchObject({ atms: 600, skipped: 0, counts: { waiting: 0, QUEUED: 0, SENT: 0, CANCELLED: 0 } })
    expect(counts.SUCCEEDED + counts.FAILED + counts.EXPIRED).toBe(600)
    // What was delivered or ended, by ATM: once each; what a pause took back was never delivered.
    expect(
      await rows(`
      select agent_atm_id from fleet.task where rollout_id = ${id} and rollout_stage is not null
      group by 1 having count(*) <> 1`),
    ).toEqual([])
    expect(
      await rows(`
      select id from fleet.task where rollout_id = ${id} and rollout_stage is null
        and (status <> 'CANCELLED' or sent_at is not null)`),
    ).toEqual([])
    expect(
      await rows(`
      select a.agent_atm_id from fleet.rollout_atm a left join fleet.task t on t.id = a.task_id
      where a.rollout_id = ${id} and (t.agent_atm_id is distinct from a.agent_atm_id or t.rollout_stage <> a.stage)`),
    ).toEqual([])
    // The kept totals are those of a plain count.
    expect(
      await rows(`
      select stage::int, status, sum(tasks)::int as n from fleet.rollout_total where rollout_id = ${id}
      group by 1, 2 having sum(tasks) <> 0 order by 1, 2`),
    ).toEqual(
      await rows(`
        select rollout_stage::int as stage, status, count(*)::int as n from fleet.task
        where rollout_id = ${id} and rollout_stage is not null group by 1, 2 order by 1, 2`),
    )
    // No stage began before the one before had ended.
    const times = await rows(`
      select rollout_stage::int as stage, min(requested_at) as began, max(finished_at) as ended from fleet.task
      where rollout_id = ${id} and rollout_stage is not null group by 1 order by 1`)
    expect(times).toHaveLength(3)
    for (const [n, { began }] of times.entries())
      if (n > 0) expect(Number(began)).toBeGreaterThanOrEqual(Number(times[n - 1]?.ended))
  }, 120_000)
})

describe('a rollout that is paused before its ATMs are looked up', () => {
  it('makes its tasks although it is resumed just as a process takes it up', async () => {
    const agentAtmIds = ['RESUMED-1', 'RESUMED-2', 'RESUMED-3']
    await fleet.register('ACME', agentAtmIds)
    const begun = await rollouts.begin(admin, { kind: 'REBOOT', stages: [100], agentAtmIds })
    const id = Object(begun.body).id
    await rollouts.change(admin, id, { status: 'PAUSED' })
    let transactions = 0
    const resumed: Stores = {
      ...stores,
      asPlatform: async (work, options) => {
        const result = await stores.asPlatform(work, options)
        transactions += 1
        if (transactions === 1) await rollouts.change(admin, id, { status: 'RUNNING' })
        return result
      },
    }
    await driveRollouts({ stores: resumed, atms: atms(), now: fleet.clock.now, newId: randomUUID })
    expect(await rollouts.show(id, admin)).toMatchObject({ status: 'RUNNING', atms: 3, counts: { QUEUED: 3 } })
  })
})
