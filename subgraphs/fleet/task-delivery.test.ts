import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { runAs } from '../../tests/support/sql.ts'
import { openTestFleet, type TestFleet } from './fleet.testing.ts'

let fleet: TestFleet
let second: TestFleet

beforeAll(async () => {
  fleet = await openTestFleet({ now: '2026-11-20T12:00:00Z' })
  second = await openTestFleet({ now: '2026-11-20T12:00:00Z', database: fleet.database })
})
afterAll(async () => {
  await second.close()
  await fleet.close()
})
beforeEach(() => {
  for (const { clock } of [fleet, second]) clock.set('2026-11-20T12:00:00Z')
})

type Planted = { agentAtmId: string; institutionKey?: string | null; status?: string; at?: string; expiresAt?: string }

/** Puts a task into the store as it stood at some time. */
const plant = async (given: Planted): Promise<string> => {
  const id = randomUUID()
  const institution = given.institutionKey === undefined ? 'ACME' : given.institutionKey
  const at = given.at ?? '2026-11-20T11:59:00Z'
  await runAs(fleet.database.urls.platform, [
    `insert into fleet.task (id, institution_key, atm_id, agent_atm_id, kind, status, requested_by, requested_at,
     expires_at, history)
     values ('${id}', ${institution === null ? 'null' : `'${institution}'`}, 1, '${given.agentAtmId}', 'REBOOT',
       '${given.status ?? 'QUEUED'}', 'ann', '${at}',
       '${given.expiresAt ?? '2026-11-21T12:00:00Z'}',
       '[{"at": "${at}", "actor": "ann", "from": null, "to": "QUEUED"}]')`,
  ])
  return id
}
const poll = async (
  agentAtmId: string,
  institutionKey: string | null = 'ACME',
  asked = fleet,
): Promise<{ id: string }[]> => {
  const query = `agentAtmId=${agentAtmId}${institutionKey === null ? '' : `&institutionKey=${institutionKey}`}`
  const answer = await asked.askInternal('GET', `/fleet/api/internal/tasks/next?${query}`)
  if (!Array.isArray(answer.body)) throw new Error(answer.text)
  return answer.body
}
const ids = (tasks: readonly { id: string }[]) => tasks.map(({ id }) => id)
const report = (id: string, body: object) =>
  fleet.askInternal('PATCH', `/fleet/api/internal/tasks/${id}`, {
    body: { agentAtmId: null, institutionKey: 'ACME', ...body },
  })
const read = async (id: string) => {
  const as = await fleet.token({ role: 'ADMIN' })
  return (await fleet.ask('GET', `/fleet/api/fleet/tasks/${id}`, { as })).body
}

describe('what waits for an agent', () => {
  it('is handed out once, oldest first, to the agent of its ATM and institution only', async () => {
    const late = await plant({ agentAtmId: 'D-1', at: '2026-11-20T11:59:30Z' })
    const early = await plant({ agentAtmId: 'D-1', at: '2026-11-20T11:58:30Z' })
    await plant({ agentAtmId: 'D-2' })
    expect(await poll('D-1', 'BETA')).toEqual([])
    expect(await poll('D-1', null)).toEqual([])
    expect(await poll('D-1')).toMatchObject([
      { id: early, kind: 'REBOOT', params: null, expiresAt: '2026-11-21T12:00:00.000Z' },
      { id: late },
    ])
    expect(await poll('D-1')).toEqual([])
  })

  it('of an ATM that had no institution is its agent’s, of the institution that it has got since', async () => {
    const id = await plant({ agentAtmId: 'D-3', institutionKey: null })
    expect(ids(await poll('D-3', 'BETA'))).toEqual([id])
  })

  it('is never handed out when it has expired, marked or not', async () => {
    await plant({ agentAtmId: 'D-4', expiresAt: '2026-11-20T11:59:59Z' })
    expect(await poll('D-4')).toEqual([])
  })

  it('is each handed out once to fifty polls of two processes at the same time', async () => {
    const planted = await Promise.all(Array.from({ length: 20 }, () => plant({ agentAtmId: 'D-5' })))
    const polls = Array.from({ length: 50 }, (_, n) => poll('D-5', 'ACME', n % 2 === 0 ? fleet : second))
    const answers = await Promise.all(polls)
    expect(answers.flatMap(ids).sort()).toEqual([...planted].sort())
  })
})

