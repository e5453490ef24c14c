import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openStores, type Stores } from '../db/tenancy.ts'
import { openTestFleet, type TestFleet } from '../subgraphs/fleet/fleet.testing.ts'
import { counts, listed, many, rolloutsOf, START, startOver } from '../subgraphs/fleet/rollouts/rollouts.testing.ts'
import { countInstitution, eraseInstitution } from '../tools/erase/erase.ts'
import { runAs } from './support/sql.ts'

let fleet: TestFleet
let stores: Stores
let rollouts: ReturnType<typeof rolloutsOf>
let admin: string
let beta: string

const GONE = many('ACME', 8)
const STAY = many('BETA', 8)
const ALL = [...GONE, ...STAY]

beforeAll(async () => {
  fleet = await openTestFleet({ now: START })
  stores = await openStores(fleet.database.urls, { name: 'erasure' })
  rollouts = rolloutsOf(fleet)
  admin = await fleet.token({ role: 'ADMIN', email: 'root@example.org' })
  beta = await fleet.token({ role: 'MSP_ADMIN', institutions: ['BETA'], userId: 'msp' })
})
afterAll(async () => {
  await stores.close()
  await fleet.close()
})
beforeEach(async () => {
  await startOver(fleet)
  await fleet.register('ACME', GONE)
  await fleet.register('BETA', STAY)
})

const run = (statement: string) => runAs(fleet.database.urls.superuser, [statement])

/** Erases ACME; `broken` is the table at which the first attempt is interrupted. */
const erase = async (broken?: string): Promise<void> => {
  const found = await countInstitution({ databases: [stores], progress: () => {} }, 'ACME')
  const progress = (text: string) => {
    if (text === `erasing ${broken}`) throw new Error('interrupted')
  }
  if (broken !== undefined)
    await expect(eraseInstitution({ databases: [stores], progress }, 'ACME', found)).rejects.toThrow('interrupted')
  const { tables } = await eraseInstitution({ databases: [stores], progress: () => {} }, 'ACME', found)
  expect(tables.filter(({ after }) => after > 0)).toEqual([])
  const rows = await run(`select t::text as row from fleet.rollout_atm t union all select t::text from fleet.task t
    union all select t::text from fleet.rollout t`)
  expect(rows.filter(({ row }) => String(row).includes('ACME'))).toEqual([])
}

/** Has the agents that stay do what they are told until nothing is left; answers which had a task. */
const finish = async (): Promise<string[]> => {
  const had: string[] = []
  for (let turn = 0; turn < 4; turn += 1) had.push(...(await rollouts.work('SUCCEEDED', STAY)))
  return had.toSorted()
}

describe('a rollout of several institutions, one of which is erased', () => {
  it.each([undefined, 'fleet.task', 'incident.atm'])(
    'gives each ATM of the others its task, and ends (interrupted at: %s)',
    async (broken) => {
      const id = await rollouts.began(admin, listed(ALL, { stages: [50, 100] }))
      // Of the first stage some have ended, some are under way and some wait for their agents.
      const first = await rollouts.pollAll([...GONE.slice(0, 6), ...STAY.slice(0, 2)])
      const [one = ''] = first
      await rollouts.report(one, 'SUCCEEDED')
      await rollouts.pass(3)
      await erase(broken)
      const before = await rollouts.show(id, beta)
      expect(before).toMatchObject({ status: 'RUNNING', atms: 8, skipped: 0 })
      const polled = first.slice(-2)
      for (const task of polled) await rollouts.report(task, 'SUCCEEDED', 'BETA')
      await rollouts.pass(3)
      await finish()
      const shown = await rollouts.show(id, beta)
      expect(shown).toMatchObject({ status: 'DONE', atms: 8, counts: { SUCCEEDED: 8, waiting: 0, QUEUED: 0, SENT: 0 } })
      const tasks = await run(`select agent_atm_id from fleet.task where status = 'SUCCEEDED' order by 1`)
      expect(tasks.map((task) => task.agent_atm_id)).toEqual(STAY)
    },
  )

  it('is judged without what was accepted of it when it was resumed', async () => {
    const id = await rollouts.began(admin, listed(ALL, { stages: [100], minFinished: 100 }))
    await rollouts.work('FAILED', [...GONE, ...STAY.slice(0, 1)])
    await rollouts.change(admin, id, { status: 'PAUSED' })
    await rollouts.pass(3)
    expect(counts(await rollouts.show(id, admin))).toMatchObject({ FAILED: 9, waiting: 7 })
    await erase()
    await rollouts.change(admin, id, { status: 'RUNNING' })
    await rollouts.change(admin, id, { status: 'PAUSED' })
    expect(await run('select accepted_finished, accepted_failed from fleet.rollout')).toEqual([
      { accepted_finished: 1, accepted_failed: 1 },
    ])
  })

  it('counts only what the others accepted where it was resumed before', async () => {
    const id = await rollouts.began(admin, listed(ALL, { stages: [100], pauseAtFailurePct: 50, minFinished: 1 }))
    await rollouts.work('FAILED', [...GONE, ...STAY.slice(0, 1)])
    expect(await rollouts.show(id, admin)).toMatchObject({ status: 'PAUSED', pauseReason: 'FAILURES' })
    await rollouts.change(admin, id, { status: 'RUNNING' })
    await rollouts.pass(3)
    await erase()
    expect(await run('select accepted_finished, accepted_failed from fleet.rollout')).toEqual([
      { accepted_finished: 1, accepted_failed: 1 },
    ])
    await rollouts.work('SUCCEEDED', STAY.slice(1))
    expect(await rollouts.show(id, beta)).toMatchObject({ status: 'DONE', counts: { FAILED: 1, SUCCEEDED: 7 } })
  })

  it('leaves no ATM that a filter selects meanwhile', async () => {
    await rollouts.begin(admin, { kind: 'REBOOT', filter: { q: '-' }, stages: [100] })
    const [row] = await run('select id::int from fleet.rollout')
    const found = await countInstitution({ databases: [stores], progress: () => {} }, 'ACME')
    let steps = 0
    const beside: Stores = {
      ...stores,
      async asPlatform(work, options) {
        // Its ATMs are selected, divided and commanded after those that it had were taken out.
        if (steps > 0 && options?.mode !== 'read') await rollouts.drive()
        return stores.asPlatform(work, options)
      },
    }
    const progress = (text: string) => {
      if (text === 'erasing fleet.task') steps += 1
    }
    const { tables } = await eraseInstitution({ databases: [beside], progress }, 'ACME', found)
    expect(steps).toBe(3)
    expect(tables.filter(({ after }) => after > 0)).toEqual([])
    await finish()
    expect(await rollouts.show(row?.id, beta)).toMatchObject({ status: 'DONE', atms: 8, counts: { SUCCEEDED: 8 } })
  })

  it('keeps no name of its ATMs, looked up or not', async () => {
    const other = await rollouts.began(beta, listed(ALL, { stages: [100] }))
    await rollouts.begin(admin, listed(ALL, { stages: [100] }))
    expect(await rollouts.show(other, beta)).toMatchObject({ atms: 8, skipped: 8 })
    await erase()
    expect(await rollouts.show(other, beta)).toMatchObject({ status: 'RUNNING', atms: 8, skipped: 0 })
    await rollouts.drive()
    const prepared = await run('select atms, skipped, stage_atms from fleet.rollout order by id')
    expect(prepared).toEqual(Array(2).fill({ atms: 8, skipped: 0, stage_atms: [8] }))
  })
})
