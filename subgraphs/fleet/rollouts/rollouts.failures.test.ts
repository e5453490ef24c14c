import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openTestFleet, type TestFleet } from '../fleet.testing.ts'
import { counts, listed, many, rolloutsOf, START, startOver } from './rollouts.testing.ts'

let fleet: TestFleet
let rollouts: ReturnType<typeof rolloutsOf>
let admin: string

const ACME = many('ACME', 20)

beforeAll(async () => {
  fleet = await openTestFleet({ now: START })
  rollouts = rolloutsOf(fleet)
  await fleet.register('ACME', ACME)
  admin = await fleet.token({ role: 'ADMIN', email: 'root@example.org' })
})
afterAll(() => fleet.close())
beforeEach(() => startOver(fleet))

const began = (body: object) => rollouts.began(admin, body)
const pass = (seconds: number) => rollouts.pass(seconds)
const work = (status: string | null, agents: readonly string[] = ACME) => rollouts.work(status, agents)

describe('failures of a rollout', () => {
  it('pause it when their share passes the limit, and what was not delivered is taken back', async () => {
    const id = await began(listed(ACME, { stages: [50, 100] }))
    expect(counts(await rollouts.show(id, admin))).toMatchObject({ QUEUED: 10 })
    const asked = await work('FAILED', ACME.slice(0, 10))
    const shown = await rollouts.show(id, admin)
    expect(shown).toMatchObject({ status: 'PAUSED', pauseReason: 'FAILURES', changedBy: 'platform', failurePct: 100 })
    expect(counts(shown)).toMatchObject({ FAILED: asked.length, QUEUED: 0, CANCELLED: 0, waiting: 20 - asked.length })
    expect(await work('SUCCEEDED')).toEqual([])
    expect((await rollouts.outcomes(admin, id, 'FAILED')).map((one) => one.agentAtmId)).toEqual(asked.sort())
  })

  it('are accepted by whoever resumes it: it goes on with what is left', async () => {
    const id = await began(listed(ACME, { stages: [50, 100] }))
    const asked = await work('FAILED', ACME.slice(0, 10))
    const resumed = await rollouts.change(admin, id, { status: 'RUNNING', pauseAtFailurePct: 30 })
    expect(resumed.body).toMatchObject({ status: 'RUNNING', pauseReason: null, pauseAtFailurePct: 30, failurePct: 0 })
    await rollouts.drive()
    expect(counts(await rollouts.show(id, admin))).toMatchObject({ FAILED: asked.length, QUEUED: 10 - asked.length })
    await work('SUCCEEDED')
    await work('SUCCEEDED')
    expect(await rollouts.show(id, admin)).toMatchObject({ status: 'DONE', counts: { SUCCEEDED: 20 - asked.length } })
  })

  it('after a resumption are not made up for by late successes of what was accepted', async () => {
    const id = await began(listed(ACME, { stages: [50, 100], outcomeWithinSeconds: 600, expiresInSeconds: 3_600 }))
    const accepted = await rollouts.pollAll(ACME)
    await pass(601)
    expect(await rollouts.show(id, admin)).toMatchObject({ status: 'PAUSED', counts: { overdue: 10, waiting: 10 } })
    await rollouts.change(admin, id, { status: 'RUNNING' })
    expect(await rollouts.show(id, admin)).toMatchObject({ failurePct: 0, counts: { overdue: 10 } })
    for (const task of accepted) await rollouts.report(task, 'SUCCEEDED')
    await pass(3)
    const asked = await rollouts.pollAll(ACME)
    expect(asked).toHaveLength(10)
    for (const [n, task] of asked.entries()) await rollouts.report(task, n < 5 ? 'FAILED' : 'SUCCEEDED')
    await pass(3)
    expect(await rollouts.show(id, admin)).toMatchObject({ status: 'PAUSED', failurePct: 25 })
  })

  it('are expired tasks and those without an outcome in time, until it comes', async () => {
    const id = await began(listed(ACME, { stages: [100], pauseAtFailurePct: 100, outcomeWithinSeconds: 600 }))
    const agents = ACME.slice(0, 2)
    const sent = await rollouts.poll('ACME-1')
    await rollouts.poll('ACME-2')
    await pass(599)
    expect(counts(await rollouts.show(id, admin))).toMatchObject({ SENT: 2, overdue: 0, QUEUED: 18 })
    await pass(2)
    expect(counts(await rollouts.show(id, admin))).toMatchObject({ SENT: 2, overdue: 2, QUEUED: 18 })
    await pass(300)
    await fleet.runJob('fleet.task-expiry')
    await pass(3)
    expect(await rollouts.show(id, admin)).toMatchObject({ status: 'DONE', failurePct: 100, counts: { EXPIRED: 18 } })
    expect(await rollouts.outcomes(admin, id, 'FAILED')).toHaveLength(20)
    await rollouts.report(sent[0] ?? '', 'SUCCEEDED')
    expect(counts(await rollouts.show(id, admin))).toMatchObject({ SUCCEEDED: 1, SENT: 1, overdue: 1 })
    expect((await rollouts.outcomes(admin, id, 'FAILED')).map((one) => one.agentAtmId)).toContain(agents[1])
  })

  it('count from a number of outcomes on, where one is given, and at the end of a stage in any case', async () => {
    const id = await began(listed(ACME, { stages: [50, 100], minFinished: 9 }))
    const asked = await work('FAILED', ACME.slice(0, 8))
    expect(await rollouts.show(id, admin)).toMatchObject({ status: 'RUNNING', counts: { FAILED: asked.length } })
    await work('FAILED')
    expect(await rollouts.show(id, admin)).toMatchObject({ status: 'PAUSED', counts: { FAILED: 10, waiting: 10 } })
  })
})

