import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { runAs } from '../../../tests/support/sql.ts'
import { openTestFleet, type TestFleet } from '../fleet.testing.ts'
import { counts, listed, many, rolloutsOf, START, startOver } from './rollouts.testing.ts'

let fleet: TestFleet
let rollouts: ReturnType<typeof rolloutsOf>
let admin: string
let msp: string
let customer: string
let movingId: number | undefined

const ACME = many('ACME', 20)

beforeAll(async () => {
  fleet = await openTestFleet({ now: START })
  rollouts = rolloutsOf(fleet)
  await fleet.register('ACME', ACME)
  await fleet.register('BETA', many('BETA', 3))
  await fleet.register(null, ['NONE-1'])
  // Here, as it would change what other tests count.
  movingId = (await fleet.register('ACME', ['MOVING-1']))[0]
  admin = await fleet.token({ role: 'ADMIN', email: 'root@example.org' })
  msp = await fleet.token({ role: 'MSP_ADMIN', institutions: ['ACME'], userId: 'msp' })
  customer = await fleet.token({ role: 'CUSTOMER', institutions: ['ACME', 'BETA'], email: 'ann@acme.test' })
  await fleet.ask('PUT', '/fleet/task-permissions/ACME', { as: admin, body: ['REBOOT'] })
})
afterAll(() => fleet.close())
beforeEach(() => startOver(fleet))

const began = (body: object, as = admin) => rollouts.began(as, body)
const pass = (seconds: number) => rollouts.pass(seconds)
const work = (status: string | null, agents: readonly string[] = ACME) => rollouts.work(status, agents)
const fieldsOf = (answer: { body: unknown }): string[] =>
  Array.from(Object(answer.body).errors ?? [], (fault) => Object(fault).field)

