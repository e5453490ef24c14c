import { afterAll, beforeAll } from 'vitest'
import { runAs } from '../support/sql.ts'
import {
  at,
  type BothCalls,
  checkRows,
  each,
  openRequirements,
  pick,
  type RequirementsPlatform,
  type Row,
  refused,
  schedule,
} from './table.ts'

const NOW = '2026-11-20T10:00:00.000Z'
const TIME_ZONE = { PLATFORM_TIME_ZONE: 'Africa/Addis_Ababa' }
let platform: RequirementsPlatform

beforeAll(async () => {
  platform = await openRequirements({ now: NOW, env: TIME_ZONE, start: false })
  await platform.registerJobs(TIME_ZONE.PLATFORM_TIME_ZONE)
})
afterAll(() => platform.close())

const INSIGHTS = '/analytics/api/analytics/insights'
const PUBLISHER = { role: 'MSP_ADMIN', institutions: ['ACME'] } as const
const VALID = { category: 'ANOMALY', severity: 'INFO', title: 'Title', body: 'Body' }

type Stored = {
  readonly title: string
  readonly publishedAt?: string
  readonly expiresAt?: string
  readonly ago?: string
}

/** Leaves these insights and no others; those with `ago` were acknowledged then. */
const onlyThese = async (insights: readonly Stored[]): Promise<Record<string, string>> => {
  await runAs(platform.whole.database.urls.superuser, ['delete from analytics.insight'])
  const ids: Record<string, string> = {}
  for (const { title, publishedAt = '2026-11-01T00:00:00Z', expiresAt, ago } of insights) {
    platform.clock.set(publishedAt)
    const body = { ...VALID, title, ...(expiresAt && { expiresAt }) }
    const id = await platform.prepare(PUBLISHER, { call: `POST ${INSIGHTS}`, body, status: 201, value: at('id') })
    ids[title] = String(id)
    if (ago !== undefined) {
      platform.clock.set(ago)
      await platform.prepare({ userId: 'first' }, { call: `PATCH ${INSIGHTS}/${id}/acknowledge` })
    }
  }
  platform.clock.set(NOW)
  return ids
}

const active: BothCalls = {
  rest: { call: `GET ${INSIGHTS}/active`, value: each('title') },
  graph: { query: '{ activeInsights { title } }', value: (data) => each('title')(Object(data).activeInsights) },
}

checkRows('Insight: active when acknowledged is false and expires_at is empty or later than now', () => platform, [
  {
    requirement: 'not the acknowledged, not the one that expires now, but the one that expires a millisecond later',
    as: {},
    given: () =>
      onlyThese([
        { title: 'empty' },
        { title: 'acknowledged', ago: '2026-11-02T00:00:00Z' },
        { title: 'expired', expiresAt: '2026-11-20T09:59:59.999Z' },
        { title: 'expires now', expiresAt: '2026-11-20T10:00:00.000Z' },
        { title: 'expires later', expiresAt: '2026-11-20T10:00:00.001Z' },
      ]),
    ...active,
    expected: ['expires later', 'empty'],
  },
  {
    requirement: 'newest published_at first, of one moment the last one first',
    as: {},
    given: () =>
      onlyThese([
        { title: 'second', publishedAt: '2026-11-02T00:00:00Z' },
        { title: 'oldest', publishedAt: '2026-11-01T00:00:00Z' },
        { title: 'newest', publishedAt: '2026-11-03T00:00:00Z' },
        { title: 'newest, too', publishedAt: '2026-11-03T00:00:00Z' },
      ]),
    ...active,
    expected: ['newest, too', 'newest', 'second', 'oldest'],
  },
])

const acknowledge = (id: string): BothCalls => ({
  rest: { call: `PATCH ${INSIGHTS}/${id}/acknowledge`, value: pick(...ACKNOWLEDGED) },
  graph: {
    query: `mutation ($id: SafeInt!) {
      acknowledgeInsight(id: $id)
        { acknowledged acknowledged_at: acknowledgedAt acknowledged_by_user_id: acknowledgedByUserId } }`,
    variables: { id: Number(id) },
  },
})
const ACKNOWLEDGED = ['acknowledged', 'acknowledged_at', 'acknowledged_by_user_id'] as const
const fromGiven = (make: (id: string) => BothCalls, title: string): Pick<Row, 'rest' | 'graph'> => ({
  rest: (given) => make(given[title] ?? '').rest,
  graph: (given) => make(given[title] ?? '').graph,
})
const BULK = 'mutation { acknowledgeActiveInsights { acknowledged } }'
const ROLES = ['USER', 'CUSTOMER', 'ADMIN', 'MSP_ADMIN', 'BCOS_ADMIN', 'AGENT'] as const

