import { randomUUID } from 'node:crypto'
import { expect, vi } from 'vitest'
import { recyclerDay } from '../../subgraphs/journal/testing/journal.testing.ts'
import { runAs } from './sql.ts'
import type { WholePlatform } from './whole-platform.ts'

/** A thing that a caller can name. */
export type Kind =
  | 'institution'
  | 'atm'
  | 'otherAtm'
  | 'agentAtm'
  | 'retiredAtm'
  | 'retiredAgentAtm'
  | 'incident'
  | 'incidentText'
  | 'gap'
  | 'file'
  | 'transaction'
  | 'session'
  | 'webhook'
  | 'window'
  | 'view'
  | 'task'
  | 'rollout'
  | 'snapshot'
  | 'insight'
  | 'deadLetter'
  | 'user'
  | 'eventCursor'
  | 'version'
  | 'liveCursor'
  | 'vendor'
  | 'model'
  | 'site'
  | 'region'
  | 'costCentre'
  | 'tag'
  | 'carrier'
  | 'search'

export type Values = Readonly<Record<Kind, string | number>>

/** An institution with records of every kind, and the texts that no other one may read. */
export type Institution = { readonly key: string; readonly own: Values; readonly mark: string }

const SEQUENCES = `select setval(format('%I.%I', schemaname, sequencename)::regclass,
    5000000 + 10000 * row_number() over (order by schemaname, sequencename))
  from pg_sequences
  where max_value > 1000000000 and schemaname = any('{analytics,claims,devices,fleet,incident,journal}')`

/** Gives all later records ids that no other number of an answer is like. */
export const useTellingIds = (platform: WholePlatform) => runAs(platform.database.urls.superuser, [SEQUENCES])

const instantIn = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString()
const dayIn = (days: number): string => instantIn(days).slice(0, 10)

/** The days of the journals; there are gaps between them. */
export const DAYS = [dayIn(-6), dayIn(-3)] as const
/** A period that begins before the first journal and ends now. */
export const PERIOD = { from: instantIn(-10), to: instantIn(0) } as const
/** An hour that is to come. */
export const LATER = { from: instantIn(30), to: instantIn(30.04) } as const

const WAIT = { timeout: 20_000, interval: 50 }

type Asked = Readonly<Record<string, unknown>>

/** Calls that arrange records: an answer that is no success fails the test. */
const arranging =
  (platform: WholePlatform, as: string) =>
  async (method: string, path: string, body?: unknown): Promise<Asked> => {
    const sent = body instanceof Uint8Array ? { bytes: new Uint8Array(body) } : body === undefined ? {} : { body }
    const answer = await platform.ask(method, path, { as, ...sent })
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
    return Object(answer.body)
  }

const journalOf = (day: string, mark: string) =>
  new TextEncoder().encode(recyclerDay(day, ['000', '051']).replaceAll('SURCHARGE:', `${mark}-PRINT\nSURCHARGE:`))