describe('a rollout', () => {
  it('is answered with 201, and its ATMs are looked up and divided into stages', async () => {
    const answer = await rollouts.begin(msp, listed(ACME, { params: { delaySeconds: 5 }, reason: 'patch' }))
    expect(answer.status).toBe(201)
    expect(answer.body).toMatchObject({
      ...{ kind: 'REBOOT', params: { delaySeconds: 5 }, reason: 'patch', filter: null, listed: 20, stages: [10, 100] },
      ...{ pauseAtFailurePct: 20, minFinished: 1, expiresInSeconds: 900, outcomeWithinSeconds: 3_600 },
      ...{ status: 'RUNNING', requestedBy: 'msp', atms: 0, progress: [], failurePct: 0, preparedAt: null },
    })
    await rollouts.drive()
    const shown = await rollouts.show(Object(answer.body).id, msp)
    expect(shown).toMatchObject({ atms: 20, skipped: 0, counts: { QUEUED: 2, waiting: 18 } })
    expect(shown.progress).toMatchObject([
      { number: 1, percent: 10, atms: 2, openedAt: expect.any(String), counts: { QUEUED: 2, waiting: 0 } },
      { number: 2, percent: 100, atms: 18, openedAt: null, counts: { waiting: 18 } },
    ])
  })

  it('opens a stage when the tasks of the one before have ended, and is done after the last', async () => {
    const id = await began(listed(ACME))
    const first = await work(null)
    expect(first).toHaveLength(2)
    expect(counts(await rollouts.show(id, admin))).toMatchObject({ SENT: 2, waiting: 18 })
    const tasks = await fleet.ask('GET', '/fleet/api/fleet/tasks', { as: admin })
    for (const task of Object(tasks.body).content) {
      expect(task).toMatchObject({ rolloutId: id, kind: 'REBOOT', requestedBy: 'root@example.org' })
      await rollouts.report(task.id, 'SUCCEEDED')
    }
    await pass(3)
    expect(counts(await rollouts.show(id, admin))).toMatchObject({ SUCCEEDED: 2, QUEUED: 18 })
    expect(await work('SUCCEEDED')).toHaveLength(18)
    expect(await rollouts.show(id, admin)).toMatchObject({
      ...{ status: 'DONE', finishedAt: expect.any(String), counts: { SUCCEEDED: 20, waiting: 0 } },
    })
    await pass(60)
    expect(await work('SUCCEEDED')).toEqual([])
  })

  it('of a filter commands what it selects of the caller’s ATMs', async () => {
    const filter = { kind: 'REBOOT', filter: { q: 'acme-1' }, stages: [100] }
    expect((await rollouts.preview(msp, filter)).body).toEqual({
      ...{ atms: 11, notFound: 0, notPermitted: 0, stages: [{ number: 1, percent: 100, atms: 11 }] },
    })
    const id = await began(filter, msp)
    expect(await rollouts.show(id, msp)).toMatchObject({ atms: 11, listed: null, filter: { q: 'acme-1' } })
    const all = await began({ kind: 'REBOOT', filter: { institutionKey: '', vendor: ' ' } })
    expect(await rollouts.show(all, admin)).toMatchObject({ atms: 25 })
    const beta = await began({ kind: 'REBOOT', filter: { institutionKey: 'BETA' } })
    expect(await rollouts.show(beta, admin)).toMatchObject({ atms: 3 })
    for (const none of [{ institutionKey: 'BETA' }, { vendor: 'NCR' }])
      expect(fieldsOf(await rollouts.begin(msp, { kind: 'REBOOT', filter: none }))).toEqual(['filter'])
  })

  it('is given again for the same key, and refused for another request under it', async () => {
    const first = await rollouts.begin(msp, listed(['ACME-1']), 'key-1')
    const again = await rollouts.begin(msp, listed(['ACME-1']), 'key-1')
    expect([again.status, Object(again.body).id]).toEqual([201, Object(first.body).id])
    expect((await rollouts.begin(msp, listed(['ACME-2']), 'key-1')).status).toBe(409)
    const config = (params: object, key = 'key-4') =>
      rollouts.begin(msp, listed(['ACME-1'], { kind: 'CONFIG_UPDATE', params }), key)
    const inOrder = await config({ config: { a: { x: 1, y: [{ m: 1, n: 2 }] }, b: 2 } })
    const otherwise = await config({ config: { b: 2, a: { y: [{ n: 2, m: 1 }], x: 1 } } })
    expect([otherwise.status, Object(otherwise.body).id]).toEqual([201, Object(inOrder.body).id])
    expect((await config({ config: { a: { x: 1, y: [{ m: 2, n: 1 }] }, b: 2 } })).status).toBe(409)
    // As a process of a release before stored it: with the parameters as they were sent.
    const sent = { config: { b: 2, a: 1 } }
    const before = await config(sent, 'key-5')
    const order = {
      ...{ kind: 'CONFIG_UPDATE', params: sent, reason: null, filter: null, agentAtmIds: ['ACME-1'] },
      ...{
        stages: [10, 100],
        pauseAtFailurePct: 20,
        minFinished: 1,
        expiresInSeconds: 900,
        outcomeWithinSeconds: 3_600,
      },
    }
    const hash = createHash('sha256').update(JSON.stringify(order)).digest('base64url')
    await runAs(fleet.database.urls.superuser, [
      `update fleet.rollout set order_hash = '${hash}' where id = ${Object(before.body).id}`,
    ])
    const repeated = await config(sent, 'key-5')
    expect([repeated.status, Object(repeated.body).id]).toEqual([201, Object(before.body).id])
    expect((await config({ config: { b: 2, a: 3 } }, 'key-5')).status).toBe(409)
    const both = await Promise.all([1, 2, 3].map(() => rollouts.begin(msp, listed(['ACME-3']), 'key-2')))
    expect(new Set(both.map(({ body }) => Object(body).id)).size).toBe(1)
  })

  it('is one of at most twenty that are not ended, and of sixty an hour', async () => {
    for (let n = 0; n < 20; n += 1) await rollouts.begin(msp, listed(['ACME-1']))
    expect((await rollouts.begin(msp, listed(['ACME-1']))).status).toBe(409)
    await runAs(fleet.database.urls.superuser, [
      `insert into fleet.rollout (kind, listed, stages, pause_at_failure_pct, min_finished, expires_in_s,
         outcome_within_s, status, requested_by, requested_at, by_customer, institutions, order_hash)
       select 'REBOOT', 1, '{100}', 5, 1, 900, 900, 'DONE', 'msp', '${START}', false, '{ACME}', ''
       from generate_series(1, 40)`,
    ])
    expect((await rollouts.begin(msp, listed(['ACME-1']))).status).toBe(429)
  })

  it('is counted, of administrators, with their own rollouts and not with those of institutions', async () => {
    for (let n = 0; n < 20; n += 1) await rollouts.begin(msp, listed(['ACME-1']))
    for (let n = 0; n < 20; n += 1) expect((await rollouts.begin(admin, listed(['ACME-1', 'BETA-1']))).status).toBe(201)
    const { status, body } = await rollouts.begin(admin, listed(['ACME-1']))
    expect([status, Object(body).message]).toEqual([409, expect.stringContaining('20 rollouts')])
  })

  it.each([
    ['no ATMs', { agentAtmIds: undefined }, ['filter']],
    ['a list and a filter', { filter: {} }, ['filter']],
    ['an empty list', { agentAtmIds: [] }, ['agentAtmIds']],
    ['a list with a blank id', { agentAtmIds: ['A', ' '] }, ['agentAtmIds[1]']],
    [
      'a criticality that there is not',
      { agentAtmIds: undefined, filter: { criticality: 'URGENT' } },
      ['filter.criticality'],
    ],
    ['stages that fall', { stages: [25, 5, 100] }, ['stages']],
    ['stages that repeat', { stages: [5, 5, 100] }, ['stages']],
    ['stages that do not reach all', { stages: [5, 25] }, ['stages']],
    ['no stages', { stages: [] }, ['stages']],
    ['a stage of nothing', { stages: [0, 100] }, ['stages']],
    ['a limit over 100', { pauseAtFailurePct: 101 }, ['pauseAtFailurePct']],
    [
      'too short a time',
      { expiresInSeconds: 59, outcomeWithinSeconds: 59 },
      ['expiresInSeconds', 'outcomeWithinSeconds'],
    ],
    ['a param of another kind', { params: { seconds: 5 } }, ['params.seconds']],
    ['an unknown kind', { kind: 'SCRIPT_EXECUTION' }, ['kind']],
  ])('is refused with %s', async (_what, part, fields) => {
    const refused = await rollouts.begin(admin, listed(['ACME-1'], part))
    expect([refused.status, fieldsOf(refused)]).toEqual([400, fields])
  })
})

