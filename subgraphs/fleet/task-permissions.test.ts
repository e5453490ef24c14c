import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestPlatform, type TestPlatform } from '../../tests/support/platform.ts'
import { fleetService } from './service.ts'

let platform: TestPlatform

beforeAll(async () => {
  platform = await openTestPlatform([fleetService])
})
afterAll(() => platform.close())

const ALL = ['CONFIG_UPDATE', 'INSTALL_MODULE', 'PACKET_CAPTURE', 'REBOOT', 'RESTART_AGENT', 'UPDATE_AGENT']
const put = (as: string, key: string, kinds: unknown) =>
  platform.ask('PUT', `/fleet/api/fleet/task-permissions/${key}`, { as, body: kinds })
const mine = async (as: string) => (await platform.ask('GET', '/fleet/task-permissions/mine', { as })).body

describe('task permissions', () => {
  it('are replaced as a whole, at both paths, with who wrote them and when', async () => {
    platform.clock.set('2026-03-01T10:00:00Z')
    const admin = await platform.token({ role: 'ADMIN', email: 'root@example.org' })
    const first = await put(admin, 'ACME', ['RESTART_AGENT', 'REBOOT', 'REBOOT'])
    expect(first.status).toBe(200)
    expect(first.body).toEqual([
      {
        institution_key: 'ACME',
        task_kind: 'REBOOT',
        granted_by: 'root@example.org',
        granted_at: expect.stringContaining('2026-03-01T10:00'),
      },
      {
        institution_key: 'ACME',
        task_kind: 'RESTART_AGENT',
        granted_by: 'root@example.org',
        granted_at: expect.stringContaining('2026-03-01T10:00'),
      },
    ])
    const second = await platform.ask('PUT', '/fleet/task-permissions/ACME', { as: admin, body: ['REBOOT'] })
    expect(second.body).toMatchObject([{ task_kind: 'REBOOT' }])
    expect((await platform.ask('GET', '/fleet/task-permissions/ACME', { as: admin })).body).toEqual(second.body)
    expect((await put(admin, 'ACME', [])).body).toEqual([])
  })

  it('with a kind outside the grantable set are refused with 400 and nothing is changed', async () => {
    const admin = await platform.token({ role: 'BCOS_ADMIN' })
    await put(admin, 'KEEP', ['REBOOT'])
    const refused = await put(admin, 'KEEP', ['UPDATE_AGENT', 'REBOOT', 'PACKET_CAPTURE'])
    expect(refused.body).toMatchObject({
      status: 400,
      code: 'BAD_USER_INPUT',
      errors: [{ field: '[0]' }, { field: '[2]' }],
    })
    const unknown = await put(admin, 'KEEP', ['UPDATE_AGENT', 'REBOOT', 'FORMAT_DISK'])
    expect(unknown).toMatchObject({ status: 400, body: { errors: [{ field: '[0]' }, { field: '[2]' }] } })
    expect(Object(unknown.body).detail).toMatch(/UPDATE_AGENT.*FORMAT_DISK/)
    expect((await put(admin, 'KEEP', { kinds: ['REBOOT'] })).status).toBe(400)
    expect((await platform.ask('GET', '/fleet/api/fleet/task-permissions/KEEP', { as: admin })).body).toMatchObject([
      { task_kind: 'REBOOT' },
    ])
  })

  it('are the business of administrators, and of an MSP_ADMIN for its own institutions', async () => {
    const msp = await platform.token({ role: 'MSP_ADMIN', institutions: ['OWN'] })
    expect((await put(msp, 'OWN', ['REBOOT'])).status).toBe(200)
    expect((await put(msp, 'FOREIGN', ['REBOOT'])).status).toBe(403)
    expect(
      (await put(await platform.token({ role: 'CUSTOMER', institutions: ['OWN'] }), 'OWN', ['REBOOT'])).status,
    ).toBe(403)
    expect(
      (await platform.ask('GET', '/fleet/task-permissions/OWN', { as: await platform.token({ role: 'USER' }) })).status,
    ).toBe(403)
  })

  it('`mine` is all for administrators and MSP_ADMIN, the union of grants for a CUSTOMER, else nothing', async () => {
    const admin = await platform.token({ role: 'ADMIN' })
    await put(admin, 'A', ['REBOOT'])
    await put(admin, 'B', ['RESTART_AGENT', 'REBOOT'])
    expect(await mine(admin)).toEqual(ALL)
    expect(await mine(await platform.token({ role: 'MSP_ADMIN', institutions: ['A'] }))).toEqual(ALL)
    expect(await mine(await platform.token({ role: 'CUSTOMER', institutions: ['A'] }))).toEqual(['REBOOT'])
    expect(await mine(await platform.token({ role: 'CUSTOMER', institutions: ['A', 'B'] }))).toEqual([
      'REBOOT',
      'RESTART_AGENT',
    ])
    expect(await mine(await platform.token({ role: 'CUSTOMER', institutions: [] }))).toEqual([])
    expect(await mine(await platform.token({ role: 'USER', institutions: ['A'] }))).toEqual([])
  })

  it('of all the caller’s institutions are one list', async () => {
    const admin = await platform.token({ role: 'ADMIN' })
    await put(admin, 'LIST-2', ['REBOOT'])
    await put(admin, 'LIST-1', ['RESTART_AGENT', 'REBOOT'])
    const all = async (as: string) => {
      const { body } = await platform.ask('GET', '/fleet/api/fleet/task-permissions', { as })
      return Array.isArray(body) ? body.map((grant) => `${grant.institution_key} ${grant.task_kind}`) : body
    }
    const own = ['LIST-1 REBOOT', 'LIST-1 RESTART_AGENT', 'LIST-2 REBOOT']
    expect(await all(await platform.token({ role: 'MSP_ADMIN', institutions: ['LIST-2', 'LIST-1'] }))).toEqual(own)
    expect(await all(await platform.token({ role: 'MSP_ADMIN', institutions: [] }))).toEqual([])
    expect(await all(admin)).toEqual(expect.arrayContaining(own))
    expect(Object(await all(await platform.token({ role: 'CUSTOMER', institutions: ['LIST-1'] }))).status).toBe(403)
  })
})

