import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openTestPlatform } from '../../tests/support/platform.ts'
import { openTestFleet, type TestFleet } from './fleet.testing.ts'
import { fleetService } from './service.ts'

let fleet: TestFleet
let admin: string
let msp: string
let customer: string
let atmId: number | undefined

beforeAll(async () => {
  fleet = await openTestFleet({ now: '2026-11-20T12:00:00Z' })
  ;[atmId] = await fleet.register('ACME', ['A-1', 'A-2', 'A-3', 'A-4', 'A-5'])
  await fleet.register('BETA', ['B-1'])
  await fleet.register(null, ['N-1'])
  admin = await fleet.token({ role: 'ADMIN', email: 'root@example.org' })
  msp = await fleet.token({ role: 'MSP_ADMIN', institutions: ['ACME'], userId: 'msp' })
  customer = await fleet.token({ role: 'CUSTOMER', institutions: ['ACME', 'BETA'], email: 'ann@acme.test' })
  await fleet.ask('PUT', '/fleet/task-permissions/ACME', { as: admin, body: ['REBOOT'] })
})
afterAll(() => fleet.close())
beforeEach(() => fleet.clock.set('2026-11-20T12:00:00Z'))

const push = (as: string | null, body: unknown, key?: string) =>
  fleet.ask('POST', '/fleet/api/fleet/tasks', {
    as,
    body,
    ...(key === undefined ? {} : { headers: { 'idempotency-key': key } }),
  })
const reboot = (agentAtmId: string) => ({ agentAtmId, kind: 'REBOOT' })
const faults = (answer: { body: unknown }): string[] =>
  Array.from(Object(answer.body).errors ?? [], (fault) => Object(fault).field)
const cancel = (id: string, as = admin) => fleet.ask('DELETE', `/fleet/api/fleet/tasks/${id}`, { as })
const idOf = (answer: { body: unknown }) => String(Object(answer.body).id)

describe('a task that is asked for', () => {
  it('is answered with 201 and waits, with who asked for it and until when', async () => {
    const answer = await push(customer, { ...reboot(' A-1 '), params: { delaySeconds: 5 }, reason: 'frozen' })
    expect(answer.status).toBe(201)
    expect(answer.body).toEqual({
      id: expect.stringMatching(/^[\da-f-]{36}$/),
      institutionKey: 'ACME',
      atmId,
      agentAtmId: 'A-1',
      kind: 'REBOOT',
      params: { delaySeconds: 5 },
      reason: 'frozen',
      status: 'QUEUED',
      requestedBy: 'ann@acme.test',
      requestedAt: expect.stringMatching(/^2026-11-20T12:00:.*Z$/),
      expiresAt: expect.stringMatching(/^2026-11-20T12:15:.*Z$/),
      sentAt: null,
      finishedAt: null,
      result: null,
      error: null,
      rolloutId: null,
      history: [{ at: Object(answer.body).requestedAt, actor: 'ann@acme.test', from: null, to: 'QUEUED' }],
    })
    const read = await fleet.ask('GET', `/fleet/api/fleet/tasks/${idOf(answer)}`, { as: customer })
    expect(read.body).toEqual(answer.body)
  })

  it('needs a token, and a role that may push', async () => {
    expect((await push(null, reboot('A-1'))).status).toBe(401)
    for (const role of ['USER', 'AGENT'] as const) {
      const refused = await push(await fleet.token({ role, institutions: ['ACME'] }), { kind: 'NONSENSE' })
      expect(refused.status).toBe(403)
    }
  })

  it.each([
    ['an unknown kind', { kind: 'SCRIPT_EXECUTION' }, ['kind']],
    ['no ATM', { agentAtmId: '  ' }, ['agentAtmId']],
    ['a reason that is too long', { reason: 'r'.repeat(501) }, ['reason']],
    ['too short a time', { expiresInSeconds: 59 }, ['expiresInSeconds']],
    ['too long a time', { expiresInSeconds: 86_401 }, ['expiresInSeconds']],
    ['params that are a list', { params: [] }, ['params']],
    ['a param of another kind', { params: { seconds: 5, delaySeconds: 5 } }, ['params.seconds']],
    ['a param of a wrong type', { params: { delaySeconds: '5' } }, ['params.delaySeconds']],
    ['a param out of bounds', { kind: 'PACKET_CAPTURE', params: { seconds: 601 } }, ['params.seconds']],
    ['a param where there is none', { kind: 'RESTART_AGENT', params: { constructor: 1 } }, ['params.constructor']],
    ['a config that is a text', { kind: 'CONFIG_UPDATE', params: { config: 'x' } }, ['params.config']],
    [
      'a config that is too large',
      { kind: 'CONFIG_UPDATE', params: { config: { x: 'x'.repeat(16_384) } } },
      ['params.config'],
    ],
    ['a blank module', { kind: 'INSTALL_MODULE', params: { module: '\u200b', version: '1' } }, ['params.module']],
    ['a card number', { kind: 'CONFIG_UPDATE', params: { config: { card: '4111111111111111' } } }, ['params']],
  ])('with %s is refused with 400 that names it', async (_what, more, fields) => {
    const refused = await push(admin, { ...reboot('A-1'), ...more })
    expect([refused.status, faults(refused)]).toEqual([400, fields])
  })

  it('names every fault at once', async () => {
    const refused = await push(msp, {
      kind: 'UPDATE_AGENT',
      agentAtmId: '',
      params: { version: 7 },
      expiresInSeconds: 1,
    })
    expect(faults(refused)).toEqual(['agentAtmId', 'params.version', 'expiresInSeconds'])
  })

  it('of each kind takes its own params', async () => {
    const params = {
      REBOOT: { delaySeconds: 0 },
      RESTART_AGENT: {},
      CONFIG_UPDATE: { config: { poll: { seconds: 5 } } },
      INSTALL_MODULE: { module: 'camera', version: '1.2.3' },
      UPDATE_AGENT: { version: '4.0' },
      PACKET_CAPTURE: { seconds: 600 },
    }
    for (const [kind, given] of Object.entries(params)) {
      const answer = await push(msp, { agentAtmId: 'A-2', kind, params: given })
      expect([answer.status, Object(answer.body).params]).toEqual([201, given])
    }
  })

  it('has card numbers in its reason masked', async () => {
    const answer = await push(admin, { ...reboot('A-1'), reason: 'holds 4111111111111111' })
    expect(answer.body).toMatchObject({ reason: 'holds 411111XXXXXX1111' })
  })
})