describe('the gates of a rollout', () => {
  it('are those of a task: the role, then the kind', async () => {
    expect((await rollouts.begin(null, listed(['ACME-1']))).status).toBe(401)
    const user = await fleet.token({ role: 'USER', institutions: ['ACME'] })
    expect((await rollouts.begin(user, { kind: 'NONSENSE' })).status).toBe(403)
    const params = { of: 'another kind' }
    const never = await rollouts.begin(customer, listed(['ACME-1'], { kind: 'UPDATE_AGENT', params }))
    expect([never.status, Object(never.body).detail]).toEqual([403, expect.stringContaining('never be pushed')])
    const denied = await rollouts.begin(customer, listed(['ACME-1'], { kind: 'RESTART_AGENT' }))
    expect([denied.status, Object(denied.body).detail]).toEqual([403, expect.stringContaining('service provider')])
  })

  it('hold for each ATM: what the caller may not command is skipped and reported', async () => {
    const mixed = ['ACME-1', 'ACME-2', 'BETA-1', 'NONE-1', 'NOBODY']
    const body = listed(mixed, { stages: [100] })
    expect((await rollouts.preview(customer, body)).body).toMatchObject({ atms: 2, notFound: 2, notPermitted: 1 })
    const id = await began(body, customer)
    expect(await rollouts.show(id, customer)).toMatchObject({ atms: 2, skipped: 3, counts: { QUEUED: 2 } })
    expect(await rollouts.outcomes(customer, id, 'SKIPPED')).toMatchObject([
      { agentAtmId: 'BETA-1', atmId: expect.any(Number), skipped: 'NOT_PERMITTED', taskId: null },
      { agentAtmId: 'NOBODY', atmId: null, skipped: 'NOT_FOUND' },
      { agentAtmId: 'NONE-1', atmId: null, skipped: 'NOT_FOUND' },
    ])
    const own = await began(listed(mixed, { stages: [100] }), msp)
    expect(await rollouts.show(own, msp)).toMatchObject({ atms: 2, skipped: 3 })
    const all = await began(listed(mixed, { stages: [100] }))
    expect(await rollouts.show(all, admin)).toMatchObject({ atms: 4, skipped: 1 })
  })

  it('are looked at again when a task is made: a grant that was revoked and an ATM that has moved', async () => {
    await fleet.ask('PUT', '/fleet/task-permissions/BETA', { as: admin, body: ['REBOOT'] })
    const atms = ['ACME-1', 'MOVING-1', ...many('BETA', 3)]
    const id = await began(listed(atms, { stages: [1, 100], pauseAtFailurePct: 100 }), customer)
    // Which one is in the first stage depends on the rollout's number. MOVING-1 is of ACME, and so polls nothing here.
    const [first = 'MOVING-1'] = await work(null, atms)
    await fleet.ask('PUT', '/fleet/task-permissions/BETA', { as: admin, body: [] })
    await fleet.ask('PATCH', `/incident/api/atms/${movingId}`, { as: admin, body: { institutionKey: 'GAMMA' } })
    await runAs(fleet.database.urls.superuser, [`update fleet.task set status = 'SUCCEEDED' where rollout_id = ${id}`])
    await pass(3)
    const skipped = await rollouts.outcomes(admin, id, 'SKIPPED')
    const expected = ['BETA-1', 'BETA-2', 'BETA-3', 'MOVING-1'].filter((agent) => agent !== first)
    expect(skipped.map(({ agentAtmId }) => agentAtmId)).toEqual(expected)
    expect(await rollouts.show(id, admin)).toMatchObject({ skipped: expected.length })
  })

  it('hold for whoever resumes it', async () => {
    const id = await began(listed(ACME, { kind: 'UPDATE_AGENT' }), msp)
    const acme = await fleet.token({ role: 'CUSTOMER', institutions: ['ACME'] })
    expect((await rollouts.change(acme, id, { status: 'PAUSED' })).status).toBe(200)
    expect((await rollouts.change(acme, id, { status: 'RUNNING' })).status).toBe(403)
    expect((await rollouts.change(msp, id, { status: 'RUNNING' })).status).toBe(200)
  })

  it('let whoever is skipped in one institution resume what is left in another', async () => {
    const id = await began(listed(['ACME-1', 'ACME-2', 'BETA-1'], { stages: [100] }), customer)
    await rollouts.change(customer, id, { status: 'PAUSED' })
    expect((await rollouts.change(customer, id, { status: 'RUNNING' })).status).toBe(200)
    await rollouts.drive()
    expect(await rollouts.show(id, customer)).toMatchObject({ skipped: 1, counts: { QUEUED: 2 } })
    const mixed = await began(listed(['ACME-1', 'BETA-1'], { stages: [100] }))
    await rollouts.change(customer, mixed, { status: 'PAUSED' })
    // Its gates are those of who began it: none would be closed for BETA-1.
    expect((await rollouts.change(customer, mixed, { status: 'RUNNING' })).status).toBe(403)
    const beta = await fleet.token({ role: 'CUSTOMER', institutions: ['BETA'], email: 'ben@beta.test' })
    await fleet.ask('PUT', '/fleet/task-permissions/BETA', { as: admin, body: ['REBOOT'] })
    const own = await began(listed(['BETA-1', 'BETA-2']), beta)
    await fleet.ask('PUT', '/fleet/task-permissions/BETA', { as: admin, body: [] })
    await rollouts.change(beta, own, { status: 'PAUSED' })
    expect((await rollouts.change(beta, own, { status: 'RUNNING' })).status).toBe(403)
  })

  it('hold for whoever allows it more failures', async () => {
    const id = await began(listed(ACME, { kind: 'UPDATE_AGENT' }), msp)
    const acme = await fleet.token({ role: 'CUSTOMER', institutions: ['ACME'] })
    expect((await rollouts.change(acme, id, { pauseAtFailurePct: 100 })).status).toBe(403)
    expect((await rollouts.change(acme, id, { status: 'PAUSED', pauseAtFailurePct: 100 })).status).toBe(403)
    expect((await rollouts.change(acme, id, { pauseAtFailurePct: 10 })).body).toMatchObject({ pauseAtFailurePct: 10 })
    expect((await rollouts.change(msp, id, { pauseAtFailurePct: 100 })).status).toBe(200)
  })

  it('show a rollout to those only who see the institutions of all its ATMs', async () => {
    const beta = await fleet.token({ role: 'USER', institutions: ['BETA'] })
    const both = await fleet.token({ role: 'USER', institutions: ['ACME', 'BETA'] })
    const acme = await began(listed(['ACME-1']))
    const mixed = await began(listed(['ACME-1', 'BETA-1']))
    const seenBy = async (as: string) =>
      Array.from(Object((await rollouts.list(as)).body).content, (one) => Object(one).id)
    expect(await seenBy(admin)).toEqual([mixed, acme])
    expect(await seenBy(both)).toEqual([mixed, acme])
    expect(await seenBy(msp)).toEqual([acme])
    expect(await seenBy(beta)).toEqual([])
    expect((await rollouts.show(mixed, msp)).status).toBe(404)
    expect(
      (await fleet.ask('GET', `/fleet/api/fleet/rollouts/${mixed}/atms?outcome=SKIPPED`, { as: msp })).status,
    ).toBe(404)
    expect((await rollouts.change(msp, mixed, { status: 'CANCELLED' })).status).toBe(404)
    const user = await fleet.token({ role: 'USER', institutions: ['ACME'] })
    expect((await rollouts.change(user, acme, { status: 'CANCELLED' })).status).toBe(403)
  })
})

