import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openTestPlatform, type TestPlatform } from '../../tests/support/platform.ts'
import { runAs } from '../../tests/support/sql.ts'
import { analyticsService } from './service.ts'

const NOW = '2026-03-01T10:00:00.000Z'
const INSIGHTS = '/analytics/api/analytics/insights'

let platform: TestPlatform
let publisher: string
let reader: string

beforeAll(async () => {
  platform = await openTestPlatform([analyticsService], { now: NOW })
  publisher = await platform.token({ role: 'MSP_ADMIN', institutions: ['ACME'], userId: '12' })
  reader = await platform.token({ role: 'AGENT', institutions: ['ZETA'], userId: 'agent-9' })
})
afterAll(() => platform.close())

/** Runs a statement behind the policies. */
const asOwner = (text: string) => runAs(platform.database.urls.superuser, [text])

beforeEach(async () => {
  platform.clock.set(NOW)
  await asOwner('truncate analytics.insight, analytics.snapshot restart identity cascade')
})

const GIVEN = { category: 'ANOMALY', severity: 'WARNING', title: 'Many jams', body: 'Dispensers jam in the heat.' }

const publish = (given: Record<string, unknown> = {}, as = publisher) =>
  platform.ask('POST', INSIGHTS, { as, body: { ...GIVEN, ...given } })
const published = async (given: Record<string, unknown> = {}) => Object(await publish(given)).body.id
const list = async (query = '') => Object((await platform.ask('GET', `${INSIGHTS}${query}`, { as: reader })).body)
const active = async () => Object((await platform.ask('GET', `${INSIGHTS}/active`, { as: reader })).body)
const idsOf = (insights: readonly { id: number }[]) => insights.map(({ id }) => id)

describe('publishing an insight', () => {
  it('answers 201 with the insight, unacknowledged, by the names of the requirements', async () => {
    const { status, body } = await publish({ expiresAt: '2026-03-02T00:00:00+01:00' })
    expect(status).toBe(201)
    expect(body).toEqual({
      ...GIVEN,
      id: 1,
      snapshot_id: null,
      published_at: expect.stringMatching(/^2026-03-01T10:00:\d\d\.\d{3}Z$/),
      expires_at: '2026-03-01T23:00:00.000Z',
      acknowledged: false,
      acknowledged_at: null,
      acknowledged_by_user_id: null,
    })
  })

  it.each([
    ['BCOS_ADMIN', 201],
    ['ADMIN', 403],
    ['CUSTOMER', 403],
    ['USER', 403],
    ['AGENT', 403],
  ] as const)('by a %s is answered %i', async (role, status) => {
    const answer = await publish({}, await platform.token({ role, institutions: ['ACME'] }))
    expect(answer.status).toBe(status)
  })

  it('without a token is 401, whatever the body is', async () => {
    expect((await platform.ask('POST', INSIGHTS, { body: { severity: 'HIGH' } })).status).toBe(401)
  })

  it.each([
    ['severity', 'of no value that exists', { severity: 'HIGH' }],
    ['severity', 'blank', { severity: '' }],
    ['severity', 'missing', { severity: undefined }],
    ['category', 'in small letters', { category: 'anomaly' }],
    ['category', 'null', { category: null }],
    ['title', 'blank', { title: ' \n' }],
    ['title', 'missing', { title: undefined }],
    ['title', 'of 201 characters', { title: 'x'.repeat(201) }],
    ['body', 'blank', { body: '' }],
    ['body', 'missing', { body: undefined }],
    ['body', 'of 10,001 characters', { body: 'x'.repeat(10_001) }],
    ['expiresAt', 'in the past', { expiresAt: '2026-03-01T09:59:59Z' }],
    ['expiresAt', 'that is no instant', { expiresAt: 'tomorrow' }],
    ['snapshotId', 'unknown', { snapshotId: 4711 }],
    ['snapshotId', 'that is no number', { snapshotId: 'four' }],
  ])('with a %s %s is 400 and names the field', async (field, _case, given) => {
    const { status, body } = await publish(given)
    expect(status).toBe(400)
    expect(Object(body)).toMatchObject({ code: 'BAD_USER_INPUT', errors: [{ field }] })
    expect((await list()).totalElements).toBe(0)
  })

  it('takes a title of 200 and a body of 10,000 characters, of whatever script', async () => {
    expect((await publish({ title: '🏧'.repeat(200), body: 'ü'.repeat(10_000) })).status).toBe(201)
  })

  it('links to the newest snapshot of the fleet, or to the one that is named', async () => {
    await asOwner(`insert into analytics.snapshot (institution_key, taken_at, day, files_parsed, transactions,
        successful, failed,
        incidents_created, incidents_resolved, open_incidents)
      select key, taken_at::timestamptz, '2026-03-01', 0, 0, 0, 0, 0, 0, 0
      from (values (null, '2026-03-01T08:00Z'), (null, '2026-03-01T09:00Z'), ('ACME', '2026-03-01T09:30Z'),
        ('ZETA', '2026-03-01T09:40Z')) v(key, taken_at)`)
    expect((await publish()).body).toMatchObject({ snapshot_id: 2 })
    expect((await publish({ snapshotId: null })).body).toMatchObject({ snapshot_id: 2 })
    expect((await publish({ snapshotId: 1 })).body).toMatchObject({ snapshot_id: 1 })
    expect((await publish({ snapshotId: 3 })).body).toMatchObject({ snapshot_id: 3 })
    // A snapshot of another institution is unknown to the caller.
    expect((await publish({ snapshotId: 4 })).status).toBe(400)
  })
})

