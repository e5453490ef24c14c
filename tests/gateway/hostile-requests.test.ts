import { once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { choicesOf } from '../../demo/random.ts'
import { createLog } from '../../subgraphs/kit/observability/log.ts'
import { INTERNAL_SECRET } from '../support/platform.ts'
import { SEED } from '../support/seed.ts'
import { openWholePlatform, type WholePlatform } from '../support/whole-platform.ts'
import { type HostileRequest, hostileRequests } from './hostile-requests.ts'

/** How many requests are sent; all that there are with 0. */
const MANY = Number(process.env.TEST_REQUESTS ?? 3_000)
const AT_ONCE = 8

const CALLERS = [
  { role: 'ADMIN', institutions: [] },
  { role: 'MSP_ADMIN', institutions: ['ACME'] },
  { role: 'BCOS_ADMIN', institutions: ['ACME'] },
  { role: 'CUSTOMER', institutions: ['ACME', 'BETA'] },
  { role: 'USER', institutions: [] },
  { role: 'AGENT', institutions: ['ACME'], agentAtmId: 'ATM-1' },
  { role: 'AGENT', institutions: ['ACME'] },
] as const

let platform: WholePlatform
let tokens: [string, ...string[]]
const lines: string[] = []
const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE })

beforeAll(async () => {
  const log = createLog({ level: 'error', name: 'test' }, { write: (line) => lines.push(line) })
  platform = await openWholePlatform({ log, start: false, env: { RATE_LIMIT_AGENT: '1000000/s' } })
  const [first, ...others] = await Promise.all(CALLERS.map((caller) => platform.token(caller)))
  tokens = [first ?? '', ...others]
})
afterAll(async () => {
  agent.destroy()
  await platform?.close()
})

/** The status of an answer and what it says of an error. A stream of events is left as soon as it begins. */
const send = async ({ internal, method, target, headers, body }: HostileRequest, token: string) => {
  const sent = request(internal ? platform.internalUrl : platform.url, {
    agent,
    method,
    path: target,
    headers: {
      ...(token === '' ? {} : { authorization: `Bearer ${token}` }),
      ...(internal ? { 'x-internal-secret': INTERNAL_SECRET } : {}),
      ...headers,
    },
  })
  sent.end(body ?? undefined)
  const [answer]: IncomingMessage[] = await once(sent, 'response')
  if (answer === undefined) throw new Error('no answer')
  const isStream = String(answer.headers['content-type']).startsWith('text/event-stream')
  if (isStream) answer.destroy()
  const parts: Buffer[] = []
  if (!isStream) for await (const chunk of answer) parts.push(Buffer.from(chunk))
  const bytes = Buffer.concat(parts)
  return { status: answer.statusCode ?? 0, text: bytes.toString('utf8', 0, 2_000), sizeBytes: bytes.length }
}

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
    const sent = body === undefined ? null : JSON.stringify({ ...body, [field]: text })
    const headers = { 'content-type': 'application/json' }
    const answer = await send({ part: '', internal: false, method, target, headers, body: sent }, tokens[2] ?? '')
    const { status, errors } = JSON.parse(answer.text)
    expect([status, errors]).toEqual([400, [expect.objectContaining({ field })]])
  }
})

test.each(['%00', 'A%00', 'A%E2%80%8BB', '%EF%BB%BFA', 'A%C2%ADB', 'A%20B', 'A%2CB'])(
  'the institution key %s, which no caller could see or store, is refused wherever it is given',
  async (key) => {
    const ask = async (method: string, target: string, body: unknown, headers: Record<string, string> = {}) => {
      const sent = { 'content-type': 'application/json', ...headers }
      const text = body === null ? null : JSON.stringify(body)
      const answer = await send({ part: '', internal: false, method, target, headers: sent, body: text }, tokens[0])
      return [answer.status, JSON.parse(answer.text).errors?.[0]?.field]
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
  const body = JSON.stringify({ ids: Array.from({ length: 100_000 }, () => 'a') })
  const headers = { 'content-type': 'application/json' }
  const answer = await send({ part: '', internal: false, method: 'POST', target, headers, body }, tokens[0])
  expect(answer.status).toBe(400)
  expect(answer.sizeBytes).toBeLessThan(30_000)
})

test('no request makes the platform fail, whatever it holds', { timeout: 900_000 }, async () => {
  const choices = choicesOf(SEED)
  const all = hostileRequests().map((one) => ({ one, at: choices.fraction() }))
  const chosen = all.toSorted((one, other) => one.at - other.at).slice(0, MANY === 0 ? all.length : MANY)
  const failures: unknown[] = []
  const statuses = new Map<number, number>()
  const next = chosen.values()
  const work = async () => {
    for (const { one } of next) {
      const token = one.internal || choices.chance(0.5) ? tokens[0] : choices.chance(0.05) ? '' : choices.pick(tokens)
      const before = lines.length
      const { status, text } = await send(one, token).catch((error: unknown) => ({
        status: 0,
        text: String(error),
        sizeBytes: 0,
      }))
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
      if (status >= 500 || status === 0) failures.push({ ...one, status, text, lines: lines.slice(before) })
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  const report = `TEST_SEED=${SEED}, ${chosen.length} of ${all.length} requests`
  expect(failures, report).toEqual([])
  expect(lines, report).toEqual([])
})