describe('a person', () => {
  it('pauses a rollout, resumes it and cancels it; what was delivered goes on', async () => {
    const id = await began(listed(ACME, { stages: [100] }))
    const [sent = ''] = await rollouts.poll('ACME-1')
    expect((await rollouts.change(msp, id, { status: 'PAUSED' })).body).toMatchObject({
      ...{ status: 'PAUSED', pauseReason: 'PERSON', changedBy: 'msp' },
    })
    await rollouts.drive()
    expect(await rollouts.poll('ACME-2')).toEqual([])
    expect(counts(await rollouts.show(id, msp))).toMatchObject({ SENT: 1, waiting: 19, CANCELLED: 0 })
    await rollouts.change(msp, id, { status: 'RUNNING' })
    await rollouts.drive()
    expect(await rollouts.poll('ACME-2')).toHaveLength(1)
    expect((await rollouts.change(msp, id, { status: 'CANCELLED' })).body).toMatchObject({ status: 'CANCELLED' })
    await rollouts.drive()
    expect(await rollouts.poll('ACME-3')).toEqual([])
    await rollouts.report(sent, 'SUCCEEDED')
    const shown = await rollouts.show(id, msp)
    expect(counts(shown)).toMatchObject({ SENT: 1, SUCCEEDED: 1, CANCELLED: 18, QUEUED: 0 })
    expect((await rollouts.change(msp, id, { status: 'CANCELLED' })).status).toBe(200)
    expect((await rollouts.change(msp, id, { status: 'RUNNING' })).status).toBe(409)
    await pass(60)
    expect(await work('SUCCEEDED')).toEqual([])
  })

  it('sets it to nothing else, and is told what is wrong', async () => {
    const id = await began(listed(['ACME-1']))
    expect(fieldsOf(await rollouts.change(msp, id, { status: 'DONE' }))).toEqual(['status'])
    expect(fieldsOf(await rollouts.change(msp, id, { pauseAtFailurePct: 101 }))).toEqual(['pauseAtFailurePct'])
    expect((await rollouts.change(msp, id, { status: 'RUNNING' })).status).toBe(200)
    expect((await rollouts.change(msp, 999_999, { status: 'PAUSED' })).status).toBe(404)
  })
})