describe('a clock that was a day ahead and is set back', () => {
  it('holds up no rollout, nor the tasks of its ATMs', async () => {
    const day = 86_400
    fleet.clock.set(new Date(Date.parse(START) + day * 1_000))
    const id = await began(listed(ACME))
    fleet.clock.set(START)
    expect(await work('SUCCEEDED')).toHaveLength(2)
    expect(counts(await rollouts.show(id, admin))).toMatchObject({ SUCCEEDED: 2, QUEUED: 18 })
    expect(await work('SUCCEEDED')).toHaveLength(18)
    expect(await rollouts.show(id, admin)).toMatchObject({ status: 'DONE' })
  })

  it('accepts no task without an outcome for longer than that', async () => {
    const body = { stages: [100], outcomeWithinSeconds: 600, expiresInSeconds: 86_400 }
    const id = await began(listed(ACME.slice(0, 4), body))
    await rollouts.change(admin, id, { status: 'PAUSED' })
    fleet.clock.set(new Date(Date.parse(START) + 86_400_000))
    await rollouts.change(admin, id, { status: 'RUNNING' })
    fleet.clock.set(START)
    await rollouts.drive()
    expect(await work(null)).toHaveLength(4)
    await pass(700)
    expect(await rollouts.show(id, admin)).toMatchObject({ status: 'PAUSED', failurePct: 100 })
  })
})

describe('the retention of tasks', () => {
  it('leaves those of a rollout that has not ended, which they hold up', async () => {
    const id = await began(listed(ACME.slice(0, 2), { stages: [50, 100], outcomeWithinSeconds: 86_400 }))
    expect(await work(null)).toHaveLength(1)
    await rollouts.change(admin, id, { status: 'PAUSED' })
    fleet.clock.set('2027-12-26T12:00:00Z')
    expect(await fleet.runJob('fleet.task-retention')).toBe('0 tasks deleted')
    await rollouts.change(admin, id, { status: 'RUNNING' })
    await rollouts.drive()
    expect(await fleet.runJob('fleet.task-retention')).toBe('0 tasks deleted')
    expect(await work('SUCCEEDED')).toHaveLength(1)
    expect(await rollouts.show(id, admin)).toMatchObject({ status: 'DONE', counts: { SENT: 1, SUCCEEDED: 1 } })
    expect(await fleet.runJob('fleet.task-retention')).toBe('1 tasks deleted')
  })
})
