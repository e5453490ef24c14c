import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openStores } from '../../../db/tenancy.ts'
import { openTestPlatform, type TestPlatform } from '../../../tests/support/platform.ts'
import { INTERNAL_PRINCIPAL } from '../../kit/auth/principal.ts'
import { pageRequest } from '../../kit/common/paging.ts'
import { incidentService } from '../service.ts'
import { listUserPage, USER_SORTING } from './users.store.ts'

let platform: TestPlatform
let acme: string
let admin: string

const user = (userId: string, given: object = {}) => ({
  userId,
  name: null,
  email: `${userId}@example.org`,
  institutions: ['ACME'],
  unrestricted: false,
  lastSeenAt: '2026-11-20T12:00:00Z',
  ...given,
})
const store = (...users: readonly object[]) =>
  platform.askInternal('POST', '/incident/api/internal/users', { body: users })

beforeEach(async () => {
  platform = await openTestPlatform([incidentService], { now: '2026-11-20T12:00:00Z' })
  acme = await platform.token({ institutions: ['ACME'], userId: 'ann' })
  admin = await platform.token({ role: 'ADMIN' })
  const answer = await store(
    user('ann', { name: 'Ann Lee' }),
    user('ben', { name: 'Ben Ito', institutions: ['ACME', 'BETA'], lastSeenAt: '2026-11-20T11:00:00Z' }),
    user('cid', { institutions: ['BETA'], lastSeenAt: '2026-11-20T10:00:00Z' }),
    user('ops', { name: 'The operator', institutions: [], unrestricted: true, lastSeenAt: '2026-11-20T09:00:00Z' }),
  )
  expect(answer.status).toBe(204)
})
afterEach(() => platform.close())

const list = async (query: string, as: string) => {
  const { status, body } = await platform.ask('GET', `/incident/api/users${query}`, { as })
  const content: Record<string, unknown>[] = Object(body).content ?? []
  return {
    status,
    lines: content.map((row) => [row.userId, row.name ?? '-', row.email ?? '-', row.institutions].join(' ')),
  }
}