describe('the audit', () => {
  it('has who begins and changes a rollout, under its institution where it is of one, and no repetition', async () => {
    const superuser = fleet.database.urls.superuser
    await runAs(superuser, ['delete from fleet.outbox'])
    const body = listed(many('ACME', 120), { kind: 'UPDATE_AGENT' })
    const id = Object((await rollouts.begin(msp, body, 'key-3')).body).id
    await rollouts.begin(msp, body, 'key-3')
    for (const status of ['PAUSED', 'PAUSED', 'CANCELLED', 'CANCELLED'])
      await rollouts.change(msp, id, { status, ...(status === 'PAUSED' ? { pauseAtFailurePct: 50 } : {}) })
    for (const more of [{ filter: { institutionKey: 'BETA' } }, { agentAtmIds: ['ACME-1', 'BETA-1'] }])
      await rollouts.begin(admin, { kind: 'REBOOT', ...more })
    const rows = await runAs(superuser, ['select institution_key as "of", data from fleet.outbox order by id'])
    expect(rows).toMatchObject([
      {
        of: 'ACME',
        data: {
          ...{ action: 'createRollout', subjectType: 'Rollout', subjectId: String(id), actor: 'msp', before: null },
          after: { kind: 'UPDATE_AGENT', listed: 120, agentAtmIds: many('ACME', 100), filter: null },
        },
      },
      {
        data: {
          ...{ action: 'updateRollout', before: { status: 'RUNNING', pauseReason: null, pauseAtFailurePct: 20 } },
          after: { status: 'PAUSED', pauseReason: 'PERSON', pauseAtFailurePct: 50 },
        },
      },
      { data: { before: { status: 'PAUSED', pauseReason: 'PERSON' }, after: { status: 'CANCELLED' } } },
      { of: 'BETA', data: { action: 'createRollout', after: { filter: { institutionKey: 'BETA' } } } },
      { of: null, data: { action: 'createRollout', after: { agentAtmIds: ['ACME-1', 'BETA-1'] } } },
    ])
  })
})