describe('which of many agents a task waits for', () => {
  const waiting = async (...agents: readonly (readonly [agentAtmId: string, institutionKey: string | null])[]) => {
    const body = agents.map(([agentAtmId, institutionKey]) => ({ agentAtmId, institutionKey }))
    return fleet.askInternal('POST', '/fleet/api/internal/tasks/waiting', { body })
  }

  it('is said by their places, of their ATM and institution only, and takes nothing', async () => {
    const id = await plant({ agentAtmId: 'W-1' })
    await plant({ agentAtmId: 'W-2', institutionKey: null })
    const asked = [
      ...(['ACME', 'BETA', null] as const).map((key) => ['W-1', key] as const),
      ...(['ACME', 'BETA', null] as const).map((key) => ['W-2', key] as const),
      ...([' W-1 ', 'W-9', 'W-1'] as const).map((agentAtmId) => [agentAtmId, 'ACME'] as const),
    ]
    expect(await waiting(...asked)).toMatchObject({ status: 200, body: [0, 3, 4, 5, 6, 8] })
    expect(ids(await poll('W-1'))).toEqual([id])
    expect((await waiting(['W-1', 'ACME'], ['W-2', 'ACME'])).body).toEqual([1])
  })

  it('is none for what has expired, was taken back or has ended', async () => {
    await plant({ agentAtmId: 'W-3', expiresAt: '2026-11-20T11:59:59Z' })
    for (const status of ['SENT', 'CANCELLED', 'SUCCEEDED', 'EXPIRED']) await plant({ agentAtmId: 'W-3', status })
    expect((await waiting(['W-3', 'ACME'])).body).toEqual([])
    await plant({ agentAtmId: 'W-3', expiresAt: '2026-11-20T12:00:01Z' })
    expect((await waiting(['W-3', 'ACME'])).body).toEqual([0])
    fleet.clock.set('2026-11-20T12:00:01Z')
    expect((await waiting(['W-3', 'ACME'])).body).toEqual([])
  })

  it('is asked of 500 at most, and by services only', async () => {
    const many = (count: number) => waiting(...Array.from({ length: count }, () => ['W-4', 'ACME'] as const))
    expect(await many(500)).toMatchObject({ status: 200, body: [] })
    expect((await many(501)).status).toBe(400)
    expect(await waiting()).toMatchObject({ status: 200, body: [] })
    const as = await fleet.token({ role: 'ADMIN' })
    expect((await fleet.ask('POST', '/fleet/api/internal/tasks/waiting', { as, body: [] })).status).toBe(404)
  })
})

describe('who was given tasks', () => {
  it('is listed from a moment on, each agent once, and what may still be committed is listed again', async () => {
    fleet.clock.set('2026-11-20T13:00:00Z')
    await plant({ agentAtmId: 'C-1', at: '2026-11-20T12:50:00Z' })
    await plant({ agentAtmId: 'C-2', at: '2026-11-20T12:59:59Z' })
    await plant({ agentAtmId: 'C-2', at: '2026-11-20T12:59:58Z' })
    const changes = async (since: string, limit = 100) =>
      Object((await fleet.askInternal('GET', `/fleet/api/internal/tasks/changes?since=${since}&limit=${limit}`)).body)
    const listed = await changes('2026-11-20T12:50:00Z')
    expect(listed.agentAtmIds).toEqual(['C-1', 'C-2'])
    expect(listed.next).toMatch(/^2026-11-20T12:59:50/)
    expect((await changes(listed.next)).agentAtmIds).toEqual(['C-2'])
    expect(await changes('2026-11-20T12:50:00Z', 1)).toEqual({ agentAtmIds: ['C-1'], next: '2026-11-20T12:50:00.001Z' })
    // Of a proxy whose clock is an hour ahead.
    expect(await changes('2026-11-20T14:00:00Z')).toEqual({
      agentAtmIds: ['C-2'],
      next: expect.stringMatching(/T12:59:50/),
    })
    expect((await changes('yesterday')).status).toBe(400)
  })
})