describe('the list of insights', () => {
  it('is a page, newest first, the same for every caller', async () => {
    for (const title of ['one', 'two', 'three']) await publish({ title })
    expect(await list('?size=2')).toMatchObject({
      content: [{ title: 'three' }, { title: 'two' }],
      totalElements: 3,
      totalPages: 2,
      number: 0,
      size: 2,
      numberOfElements: 2,
      first: true,
      last: false,
      empty: false,
    })
    expect(idsOf((await list('?sort=published_at,asc')).content)).toEqual([1, 2, 3])
    expect(idsOf((await list('?sort=title,asc')).content)).toEqual([1, 3, 2])
  })

  it('is filtered by category, severity and acknowledged', async () => {
    await published({ category: 'TREND' })
    await published({ severity: 'CRITICAL' })
    const third = await published()
    await platform.ask('PATCH', `${INSIGHTS}/${third}/acknowledge`, { as: reader })
    expect(idsOf((await list('?category=TREND')).content)).toEqual([1])
    expect(idsOf((await list('?severity=CRITICAL')).content)).toEqual([2])
    expect(idsOf((await list('?acknowledged=true')).content)).toEqual([3])
    expect(idsOf((await list('?acknowledged=false')).content)).toEqual([2, 1])
  })

  it.each(['category=TRENDS', 'severity=HIGH', 'acknowledged=maybe', 'page=-1', 'sort=secret,asc'])(
    'is 400 for %s',
    async (query) => {
      expect((await platform.ask('GET', `${INSIGHTS}?${query}`, { as: reader })).status).toBe(400)
    },
  )

  it('of active ones leaves out what is acknowledged, and what has expired without a change of state', async () => {
    const [first, second, third] = [
      await published(),
      await published({ expiresAt: '2026-03-01T10:05:00Z' }),
      await published(),
    ]
    expect(idsOf(await active())).toEqual([third, second, first])
    await platform.ask('PATCH', `${INSIGHTS}/${third}/acknowledge`, { as: reader })
    platform.clock.set('2026-03-01T10:05:00Z')
    expect(idsOf(await active())).toEqual([first])
    expect(idsOf((await list('?acknowledged=false')).content)).toEqual([second, first])
  })
})