describe('the limits of tasks', () => {
  it('hold for a rollout: an ATM with as many as it may have gets its task later', async () => {
    await runAs(fleet.database.urls.superuser, [
      `insert into fleet.task (id, institution_key, atm_id, agent_atm_id, kind, status, requested_by, requested_at,
         expires_at, history) select gen_random_uuid(), 'ACME', 1, 'ACME-1', 'REBOOT', 'QUEUED', 'ann', '${START}',
         timestamptz '${START}' + interval '10 minutes', '[]' from generate_series(1, 100)`,
    ])
    const id = await began(listed(['ACME-1', 'ACME-2'], { stages: [100] }))
    expect(counts(await rollouts.show(id, admin))).toMatchObject({ waiting: 1, QUEUED: 1 })
    await pass(61)
    expect(counts(await rollouts.show(id, admin))).toMatchObject({ waiting: 1, QUEUED: 1 })
    await pass(600)
    expect(counts(await rollouts.show(id, admin))).toMatchObject({ waiting: 0, QUEUED: 2 })
  })
})

describe('the retention job', () => {
  it('deletes a rollout 400 days after it was asked for, with its ATMs, unless it runs', async () => {
    const old = await began(listed(['ACME-1']))
    const running = await began(listed(['ACME-2']))
    await rollouts.change(admin, old, { status: 'CANCELLED' })
    fleet.clock.set('2027-12-26T12:00:00Z')
    expect(await fleet.runJob('fleet.rollout-retention', new Date(START))).toBe('0 rollouts deleted')
    expect(await fleet.runJob('fleet.rollout-retention')).toBe('1 rollouts deleted')
    expect((await rollouts.show(old, admin)).status).toBe(404)
    expect(await rollouts.show(running, admin)).toMatchObject({ status: 'RUNNING' })
    const left = await runAs(fleet.database.urls.superuser, [
      'select distinct rollout_id::int as id from fleet.rollout_atm',
    ])
    expect(left).toEqual([{ id: running }])
  })
})