describe('a report', () => {
  const sent = async (agentAtmId: string) => {
    const id = await plant({ agentAtmId })
    await poll(agentAtmId)
    return id
  }

  it('moves a task on from SENT over ACKED to its end, each step in its history', async () => {
    const id = await sent('R-1')
    expect((await report(id, { status: 'ACKED' })).body).toEqual({ id, status: 'ACKED' })
    expect((await report(id, { status: 'SUCCEEDED', result: { uptime: 3 } })).body).toEqual({ id, status: 'SUCCEEDED' })
    expect(await read(id)).toMatchObject({
      status: 'SUCCEEDED',
      result: { uptime: 3 },
      history: [
        { actor: 'ann', from: null, to: 'QUEUED' },
        { actor: 'R-1', from: 'QUEUED', to: 'SENT' },
        { actor: 'R-1', from: 'SENT', to: 'ACKED' },
        { actor: 'R-1', from: 'ACKED', to: 'SUCCEEDED' },
      ],
    })
  })

  it('ends a task when it reports its end, and not when it reports that it was taken up', async () => {
    fleet.clock.set('2026-11-20T12:00:00Z')
    const id = await sent('R-8')
    fleet.clock.set('2026-11-20T12:01:00Z')
    await report(id, { status: 'ACKED' })
    expect(await read(id)).toMatchObject({
      sentAt: expect.stringMatching('^2026-11-20T12:00:0'),
      finishedAt: null,
      result: null,
      error: null,
    })
    fleet.clock.set('2026-11-20T12:02:00Z')
    await report(id, { status: 'FAILED', error: 'busy' })
    expect(await read(id)).toMatchObject({
      finishedAt: expect.stringMatching('^2026-11-20T12:02:0'),
      result: null,
      error: 'busy',
    })
  })

  it('may report the end right after it was sent', async () => {
    const id = await sent('R-2')
    expect((await report(id, { status: 'FAILED', error: 'busy' })).status).toBe(200)
    expect(await read(id)).toMatchObject({ status: 'FAILED', error: 'busy', finishedAt: expect.any(String) })
  })

  it('that comes again changes nothing, and another one after the end is a conflict', async () => {
    const id = await sent('R-3')
    const done = { status: 'SUCCEEDED', result: { b: 1, a: [1, 2] } }
    await report(id, done)
    const before = await read(id)
    expect((await report(id, { status: 'SUCCEEDED', result: { a: [1, 2], b: 1 } })).status).toBe(200)
    expect(await read(id)).toEqual(before)
    expect((await report(id, { ...done, result: 'other' })).status).toBe(409)
    expect((await report(id, { status: 'FAILED' })).body).toMatchObject({
      status: 409,
      detail: expect.stringContaining('SUCCEEDED'),
    })
    expect(await read(id)).toEqual(before)
  })

  it.each(['QUEUED', 'EXPIRED', 'CANCELLED'])('of a task that is %s is a conflict', async (status) => {
    const id = await plant({ agentAtmId: 'R-4', status })
    expect((await report(id, { status: 'SUCCEEDED' })).body).toMatchObject({
      status: 409,
      detail: expect.stringContaining(status),
    })
  })

  it('of another ATM’s or institution’s task, or of none, is 404', async () => {
    const id = await sent('R-5')
    expect((await report(id, { status: 'ACKED', agentAtmId: 'R-6' })).status).toBe(404)
    expect((await report(id, { status: 'ACKED', institutionKey: 'BETA' })).status).toBe(404)
    expect((await report(id, { status: 'ACKED', institutionKey: null })).status).toBe(404)
    expect((await report(randomUUID(), { status: 'ACKED' })).status).toBe(404)
    expect((await report(id, { status: 'ACKED', agentAtmId: 'R-5' })).status).toBe(200)
  })

  it('is kept with card numbers masked and its error cut, and refused when it is too large', async () => {
    const id = await sent('R-7')
    const card = '4111111111111111'
    const large = await report(id, { status: 'FAILED', result: 'x'.repeat(16 * 1024) })
    expect(large.body).toMatchObject({ status: 400, errors: [{ field: 'result' }] })
    await report(id, { status: 'FAILED', result: { card, '5': '5' }, error: `${card} ${'e'.repeat(3_000)}` })
    const task = Object(await read(id))
    expect(task.result).toEqual({ card: '411111XXXXXX1111', '5': '5' })
    expect(task.error).toHaveLength(2_000)
    expect(task.error).toContain('411111XXXXXX1111 e')
  })

  it('keeps a result that is a text as a text', async () => {
    const id = await sent('R-8')
    await report(id, { status: 'SUCCEEDED', result: '5' })
    expect(Object(await read(id)).result).toBe('5')
  })
})

describe('the expiry job', () => {
  it('marks what was not fetched in time, with its history', async () => {
    fleet.clock.set('2026-11-20T12:00:00Z')
    const id = await plant({ agentAtmId: 'E-1', expiresAt: '2026-11-20T12:05:00Z' })
    fleet.clock.set('2026-11-20T12:05:01Z')
    expect(await poll('E-1')).toEqual([])
    expect(await read(id)).toMatchObject({ status: 'QUEUED' })
    await fleet.runJob('fleet.task-expiry')
    expect(await read(id)).toMatchObject({
      status: 'EXPIRED',
      finishedAt: expect.any(String),
      history: [{ to: 'QUEUED' }, { actor: 'platform', from: 'QUEUED', to: 'EXPIRED' }],
    })
    expect(await fleet.runJob('fleet.task-expiry')).toBe('0 tasks expired, 0 keys forgotten')
  })
})

describe('the retention job', () => {
  it('deletes tasks 400 days after they were asked for, unless they wait', async () => {
    fleet.clock.set('2026-11-20T12:00:00Z')
    const planted = await Promise.all(
      ['SUCCEEDED', 'CANCELLED', 'SENT', 'QUEUED'].map((status) => plant({ agentAtmId: 'E-2', status })),
    )
    const left = () => Promise.all(planted.map(async (id) => Object(await read(id)).status))
    fleet.clock.set('2027-12-24T12:00:00Z')
    await fleet.runJob('fleet.task-retention')
    expect(await left()).toEqual(['SUCCEEDED', 'CANCELLED', 'SENT', 'QUEUED'])
    fleet.clock.set('2027-12-26T12:00:00Z')
    // A clock that is far ahead of the last run is not trusted.
    expect(await fleet.runJob('fleet.task-retention', new Date('2027-12-20T12:00:00Z'))).toBe('0 tasks deleted')
    expect(await fleet.runJob('fleet.task-retention')).toMatch(/^[1-9]\d* tasks deleted$/)
    expect(await left()).toEqual([404, 404, 404, 'QUEUED'])
    expect(await fleet.runJob('fleet.task-retention')).toBe('0 tasks deleted')
  })
})