describe('the directory of users', () => {
  it('names the colleagues of a caller, as far as their institutions are the caller’s, and the operator’s people', async () => {
    expect(await list('', acme)).toEqual({
      status: 200,
      lines: ['ann Ann Lee ann@example.org ACME', 'ben Ben Ito ben@example.org ACME', 'ops The operator - '],
    })
    expect((await list('', admin)).lines).toEqual([
      'ann Ann Lee ann@example.org ACME',
      'ben Ben Ito ben@example.org ACME,BETA',
      'cid - cid@example.org BETA',
      'ops The operator ops@example.org ',
    ])
  })

  it('is searched by name, address and id, and sorted', async () => {
    expect((await list('?q=ito', acme)).lines).toEqual(['ben Ben Ito ben@example.org ACME'])
    expect((await list('?q=ANN%40', acme)).lines).toHaveLength(1)
    expect((await list('?q=%25', acme)).lines).toEqual([])
    expect((await list('?sort=userId,desc&size=1', acme)).lines).toEqual(['ops The operator - '])
    expect((await list('?sort=email', acme)).status).toBe(400)
  })

  it('is asked for the people of given ids and addresses', async () => {
    expect(
      (await list('?named=ben&named=cid&named=nobody&named=ann%40example.org&named=ops%40example.org', acme)).lines,
    ).toEqual(['ann Ann Lee ann@example.org ACME', 'ben Ben Ito ben@example.org ACME'])
  })

  it('is asked for the people who see institutions', async () => {
    const names = async (query: string, as: string) => (await list(query, as)).lines.map((line) => line.slice(0, 3))
    expect(await names('?sees=ACME', admin)).toEqual(['ann', 'ben', 'ops'])
    expect(await names('?sees=ACME&sees=BETA', admin)).toEqual(['ben', 'ops'])
    expect(await names('?sees=ACME', acme)).toEqual(['ann', 'ben', 'ops'])
    const keys = (howMany: number) => `?${Array.from({ length: howMany }, (_, n) => `sees=K${n}`).join('&')}`
    expect((await list(keys(200), admin)).status).toBe(200)
    expect((await list(keys(201), admin)).status).toBe(400)
    expect((await list('?sees=no%20key', admin)).status).toBe(400)
  })

  it('names the operator’s people alone as those who see what has no institution', async () => {
    const everything = { unrestricted: true, institutions: [] }
    const request = pageRequest({ page: 0, size: 20, sort: null }, USER_SORTING)
    const stores = await openStores(platform.database.urls, { name: 'tests', max: 1 })
    const { rows } = await stores.inTenant(everything, (tx) => listUserPage(tx, everything, { sees: [] }, request))
    await stores.close()
    expect(rows.map(({ userId }) => userId)).toEqual(['ops'])
  })

  it('does not tell who is a member of an institution that is not the caller’s', async () => {
    expect((await list('?sees=BETA', acme)).lines).toEqual(['ops The operator - '])
    expect((await list('?sees=ACME&sees=BETA', acme)).lines).toEqual(['ops The operator - '])
  })

  it('is asked for 200 people at most', async () => {
    const named = (howMany: number) => `?${Array.from({ length: howMany }, (_, n) => `named=u${n}`).join('&')}`
    expect((await list(named(200), acme)).status).toBe(200)
    expect((await list(named(201), acme)).status).toBe(400)
  })

  it('finds nobody by an address that the caller does not see', async () => {
    expect((await list('?q=ops%40example', acme)).lines).toEqual([])
    expect((await list('?q=ops%40example', admin)).lines).toEqual(['ops The operator ops@example.org '])
  })

  it('keeps what was seen last, whatever comes in which order', async () => {
    await store(
      user('dot', { name: 'New', lastSeenAt: '2026-11-20T13:00:00Z', institutions: ['DOT'] }),
      user('dot', { name: 'Old', lastSeenAt: '2026-11-20T12:00:00Z', institutions: ['DOT'] }),
    )
    await store(user('dot', { name: 'Older', lastSeenAt: '2026-11-20T11:00:00Z', institutions: ['DOT'] }))
    const dot = await platform.token({ institutions: ['DOT'] })
    expect((await list('?q=dot', dot)).lines).toEqual(['dot New dot@example.org DOT'])
  })

  it('believes no clock that is ahead: what comes once it is right again is newer', async () => {
    const ben = async () => {
      const { body } = await platform.ask('GET', '/incident/api/users?q=ben', { as: admin })
      return Object(body).content[0]
    }
    // The clock of another process.
    await store(user('ben', { name: 'Ben', lastSeenAt: '2026-12-30T12:00:00Z' }))
    expect((await ben()).lastSeenAt).toMatch(/^2026-11-20T12:00/)
    platform.clock.set(new Date('2026-11-20T12:10:00Z'))
    await store(user('ben', { name: 'Ben I.', lastSeenAt: '2026-11-20T12:10:00Z' }))
    expect(await ben()).toMatchObject({ name: 'Ben I.', lastSeenAt: '2026-11-20T12:10:00.000Z' })
    // The clock of the service.
    platform.clock.set(new Date('2026-12-30T12:00:00Z'))
    await store(user('ben', { name: 'Ben Ito', lastSeenAt: '2026-12-30T12:00:00Z' }))
    platform.clock.set(new Date('2026-11-20T12:20:00Z'))
    await store(user('ben', { name: 'Benjamin', institutions: ['BETA'], lastSeenAt: '2026-11-20T12:20:00Z' }))
    expect(await ben()).toMatchObject({ name: 'Benjamin', lastSeenAt: '2026-11-20T12:20:00.000Z' })
    expect((await list('?q=benjamin', acme)).lines).toEqual([])
  })

  it('takes no older report where the clocks of two processes differ by seconds', async () => {
    platform.clock.set(new Date('2026-11-20T12:30:02Z'))
    await store(user('kim', { name: 'Kim New', lastSeenAt: '2026-11-20T12:30:02Z' }))
    platform.clock.set(new Date('2026-11-20T12:30:00Z'))
    await store(user('kim', { name: 'Kim Old', lastSeenAt: '2026-11-20T12:25:00Z' }))
    expect((await list('?q=kim', admin)).lines).toEqual([expect.stringContaining('Kim New')])
  })

  it('names who owns an incident, who acknowledged it and who wrote its notes', async () => {
    const event = { agentAtmId: 'U-1', institutionKey: 'ACME', eventType: 'CARD_READER_FAIL' }
    const body = { ...event, eventTime: '2026-11-20T12:00:00' }
    const { body: stored } = await platform.askInternal('POST', '/incident/api/internal/journal-events', { body })
    const id = Object(stored).incidentId
    const customer = await platform.token({ role: 'CUSTOMER', institutions: ['ACME'], userId: 'ann' })
    await platform.ask('PATCH', `/incident/api/incidents/${id}/acknowledge`, { as: customer })
    await platform.ask('PATCH', `/incident/api/incidents/${id}/assign`, { as: customer, body: { userId: 'ben' } })
    await store(user('ben', { name: 'Ben Ito', institutions: ['BETA'], lastSeenAt: '2026-11-20T13:00:00Z' }))
    const principal = { ...INTERNAL_PRINCIPAL, role: 'CUSTOMER' as const, unrestricted: false, institutions: ['ACME'] }
    const query = `{ incident(id: ${id}) { owner { name } acknowledgedBy { name } entries { user { name } } } }`
    const answer = await platform.process.hosted
      .get('incident')
      ?.execute({ query }, { principal, token: null, traceId: 't' })
    // The owner is of another institution by now: their id is known, who they are is not.
    expect(answer?.data?.incident).toEqual({
      owner: null,
      acknowledgedBy: { name: 'Ann Lee' },
      entries: [{ user: { name: 'Ann Lee' } }, { user: { name: 'Ann Lee' } }],
    })
  })
})
