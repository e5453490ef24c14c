import { afterAll, beforeAll, expect, test } from 'vitest'
import { SERVICES } from '../../gateway/services.ts'
import { readSdl } from '../../subgraphs/kit/graphql/schema.ts'
import { createLog } from '../../subgraphs/kit/observability/log.ts'
import { describeContract } from '../../subgraphs/kit/openapi/openapi.ts'
import { INTERNAL_SECRET } from '../support/platform.ts'
import { openWholePlatform, type WholePlatform } from '../support/whole-platform.ts'

let platform: WholePlatform
let as: string
const errors: string[] = []

beforeAll(async () => {
  const log = createLog({ level: 'error', name: 'test' }, { write: (line) => errors.push(line) })
  platform = await openWholePlatform({ log, start: false })
  as = await platform.token({ role: 'BCOS_ADMIN', institutions: ['ACME'] })
})
afterAll(() => platform?.close())

const UNSTORABLE = ['a\u0000b', '\ud800']

const FIELDS: readonly { readonly route: string; readonly field: string; readonly body?: object }[] = [
  { route: 'GET /devices/api/atms', field: 'q' },
  { route: 'GET /devices/api/atms', field: 'agentAtmId' },
  { route: 'GET /journal/api/journal/files', field: 'agentAtmId' },
  { route: 'GET /journal/api/journal/transactions', field: 'reference' },
  { route: 'GET /incident/api/event-exceptions', field: 'eventType' },
  { route: 'GET /fleet/api/fleet/tasks', field: 'agentAtmId' },
  { route: 'GET /analytics/api/analytics/snapshots', field: 'institutionKey' },
  { route: 'POST /claims/api/claims/vendors', field: 'name', body: { type: 'CIT' } },
  { route: 'POST /claims/api/claims/vendors', field: 'contactName', body: { type: 'CIT', name: 'a' } },
  {
    route: 'POST /analytics/api/analytics/insights',
    field: 'title',
    body: { category: 'TREND', severity: 'INFO', body: 'a' },
  },
  { route: 'POST /fleet/api/fleet/tasks', field: 'reason', body: { agentAtmId: 'ATM-1', kind: 'REBOOT' } },
  { route: 'POST /incident/api/incidents', field: 'title', body: { atmId: 1, severity: 'HIGH', kind: 'A' } },
  { route: 'POST /incident/api/atms', field: 'institutionKey', body: { agentAtmId: 'ATM-9' } },
  {
    route: 'POST /agent-proxy/api/journal-events',
    field: 'message',
    body: { agentAtmId: 'ATM-1', eventType: 'POWER_OFF' },
  },
]

test.each(FIELDS)('$route: a $field that no store can hold is refused by its name', async ({ route, field, body }) => {
  const [method = '', path = ''] = route.split(' ')
  for (const text of UNSTORABLE) {
    const target = body === undefined ? `${path}?${field}=a%00b` : path
    const given = body === undefined ? {} : { body: { ...body, [field]: text } }
    const answer = await platform.ask(method, target, { as, ...given })
    expect([answer.status, Object(answer.body).errors]).toEqual([400, [expect.objectContaining({ field })]])
  }
})

test.each(['%00', 'A%00', 'A%E2%80%8BB', '%EF%BB%BFA', 'A%C2%ADB', 'A%20B', 'A%2CB'])(
  'the institution key %s, which no caller could see or store, is refused wherever it is given',
  async (key) => {
    const ask = async (method: string, target: string, body: unknown, headers: Record<string, string> = {}) => {
      const given = body === null ? {} : { body }
      const answer = await platform.ask(method, target, { as, headers, ...given })
      return [answer.status, Object(answer.body).errors?.[0]?.field]
    }
    const institutionKey = decodeURIComponent(key)
    expect(await ask('PUT', `/fleet/task-permissions/${key}`, ['REBOOT'])).toEqual([400, 'key'])
    expect(await ask('GET', '/incident/api/incidents', null, { 'fleet-institution': key })).toEqual([
      400,
      'Fleet-Institution',
    ])
    const atm = { agentAtmId: 'ATM-9', institutionKey }
    expect(await ask('POST', '/incident/api/atms', atm)).toEqual([400, 'institutionKey'])
    const file = `/journal/api/journal/files?agentAtmId=A&journalDate=2026-11-20&institutionKey=${key}`
    expect(await ask('POST', file, 'journal')).toEqual([400, 'institutionKey'])
  },
)

test('of a list of faulty values the first hundred are named', async () => {
  const target = '/journal/api/journal/gaps/request-fetch'
  const answer = await platform.ask('POST', target, { as, body: { ids: Array.from({ length: 100_000 }, () => 'a') } })
  expect(answer.status).toBe(400)
  expect(JSON.stringify(answer.body).length).toBeLessThan(30_000)
})

const LISTS = SERVICES.flatMap(({ name, sdl }) =>
  describeContract(name, readSdl(sdl)).routes.flatMap((route) => {
    const required = route.arguments.filter((argument) => argument.required)
    const isList = route.arguments.some(({ name: of, from }) => of === 'size' && from === 'QUERY')
    return isList && required.length === 0 && !route.internal && route.when === null ? [`/${name}${route.path}`] : []
  }),
)

test.each(LISTS)('a page of %s with the highest number is empty', async (path) => {
  const { status, body } = await platform.ask('GET', `${path}?page=2147483647&size=200`, { as })
  expect([status, Object(body).content]).toEqual([200, []])
  expect(errors).toEqual([])
})

test('an author that the agent proxy does not name is refused', async () => {
  const body = { agentAtmId: 'ATM-1', eventType: 'POWER_OFF', institutionKey: 'ACME' }
  const headers = { 'x-internal-secret': INTERNAL_SECRET, 'reported-by': 'somebody' }
  const answer = await platform.ask('POST', '/incident/api/internal/journal-events', { internal: true, headers, body })
  expect(answer).toMatchObject({ status: 400, body: { errors: [{ field: 'Reported-By' }] } })
})
