import { afterAll, beforeAll, expect } from 'vitest'
import { type BothCalls, checkRows, openRequirements, type RequirementsPlatform, refused } from './table.ts'

const NOW = '2026-11-20T10:00:00.000Z'
let platform: RequirementsPlatform

beforeAll(async () => {
  platform = await openRequirements({ now: NOW, start: false })
})
afterAll(() => platform.close())

const INSIGHTS = '/analytics/api/analytics/insights'
const PUBLISHER = { role: 'MSP_ADMIN', institutions: ['ACME'], userId: '12' } as const
const VALID = { category: 'ANOMALY', severity: 'INFO', title: 'Title', body: 'Body' }
/** The fields of an insight under their names on REST and in the graph. */
const FIELDS = [
  ['id', 'id'],
  ['category', 'category'],
  ['severity', 'severity'],
  ['title', 'title'],
  ['body', 'body'],
  ['snapshot_id', 'snapshotId'],
  ['published_at', 'publishedAt'],
  ['expires_at', 'expiresAt'],
  ['acknowledged', 'acknowledged'],
  ['acknowledged_at', 'acknowledgedAt'],
  ['acknowledged_by_user_id', 'acknowledgedByUserId'],
] as const
const SELECTION = FIELDS.map(([, name]) => name).join(' ')

/** An insight of the graph under the names of REST. */
const asOnRest = (insight: unknown) =>
  Object.fromEntries(FIELDS.map(([onRest, inGraph]) => [onRest, Object(insight)[inGraph]]))

const publish = (insight: Record<string, unknown>): BothCalls => ({
  rest: { call: `POST ${INSIGHTS}`, body: insight, status: 201 },
  graph: {
    query: `mutation ($insight: InsightInput!) { publishInsight(insight: $insight) { ${SELECTION} } }`,
    variables: { insight },
    value: (data) => asOnRest(Object(data).publishInsight),
  },
})
const published = {
  id: expect.any(Number),
  ...VALID,
  snapshot_id: null,
  published_at: NOW,
  expires_at: null,
  acknowledged: false,
  acknowledged_at: null,
  acknowledged_by_user_id: null,
}

checkRows('Insight, publish request body', () => platform, [
  {
    requirement: 'what is left out: no snapshot where none exists, no expiry, not acknowledged',
    as: PUBLISHER,
    ...publish(VALID),
    expected: published,
  },
  {
    requirement: 'expiresAt is an ISO 8601 timestamp',
    as: PUBLISHER,
    ...publish({ ...VALID, expiresAt: '2026-11-20T13:00:00.001+03:00' }),
    expected: { ...published, expires_at: '2026-11-20T10:00:00.001Z' },
  },
  {
    requirement: 'a title of 200 characters and a body of 10,000 are taken',
    as: PUBLISHER,
    ...publish({ ...VALID, title: 't'.repeat(200), body: 'b'.repeat(10_000) }),
    expected: { ...published, title: 't'.repeat(200), body: 'b'.repeat(10_000) },
  },
  {
    requirement: 'a title of 201 characters is refused',
    as: PUBLISHER,
    ...publish({ ...VALID, title: 't'.repeat(201) }),
    expected: refused(400, 'title'),
  },
  {
    requirement: 'a body of 10,001 characters is refused',
    as: PUBLISHER,
    ...publish({ ...VALID, body: 'b'.repeat(10_001) }),
    expected: refused(400, 'body'),
  },
  {
    requirement: 'expiresAt in the past is refused',
    as: PUBLISHER,
    ...publish({ ...VALID, expiresAt: '2026-11-20T09:59:59.999Z' }),
    expected: refused(400, 'expiresAt'),
  },
  ...['ANOMALY', 'TREND', 'RECOMMENDATION', 'SUMMARY'].map((category) => ({
    requirement: `category: ${category}`,
    as: PUBLISHER,
    ...publish({ ...VALID, category }),
    expected: { ...published, category },
  })),
  ...['INFO', 'WARNING', 'CRITICAL'].map((severity) => ({
    requirement: `severity: ${severity}`,
    as: PUBLISHER,
    ...publish({ ...VALID, severity }),
    expected: { ...published, severity },
  })),
  ...['HIGH', 'MEDIUM', 'LOW', 'info', '', ' ', null, undefined].map((severity) => ({
    requirement: `Errors: a severity that is not an enum value is 400; ${JSON.stringify(severity)}`,
    as: PUBLISHER,
    ...publish({ ...VALID, severity }),
    expected: refused(400, 'severity'),
  })),
  ...['ALERT', 'anomaly', '', ' ', null, undefined].map((category) => ({
    requirement: `Errors: a category that is not an enum value is 400; ${JSON.stringify(category)}`,
    as: PUBLISHER,
    ...publish({ ...VALID, category }),
    expected: refused(400, 'category'),
  })),
  ...(['title', 'body'] as const).flatMap((field) =>
    ['', ' \n', null, undefined].map((text) => ({
      requirement: `Errors: a missing required non-blank field is rejected; ${field} ${JSON.stringify(text)}`,
      as: PUBLISHER,
      ...publish({ ...VALID, [field]: text }),
      expected: refused(400, field),
    })),
  ),
  ...(['MSP_ADMIN', 'BCOS_ADMIN'] as const).map((role) => ({
    requirement: `POST insights: ${role} may`,
    as: { role, institutions: [] },
    ...publish(VALID),
    expected: published,
  })),
  ...(['USER', 'CUSTOMER', 'ADMIN', 'AGENT'] as const).map((role) => ({
    requirement: `Errors: role not permitted for insight publication, 403; ${role}`,
    as: { role, institutions: ['ACME'] },
    ...publish(VALID),
    expected: refused(403),
  })),
  { requirement: 'Errors: missing token', as: null, ...publish(VALID), expected: refused(401) },
])