describe('the gates', () => {
  it('refuse a customer what can never be granted, whatever the ATM and the params', async () => {
    for (const more of [
      { agentAtmId: 'A-1' },
      { agentAtmId: 'NOWHERE' },
      { agentAtmId: 'A-1', params: { interval: 5 } },
    ]) {
      const refused = await push(customer, { ...more, kind: 'CONFIG_UPDATE' })
      expect(refused.body).toMatchObject({
        status: 403,
        detail: expect.stringContaining('can never be pushed by a customer'),
      })
    }
  })

  it('refuse a customer what its institution was not granted', async () => {
    const refused = await push(customer, { agentAtmId: 'A-1', kind: 'RESTART_AGENT' })
    expect(refused.body).toMatchObject({
      status: 403,
      detail: expect.stringMatching(/institution is not permitted.*ask your service provider/),
    })
  })

  it('go by the grants of the ATM’s institution: those of one do not reach the ATMs of another', async () => {
    expect((await push(customer, reboot('A-1'))).status).toBe(201)
    expect((await push(customer, reboot('B-1'))).status).toBe(403)
  })

  it('let providers and administrators push every kind without a grant', async () => {
    expect((await push(msp, { agentAtmId: 'A-2', kind: 'CONFIG_UPDATE' })).status).toBe(201)
    expect((await push(admin, { agentAtmId: 'B-1', kind: 'UPDATE_AGENT' })).status).toBe(201)
    expect((await push(admin, { agentAtmId: 'N-1', kind: 'REBOOT' })).body).toMatchObject({ institutionKey: null })
  })

  it('find no ATM that is not the caller’s, or that there is none', async () => {
    const beta = await fleet.token({ role: 'CUSTOMER', institutions: ['BETA'] })
    const outsider = await fleet.token({ role: 'CUSTOMER', institutions: [] })
    for (const as of [beta, outsider]) expect((await push(as, reboot('A-1'))).status).toBe(404)
    for (const agentAtmId of ['B-1', 'N-1', 'NOWHERE']) expect((await push(msp, reboot(agentAtmId))).status).toBe(404)
    expect((await push(admin, reboot('NOWHERE'))).status).toBe(404)
  })

  it('stay shut with 503 while ATMs cannot be looked up', async () => {
    const alone = await openTestPlatform([fleetService])
    try {
      const as = await alone.token({ role: 'ADMIN' })
      const answer = await alone.ask('POST', '/fleet/api/fleet/tasks', { as, body: reboot('A-1') })
      expect([answer.status, answer.headers['retry-after']]).toEqual([503, '2'])
    } finally {
      await alone.close()
    }
  })
})