/** Records of every kind of one institution. `mark` is in every text that they have. */
export const buildInstitution = async (platform: WholePlatform, key: string, mark: string): Promise<Institution> => {
  const manager = await platform.token({ role: 'MSP_ADMIN', institutions: [key], userId: `${key} MSP_ADMIN` })
  const ask = arranging(platform, manager)
  const agent = arranging(platform, await platform.token({ role: 'AGENT', institutions: [key] }))
  const agentAtm = `${key}-ATM-1`
  const user = `${key}-${mark}-user`
  const cassettes = [
    { cassetteNo: '1', type: 'DISPENSE', currency: 'ETB', denomination: 100, currentCount: 77, capacity: 90 },
  ]
  const details = { note: `${mark}-details` }
  const event = { agentAtmId: agentAtm, message: `${mark}-message`, component: `${mark}-part`, details }
  const ids: number[] = []
  for (const n of [1, 2, 3, 4]) {
    const report = { ...event, agentAtmId: `${key}-ATM-${n}`, eventType: 'DISPENSER_JAM', errorCode: `${mark}-E` }
    const { atmId } = await agent('POST', '/agent-proxy/api/journal-events', report)
    ids.push(Number(atmId))
    await ask('PATCH', `/incident/api/atms/${atmId}`, {
      ...{ name: `${mark}-name`, siteName: `${mark}-site`, vendor: `${mark}-vendor`, model: `${mark}-model` },
      ...{ region: `${mark}-region`, costCentre: `${mark}-centre`, tags: [`${mark}-tag`], carrier: `${mark}-carrier` },
      ...{ serialNumber: `${mark}-serial`, criticality: 'HIGH' },
    })
  }
  const retiredAgentAtm = `${key}-ATM-4`
  for (const eventType of ['CASSETTE_LOW', 'CARD_READER_FAIL', 'ATM_OUT_OF_SERVICE', `${mark}_UNKNOWN`])
    for (const agentAtmId of [agentAtm, retiredAgentAtm])
      await agent('POST', '/agent-proxy/api/journal-events', { ...event, agentAtmId, eventType, cassettes })
  const [atm = 0, otherAtm = 0, , retiredAtm = 0] = ids
  await ask('POST', `/incident/api/atms/${retiredAtm}/retire`)
  const seen = { name: `${mark}-person`, email: `${mark}@example.org`, institutions: [key], unrestricted: false }
  const users = { body: [{ ...seen, userId: user, lastSeenAt: new Date().toISOString() }], internal: true }
  expect((await platform.ask('POST', '/incident/api/internal/users', users)).status).toBeLessThan(300)

  const title = { kind: 'VANDALISM', severity: 'HIGH', title: `${mark}-title` }
  const { id: incident } = await ask('POST', '/incident/api/incidents', { atmId: atm, ...title })
  await ask('POST', `/incident/api/incidents/${incident}/notes`, { text: `${mark}-note` })
  await ask('PATCH', `/incident/api/incidents/${incident}/assign`, { userId: user })
  const { id: solved } = await ask('POST', '/incident/api/incidents', { atmId: otherAtm, ...title })
  const { name, email } = seen
  const person = { role: 'MSP_ADMIN', institutions: [key], userId: user, name, email } as const
  await arranging(platform, await platform.token(person))('PATCH', `/incident/api/incidents/${solved}/resolve`, {
    causeText: `${mark}-cause`,
  })
  const targets = [{ severity: 'HIGH', resolveMinutes: 60 }]
  await ask('PUT', `/incident/api/incident-targets/${key}`, { targets })
  const window = await ask('POST', '/incident/api/maintenance-windows', {
    ...{ institutionKey: key, atmId: atm, reason: `${mark}-reason`, ...LATER },
  })
  const view = await ask('POST', '/incident/api/views', {
    ...{ page: 'INCIDENTS', name: `${mark}-view`, search: `q=${mark}`, shared: true, institutionKey: key },
  })
  const url = `https://8.8.8.8/${mark}-hook`
  const webhook = await ask('POST', '/incident/api/webhooks', { url, description: `${mark}-hook`, institutionKey: key })
  await ask('PATCH', `/incident/api/webhooks/${webhook.id}`, { status: 'DISABLED' })
  const task = await ask('POST', '/fleet/api/fleet/tasks', {
    ...{ agentAtmId: agentAtm, kind: 'REBOOT', reason: `${mark}-task`, expiresInSeconds: 86_400 },
  })
  const rollout = await ask('POST', '/fleet/api/fleet/rollouts', {
    ...{ agentAtmIds: [`${key}-ATM-2`], kind: 'RESTART_AGENT', reason: `${mark}-rollout`, expiresInSeconds: 86_400 },
  })
  await ask('PATCH', `/fleet/api/fleet/rollouts/${rollout.id}`, { status: 'PAUSED' })
  await ask('PUT', `/fleet/api/fleet/task-permissions/${key}`, ['REBOOT'])
  await ask('PUT', `/journal/api/journal/profiles/${key}`, {
    ...{ version: 0, approvedCodes: ['000'], customerLabels: [{ words: `${mark.slice(0, 12)}`, kind: 'IDENTIFIER' }] },
  })
  const vendor = { name: `${mark}-company`, type: 'CIT', contactName: `${mark}-contact`, contactPhone: `${mark}-phone` }
  await ask('POST', '/claims/api/claims/vendors', vendor)

  const files: unknown[] = []
  for (const day of DAYS) {
    const path = `/agent-proxy/api/journal-files?agentAtmId=${agentAtm}&journalDate=${day}`
    files.push((await agent('POST', path, journalOf(day, mark))).id)
  }
  for (const id of files)
    await vi.waitFor(
      async () => expect(await ask('GET', `/journal/api/journal/files/${id}`)).toMatchObject({ status: 'PARSED' }),
      WAIT,
    )
  const period = `dateFrom=${DAYS[0]}&dateTo=${DAYS[1]}`
  const found = await ask('GET', `/journal/api/journal/transactions?${period}`)
  const [transaction] = Object(found).content
  const { next: eventCursor } = await ask('GET', '/incident/api/journal-events?first=1')
  return {
    key,
    mark,
    own: {
      institution: key,
      ...{
        atm,
        otherAtm,
        agentAtm,
        retiredAtm,
        retiredAgentAtm,
        incident: Number(incident),
        incidentText: String(incident),
        gap: 0,
      },
      ...{ file: Number(files[0]), transaction: Number(transaction.id), session: Number(transaction.sessionId) },
      ...{ webhook: Number(webhook.id), window: Number(window.id), view: Number(view.id), task: String(task.id) },
      ...{ rollout: Number(rollout.id), snapshot: 0, insight: 0, deadLetter: randomUUID(), user, version: 1 },
      ...{ eventCursor: String(eventCursor), liveCursor: '', vendor: `${mark}-vendor`, model: `${mark}-model` },
      ...{ site: `${mark}-site`, region: `${mark}-region`, costCentre: `${mark}-centre`, tag: `${mark}-tag` },
      ...{ carrier: `${mark}-carrier`, search: mark },
    },
  }
}