checkRows('Insight: acknowledgement', () => platform, [
  ...ROLES.map((role) => ({
    requirement: `PATCH acknowledge: any authenticated caller, time and user recorded; ${role}`,
    as: { role, userId: '34' },
    given: () => onlyThese([{ title: 'one' }]),
    ...fromGiven(acknowledge, 'one'),
    expected: { acknowledged: true, acknowledged_at: NOW, acknowledged_by_user_id: '34' },
  })),
  {
    requirement: 'PATCH acknowledge: acknowledging twice keeps the first time and user',
    as: { userId: '34' },
    given: () => onlyThese([{ title: 'one', ago: '2026-11-05T00:00:00Z' }]),
    ...fromGiven(acknowledge, 'one'),
    expected: { acknowledged: true, acknowledged_at: '2026-11-05T00:00:00.000Z', acknowledged_by_user_id: 'first' },
  },
  {
    requirement: 'Errors: PATCH acknowledge with unknown id is 404',
    as: {},
    ...acknowledge('987654321'),
    expected: refused(404),
  },
  { requirement: 'Errors: missing token, PATCH', as: null, ...acknowledge('1'), expected: refused(401) },
  ...ROLES.map((role) => ({
    requirement: `DELETE active: any authenticated caller acknowledges all active ones; ${role}`,
    as: { role },
    given: () =>
      onlyThese([
        { title: 'one' },
        { title: 'two', expiresAt: '2026-11-20T10:00:00.001Z' },
        { title: 'expires now', expiresAt: '2026-11-20T10:00:00.000Z' },
        { title: 'acknowledged', ago: '2026-11-02T00:00:00Z' },
      ]),
    rest: { call: `DELETE ${INSIGHTS}/active` },
    graph: { query: BULK },
    expected: { acknowledged: 2 },
  })),
  {
    requirement: 'DELETE active: nothing is active afterwards',
    as: {},
    given: async () => {
      const given = await onlyThese([{ title: 'one' }, { title: 'two' }])
      await platform.prepare({}, { call: `DELETE ${INSIGHTS}/active` })
      return given
    },
    ...active,
    expected: [],
  },
  {
    requirement: 'Errors: missing token, DELETE',
    as: null,
    rest: { call: `DELETE ${INSIGHTS}/active` },
    graph: { query: BULK },
    expected: refused(401),
  },
])

const PAGE = ['totalElements', 'totalPages', 'number', 'size', 'numberOfElements', 'first', 'last', 'empty'] as const
const page = (query: string, variables: Record<string, unknown>, value: (page: unknown) => unknown) => ({
  rest: { call: `GET ${INSIGHTS}${query}`, value },
  graph: {
    query: `query ($page: Int, $size: Int, $sort: [String!])
      { insights(page: $page, size: $size, sort: $sort) { content { title } ${PAGE.join(' ')} } }`,
    variables,
    value: (data: unknown) => value(Object(data).insights),
  },
})
const titles = (one: unknown) => each('title')(Object(one).content)
const three = () =>
  onlyThese([
    { title: 'b', publishedAt: '2026-11-02T00:00:00Z' },
    { title: 'a', publishedAt: '2026-11-01T00:00:00Z' },
    { title: 'c', publishedAt: '2026-11-02T00:00:00Z', ago: '2026-11-03T00:00:00Z' },
  ])

checkRows('GET insights: paged list', () => platform, [
  {
    requirement: 'newest first, of one moment the last one first, acknowledged ones too',
    as: {},
    given: three,
    ...page('', {}, titles),
    expected: ['c', 'b', 'a'],
  },
  {
    requirement: 'the page',
    as: {},
    given: three,
    ...page('?page=1&size=2', { page: 1, size: 2 }, pick(...PAGE)),
    expected: {
      totalElements: 3,
      totalPages: 2,
      number: 1,
      size: 2,
      numberOfElements: 1,
      first: false,
      last: true,
      empty: false,
    },
  },
  {
    requirement: 'sorted as asked for',
    as: {},
    given: three,
    ...page('?sort=title,asc', { sort: ['title,asc'] }, titles),
    expected: ['a', 'b', 'c'],
  },
  ...ROLES.map((role) => ({
    requirement: `any authenticated caller, fleet-global; ${role}`,
    as: { role, institutions: [] },
    given: three,
    ...page('', {}, titles),
    expected: ['c', 'b', 'a'],
  })),
  { requirement: 'Errors: missing token', as: null, ...page('', {}, titles), expected: refused(401) },
  { requirement: 'Errors: missing token, active', as: null, ...active, expected: refused(401) },
])

checkRows('Limits: purge of acknowledged insights, older than 30 days', () => platform, [
  {
    requirement:
      'one acknowledged 30 days ago stays, one a millisecond before goes, what is not acknowledged stays however old',
    as: {},
    given: async () => {
      const given = await onlyThese([
        { title: '30 days', ago: '2026-10-21T10:00:00.000Z', publishedAt: '2026-10-01T00:00:00Z' },
        { title: 'older', ago: '2026-10-21T09:59:59.999Z', publishedAt: '2026-10-01T00:00:00Z' },
        { title: 'expired', publishedAt: '2026-01-02T00:00:00Z', expiresAt: '2026-01-03T00:00:00Z' },
        { title: 'unacknowledged', publishedAt: '2026-01-01T00:00:00Z' },
      ])
      await platform.runJob('analytics.insight-purge')
      return given
    },
    ...page('', {}, titles),
    expected: ['30 days', 'expired', 'unacknowledged'],
  },
  schedule('nightly at 03:00 (cron 0 0 3 * * *) in the time zone of the platform', 'analytics.insight-purge', {
    schedule: '0 3 * * *',
    timeZone: 'Africa/Addis_Ababa',
    nextRunAt: '2026-11-21T00:00:00.000Z',
  }),
])