describe('all sets', () => {
  const setsOf = async (institutions: string[] | null, prefix: string) => {
    const service = platform.process.hosted.get('fleet')
    const principal = {
      userId: '1',
      email: null,
      role: institutions === null ? ('ADMIN' as const) : ('MSP_ADMIN' as const),
      institutions: institutions ?? [],
      unrestricted: institutions === null,
      agentAtmId: null,
    }
    const query = '{ taskPermissionSets { institutionKey tag kinds writtenBy writtenAt } }'
    const result = await service?.execute({ query }, { principal, token: null, traceId: '' })
    const sets: unknown = result?.data?.taskPermissionSets
    return Array.isArray(sets) ? sets.filter(({ institutionKey }) => institutionKey.startsWith(prefix)) : sets
  }

  it('are one list with their entity tags and who wrote them; one that was emptied is among them', async () => {
    platform.clock.set('2026-03-02T10:00:00Z')
    const ann = await platform.token({ role: 'ADMIN', email: 'ann@example.org' })
    await put(ann, 'SETS-B', ['RESTART_AGENT', 'REBOOT'])
    await put(ann, 'SETS-A', ['REBOOT'])
    platform.clock.set('2026-03-02T11:00:00Z')
    await put(await platform.token({ role: 'ADMIN', email: 'bob@example.org' }), 'SETS-A', [])
    expect(await setsOf(null, 'SETS-')).toEqual([
      {
        institutionKey: 'SETS-A',
        tag: '"2"',
        kinds: [],
        writtenBy: 'bob@example.org',
        writtenAt: expect.stringContaining('2026-03-02T11:00'),
      },
      {
        institutionKey: 'SETS-B',
        tag: '"1"',
        kinds: ['REBOOT', 'RESTART_AGENT'],
        writtenBy: 'ann@example.org',
        writtenAt: expect.stringContaining('2026-03-02T10:00'),
      },
    ])
    const never = { 'if-match': '"0"' }
    const first = await platform.ask('PUT', '/fleet/task-permissions/SETS-C', { as: ann, body: [], headers: never })
    expect(first.status).toBe(200)
  })

  it('are those of the caller’s institutions', async () => {
    const admin = await platform.token({ role: 'ADMIN' })
    await put(admin, 'MINE', ['REBOOT'])
    await put(admin, 'THEIRS', ['REBOOT'])
    expect(await setsOf(['MINE'], '')).toMatchObject([{ institutionKey: 'MINE' }])
    expect(await setsOf([], '')).toEqual([])
  })
})