/** The endings of the texts that an institution has, each of which one of its callers can read. */
export const WORDS = [
  ...['name', 'site', 'vendor', 'model', 'region', 'centre', 'tag', 'carrier', 'serial', 'message', 'part', 'details'],
  ...['E', 'person', 'title', 'note', 'cause', 'reason', 'view', 'hook', 'task', 'rollout', 'company', 'contact'],
  ...['phone', 'PRINT'],
] as const

/** A message that could not be handled, of each service that has consumers, with this id. */
const deadLetterOf = (service: string, id: string): string => {
  const times = { occurredAt: instantIn(0), institutionKey: null, traceparent: null, data: {} }
  const message = JSON.stringify({ id, type: 'nowhere', version: 1, ...times })
  return `insert into ${service}.dead_letter (id, topic, consumer_group, identity, message_id, key, message, error,
    attempts, first_attempt_at, last_attempt_at)
    values ('${id}', 'nowhere', '${service}.none', '${id}', '${id}', 'k', '${message}', 'e', 5, now(), now())`
}

const numberOf = async (url: string, select: string): Promise<number> =>
  Number((await runAs(url, [select]))[0]?.id ?? Number.NaN)

/** What is arranged for several institutions at once, and has an id that must be looked up. */
export const withJobs = async (
  platform: WholePlatform,
  institutions: readonly Institution[],
): Promise<readonly Institution[]> => {
  const { superuser } = platform.database.urls
  const { jobs, log } = platform.gateway
  await jobs
    .find(({ name }) => name === 'journal.gap-detection')
    ?.run({ now: new Date(), lastDoneAt: null, log, progress: () => {} })
  const [first] = institutions
  const services = ['analytics', 'fleet', 'incident', 'journal']
  await runAs(superuser, [
    ...services.map((service) => deadLetterOf(service, String(first?.own.deadLetter))),
    "insert into jobs.job values ('matrix.nothing', 'journal', null, 'UTC', now()) on conflict do nothing",
  ])
  const publisher = arranging(platform, await platform.token({ role: 'BCOS_ADMIN' }))
  const insight = { category: 'TREND', severity: 'INFO', title: 'A trend', body: 'More of it.' }
  const { id } = await publisher('POST', '/analytics/api/analytics/insights', insight)
  return Promise.all(
    institutions.map(async (one) => {
      const snapshot = await vi.waitFor(async () => {
        const select = `select max(id) as id from analytics.snapshot where institution_key = '${one.key}'`
        const found = await numberOf(superuser, select)
        expect(found).toBeGreaterThan(0)
        return found
      }, WAIT)
      const gap = await numberOf(
        superuser,
        `select min(id) as id from journal.gap where institution_key = '${one.key}'`,
      )
      return { ...one, own: { ...one.own, gap, snapshot, insight: Number(id) } }
    }),
  )
}

/** Values of every kind that no record has. */
export const NOTHING: Values = {
  ...{ institution: 'NOBODY', atm: 987_654_321, otherAtm: 987_654_322, agentAtm: 'NOBODY-ATM', incident: 987_654_321 },
  ...{ retiredAtm: 987_654_321, retiredAgentAtm: 'NOBODY-ATM' },
  ...{ incidentText: '987654321', gap: 987_654_321, file: 987_654_321, transaction: 987_654_321 },
  ...{ session: 987_654_321, webhook: 987_654_321, window: 987_654_321, view: 987_654_321, rollout: 987_654_321 },
  ...{ task: '00000000-0000-4000-8000-000000000000', deadLetter: '00000000-0000-4000-8000-000000000000' },
  ...{ snapshot: 987_654_321, insight: 987_654_321, user: 'nobody-user', eventCursor: '', liveCursor: '' },
  ...{ version: 1, vendor: 'nobody-vendor', model: 'nobody-model', site: 'nobody-site', region: 'nobody-region' },
  ...{ costCentre: 'nobody-centre', tag: 'nobody-tag', carrier: 'nobody-carrier', search: 'unheard-of' },
}