describe('acknowledging', () => {
  it('is open to any authenticated caller, and the first time and user stay', async () => {
    const id = await published()
    const once = await platform.ask('PATCH', `${INSIGHTS}/${id}/acknowledge`, { as: reader })
    expect(once.status).toBe(200)
    expect(once.body).toMatchObject({
      id,
      acknowledged: true,
      acknowledged_at: expect.stringMatching(/^2026-03-01T10:00/),
      acknowledged_by_user_id: 'agent-9',
    })
    platform.clock.set('2026-03-02T10:00:00Z')
    const twice = await platform.ask('PATCH', `${INSIGHTS}/${id}/acknowledge`, { as: publisher })
    expect(twice.status).toBe(200)
    expect(twice.body).toEqual(once.body)
  })

  it('is 404 for an unknown id, 400 for what is no id, 401 without a token', async () => {
    expect((await platform.ask('PATCH', `${INSIGHTS}/77/acknowledge`, { as: reader })).status).toBe(404)
    expect((await platform.ask('PATCH', `${INSIGHTS}/x/acknowledge`, { as: reader })).status).toBe(400)
    expect((await platform.ask('PATCH', `${INSIGHTS}/77/acknowledge`)).status).toBe(401)
    expect((await platform.ask('DELETE', `${INSIGHTS}/active`)).status).toBe(401)
  })

  it('of all active ones returns how many, records time and user, and leaves expired ones as they are', async () => {
    const before = await published()
    await platform.ask('PATCH', `${INSIGHTS}/${before}/acknowledge`, { as: publisher })
    const expired = await published({ expiresAt: '2026-03-01T10:05:00Z' })
    await publish()
    await publish({ expiresAt: '2026-03-09T10:05:00Z' })
    platform.clock.set('2026-03-01T11:00:00Z')
    const answer = await platform.ask('DELETE', `${INSIGHTS}/active`, { as: reader })
    expect(answer).toMatchObject({ status: 200, body: { acknowledged: 2 } })
    const { content } = await list('?sort=id,asc')
    expect(content).toMatchObject([
      { id: before, acknowledged_by_user_id: '12' },
      { id: expired, acknowledged: false, acknowledged_at: null },
      { acknowledged_by_user_id: 'agent-9', acknowledged_at: expect.stringMatching(/^2026-03-01T11:00/) },
      { acknowledged_by_user_id: 'agent-9' },
    ])
    expect((await platform.ask('DELETE', `${INSIGHTS}/active`, { as: reader })).body).toEqual({ acknowledged: 0 })
  })
})

describe('the nightly purge', () => {
  it('removes what was acknowledged more than 30 days ago, in portions, and nothing else', async () => {
    const kept = await published()
    const recent = await published()
    await platform.ask('PATCH', `${INSIGHTS}/${recent}/acknowledge`, { as: reader })
    await asOwner(`insert into analytics.insight (category, severity, title, body, published_at, acknowledged_at,
      acknowledged_by_user_id)
      select 'TREND', 'INFO', 'old', 'old', '2026-01-01', timestamptz '2026-03-31T10:00Z' - interval '30 days 1 second',
        '1'
      from generate_series(1, 1500)`)
    const job = platform.process.jobs.find(({ name }) => name === 'analytics.insight-purge')
    expect(job).toMatchObject({ cron: '0 3 * * *', timeZone: 'platform' })
    const context = { now: new Date('2026-03-31T10:00:00Z'), log: platform.process.log, progress: () => {} }
    // A clock that is far ahead of the last run is not trusted.
    const jumped = { ...context, lastDoneAt: new Date('2026-03-28T10:00:00Z') }
    expect(await job?.run(jumped)).toBe('0 insights purged')
    expect(await job?.run(context)).toBe('1500 insights purged')
    expect(idsOf((await list('?sort=id,asc')).content)).toEqual([kept, recent])
    expect(await job?.run(context)).toBe('0 insights purged')
  })
})
