import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { ATM_RETIRED } from '../schema/events/atm-retired.ts'
import { envelopeSchema } from '../schema/events/envelope.ts'
import { listEventTopics } from '../schema/events/topics.ts'
import { runAs } from './support/sql.ts'
import { openWholePlatform, type WholePlatform } from './support/whole-platform.ts'

const DAY = new Uint8Array(
  readFileSync(new URL('../subgraphs/journal/formats/fixtures/recycler/day.txt', import.meta.url)),
)
const START = Date.parse('2026-05-13T20:00:00Z')
const TOPICS = listEventTopics('acme')

let platform: WholePlatform
const startedMs = Date.now()

const run = (sql: string) => runAs(platform.database.urls.superuser, [sql])

const topicOf = (name: string) =>
  TOPICS.find((topic) => (topic.suffix === undefined ? name === topic.name : name.startsWith(topic.name)))

beforeAll(async () => {
  platform = await openWholePlatform({
    env: { PLATFORM_NAME: 'acme' },
    now: () => new Date(START + Date.now() - startedMs),
  })
  const as = await platform.token({ role: 'AGENT', institutions: ['ACME'], agentAtmId: 'ATM-1' })
  const report = async (eventType: string, minute: number) => {
    const body = { agentAtmId: 'ATM-1', eventType, eventTime: `2026-05-13T19:${minute}:00` }
    expect((await platform.ask('POST', '/agent-proxy/api/journal-events', { as, body })).status).toBe(201)
  }
  await report('ATM_OUT_OF_SERVICE', 10)
  await report('ATM_OUT_OF_SERVICE', 20)
  await report('ATM_IN_SERVICE', 30)
  const path = '/agent-proxy/api/journal-files?agentAtmId=ATM-1&journalDate=2026-05-13'
  const upload = await platform.ask('POST', path, { as, bytes: DAY })
  const admin = await platform.token({ role: 'ADMIN' })
  const { id } = Object(upload.body)
  const body = { agentAtmId: 'ATM-2', institutionKey: 'ACME' }
  expect((await platform.ask('POST', '/incident/api/atms', { as: admin, body })).status).toBe(201)
  const topicsSeen = async () =>
    (await run('select distinct topic from topics.message')).map(({ topic }) => topicOf(String(topic)))
  const many = Array.from({ length: 101 }, (_, n) => `MANY-${n},ACME`).join('\n')
  const file = new TextEncoder().encode(`agentAtmId,institutionKey\n${many}\n`)
  const headers = { 'content-type': 'text/csv' }
  const imported = await platform.ask('POST', '/incident/api/atms/import?dryRun=false', {
    as: admin,
    bytes: file,
    headers,
  })
  expect(imported.status).toBe(200)
  const ofWork = TOPICS.filter(({ name }) => name !== ATM_RETIRED)
  await vi.waitFor(async () => expect(new Set(await topicsSeen())).toEqual(new Set(ofWork)), { timeout: 30_000 })
  expect((await platform.ask('POST', `/journal/api/journal/files/${id}/reparse`, { as: admin })).status).toBe(202)
  const requests = `select envelope -> 'data' ->> 'reason' as reason from topics.message
    where topic like 'journal.parse-requests.%' order by seq`
  const expected = [{ reason: 'UPLOAD' }, { reason: 'REPARSE' }]
  await vi.waitFor(async () => expect(await run(requests)).toEqual(expected), { timeout: 30_000 })
  const atms = await platform.ask('GET', '/incident/api/atms?agentAtmId=ATM-1', { as: admin })
  const atmId = Object(atms.body).content[0].id
  expect((await platform.ask('POST', `/incident/api/atms/${atmId}/retire`, { as: admin })).status).toBe(200)
  await vi.waitFor(async () => expect(new Set(await topicsSeen())).toEqual(new Set(TOPICS)), { timeout: 30_000 })
}, 90_000)
afterAll(() => platform?.close())

test('what the services publish is what the reference says, no field more or less', async () => {
  for (const { topic, key, envelope, headers } of await run(
    'select topic, key, envelope, headers from topics.message',
  )) {
    const { data, ...rest } = envelopeSchema.strict().parse(envelope)
    expect(topicOf(String(topic))?.data.strict().parse(data), String(topic)).toEqual(data)
    expect(headers).toBeNull()
    expect(rest.type).toBe(topic)
    const ofInstitution = {
      'analytics.snapshot-ready': '{fleet}',
      'audit.recorded': '{platform}',
      'audit.recorded-together': '{platform}',
    }[String(topic)]
    expect(key).toBe(ofInstitution === undefined ? 'ATM-1' : (rest.institutionKey ?? ofInstitution))
  }
})

test('they are read by whom the reference says', async () => {
  const groups = `select distinct consumer_group, topic from topics.cursor
    where consumer_group not like '%.dead-letters'`
  const readers = async () =>
    (await run(groups)).map(({ consumer_group: group, topic }) => [topicOf(String(topic))?.name, group]).sort()
  const expected = TOPICS.flatMap(({ name, readBy }) => readBy.map((group) => [name, group])).sort()
  // Who lets messages gather takes in a new topic with its next look.
  await expect.poll(readers, { timeout: 10_000 }).toEqual(expected)
})