describe('sets that are written at the same time', () => {
  const ROUNDS = 50
  let second: TestPlatform
  beforeAll(async () => {
    second = await openTestPlatform([fleetService], { database: platform.database })
  })
  afterAll(() => second.close())

  const write = (n: number, as: string, key: string, kinds: string[], headers: Record<string, string> = {}) =>
    (n % 2 === 0 ? platform : second).ask('PUT', `/fleet/task-permissions/${key}`, { as, body: kinds, headers })

  it('never mix, through two processes: the last one is kept whole, with who wrote it and when', async () => {
    const ann = await platform.token({ role: 'ADMIN', email: 'ann@example.org' })
    const bob = await platform.token({ role: 'BCOS_ADMIN', email: 'bob@example.org' })
    const answers = await Promise.all(
      Array.from({ length: ROUNDS }, (_, n) =>
        n % 3 === 0 ? write(n, ann, 'RACE', ['REBOOT']) : write(n, bob, 'RACE', ['RESTART_AGENT', 'REBOOT']),
      ),
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    const kept = await platform.ask('GET', '/fleet/task-permissions/RACE', { as: ann })
    expect(answers.map(({ body }) => body)).toContainEqual(kept.body)
    expect(kept.headers.etag).toBe(`"${ROUNDS}"`)
  })

  it('by callers who have seen the same one: exactly one is written', async () => {
    const admin = await platform.token({ role: 'ADMIN' })
    await put(admin, 'SEEN', ['REBOOT'])
    const { headers } = await platform.ask('GET', '/fleet/task-permissions/SEEN', { as: admin })
    const seen = { 'if-match': String(headers.etag) }
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => write(n, admin, 'SEEN', n % 3 === 0 ? [] : ['RESTART_AGENT'], seen)),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 412)).toHaveLength(19)
  })
})

describe('the tag of a set', () => {
  const path = '/fleet/api/fleet/task-permissions/TAG'
  const read = (as: string, headers: Record<string, string> = {}) => platform.ask('GET', path, { as, headers })

  it('is another as soon as the set was written, the empty one included, and the same in the graph', async () => {
    const admin = await platform.token({ role: 'ADMIN' })
    const tags = [(await read(admin)).headers.etag]
    for (const kinds of [['REBOOT'], [], []]) {
      await put(admin, 'TAG', kinds)
      tags.push((await read(admin)).headers.etag)
    }
    expect(new Set(tags).size).toBe(4)
    const service = platform.process.hosted.get('fleet')
    const principal = {
      userId: '1',
      email: null,
      role: 'ADMIN' as const,
      institutions: [],
      unrestricted: true,
      agentAtmId: null,
    }
    const query = '{ taskPermissionsTag(key: "TAG") }'
    const result = await service?.execute({ query }, { principal, token: null, traceId: '' })
    expect(result?.data?.taskPermissionsTag).toBe(tags.at(-1))
  })

  it('spares a caller who has the set its body', async () => {
    const admin = await platform.token({ role: 'ADMIN' })
    const { headers } = await read(admin)
    const etag = String(headers.etag)
    for (const known of [etag, `W/${etag}`, `"x", ${etag}`, '*']) {
      const answer = await read(admin, { 'if-none-match': known })
      expect([answer.status, answer.text, answer.headers.etag]).toEqual([304, '', etag])
    }
    expect((await read(admin, { 'if-none-match': '"x"' })).status).toBe(200)
  })

  it('holds a write to what its caller has seen', async () => {
    const admin = await platform.token({ role: 'ADMIN' })
    const write = async (ifMatch: string, kinds = ['REBOOT']) =>
      platform.ask('PUT', path, { as: admin, body: kinds, headers: { 'if-match': ifMatch } })
    const tag = async () => String((await read(admin)).headers.etag)
    const before = await tag()
    const refused = await write('"x"')
    expect([refused.status, refused.headers.etag]).toEqual([412, before])
    expect((await write(`W/${before}`)).status).toBe(412)
    expect(await tag()).toBe(before)
    expect((await write(`"x", ${before}`)).status).toBe(200)
    expect((await write(before)).status).toBe(412)
    expect((await write('*')).status).toBe(200)
    for (const malformed of ['1', '"1', '"1" "2"', '']) {
      expect((await write(malformed)).body).toMatchObject({ status: 400, errors: [{ field: 'If-Match' }] })
    }
    expect((await write('"x"', ['UPDATE_AGENT'])).status).toBe(400)
  })
})