describe('a key of the caller’s own', () => {
  it('makes one task of a repeated request, and gives the first answer again, whatever has changed since', async () => {
    const first = await push(customer, { ...reboot('A-3'), params: { delaySeconds: 1 } }, 'once')
    await cancel(idOf(first))
    await fleet.ask('PUT', '/fleet/task-permissions/ACME', { as: admin, body: [] })
    const again = await push(customer, { params: { delaySeconds: 1 }, ...reboot('A-3') }, 'once')
    await fleet.ask('PUT', '/fleet/task-permissions/ACME', { as: admin, body: ['REBOOT'] })
    expect([again.status, again.body]).toEqual([201, first.body])
  })

  it('is refused with 409 for another request, and free for other callers', async () => {
    const first = await push(msp, reboot('A-3'), 'mine')
    expect((await push(msp, { ...reboot('A-3'), reason: 'other' }, 'mine')).status).toBe(409)
    const other = await push(
      await fleet.token({ role: 'MSP_ADMIN', institutions: ['ACME'], userId: 'other' }),
      reboot('A-3'),
      'mine',
    )
    expect(other.status).toBe(201)
    expect(idOf(other)).not.toBe(idOf(first))
  })

  it('makes one task of twenty requests at the same time', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => push(msp, reboot('A-4'), 'rush')))
    expect(new Set(answers.map(idOf)).size).toBe(1)
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]))
    const listed = await fleet.ask('GET', '/fleet/api/fleet/tasks?agentAtmId=A-4', { as: msp })
    expect(listed.body).toMatchObject({ totalElements: 1 })
  })

  it.each(['', ' ', 'k'.repeat(201), 'schlüssel'])('that is %j is refused with 400', async (key) => {
    expect(faults(await push(msp, reboot('A-3'), key))).toEqual(['Idempotency-Key'])
  })

  it('is kept for a day, and is forgotten then', async () => {
    const first = await push(msp, reboot('A-3'), 'daily')
    fleet.clock.set('2026-11-21T12:00:30Z')
    const second = await push(msp, { ...reboot('A-3'), reason: 'another' }, 'daily')
    expect(second.status).toBe(201)
    expect(idOf(second)).not.toBe(idOf(first))
    fleet.clock.set('2026-11-22T13:00:00Z')
    expect(await fleet.runJob('fleet.task-expiry')).toMatch(/[1-9]\d* keys forgotten/)
  })
})

describe('what can wait for an ATM', () => {
  it('is bounded, also for requests at the same time, and the refusal says what to do', async () => {
    const answers = await Promise.all(Array.from({ length: 110 }, () => push(msp, reboot('A-5'))))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(100)
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({
      detail: expect.stringContaining('cancel some'),
    })
    fleet.clock.set('2026-11-20T12:20:00Z')
    expect((await push(msp, reboot('A-5'))).status).toBe(201)
  })
})

describe('what can be asked for of an ATM', () => {
  it('is bounded within an hour, whatever becomes of it', async () => {
    await fleet.register('ACME', ['A-6'])
    for (let n = 0; n < 6; n += 1) {
      const pushed = await Promise.all(Array.from({ length: 50 }, () => push(msp, reboot('A-6'))))
      expect(new Set(pushed.map(({ status }) => status))).toEqual(new Set([201]))
      await Promise.all(pushed.map((answer) => cancel(idOf(answer), msp)))
    }
    const refused = await push(msp, reboot('A-6'))
    expect(refused).toMatchObject({ status: 429, body: { code: 'RATE_LIMITED' } })
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    fleet.clock.set('2026-11-20T13:30:00Z')
    expect((await push(msp, reboot('A-6'))).status).toBe(201)
  })
})

describe('cancelling', () => {
  it('takes back what waits, with its history', async () => {
    const id = idOf(await push(msp, reboot('A-1')))
    expect((await cancel(id, msp)).body).toMatchObject({
      status: 'CANCELLED',
      finishedAt: expect.any(String),
      history: [{ to: 'QUEUED' }, { actor: 'msp', from: 'QUEUED', to: 'CANCELLED' }],
    })
    expect((await cancel(id)).body).toMatchObject({ status: 409, detail: expect.stringContaining('CANCELLED') })
  })

  it('of what is not the caller’s, or of nothing, is 404; without the role 403', async () => {
    const id = idOf(await push(admin, reboot('B-1')))
    expect((await cancel(id, msp)).status).toBe(404)
    expect((await cancel('0d5c2a2e-6b1e-4a77-9f53-0d8f2c1f7a11')).status).toBe(404)
    expect((await cancel('7')).status).toBe(400)
    expect((await cancel(id, await fleet.token({ role: 'USER', institutions: ['BETA'] }))).status).toBe(403)
  })

  it('and a poll at the same time: exactly one has the task', async () => {
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, async () => {
        const id = idOf(await push(admin, reboot('N-1')))
        const [cancelled, polled] = await Promise.all([
          cancel(id),
          fleet.askInternal('GET', '/fleet/api/internal/tasks/next?agentAtmId=N-1'),
        ])
        return { id, cancelled, polled }
      }),
    )
    const sent = outcomes.flatMap(({ polled }) => Array.from(Object(polled.body), (task) => Object(task).id))
    for (const { id, cancelled } of outcomes) {
      const won = cancelled.status === 200
      expect(sent.filter((one) => one === id)).toHaveLength(won ? 0 : sent.includes(id) ? 1 : 0)
      if (!won) expect(cancelled.body).toMatchObject({ status: 409, detail: expect.stringContaining('SENT') })
      if (!won) expect(sent).toContain(id)
    }
  })
})
