import { vi } from 'vitest'
import { recyclerDay } from '../../subgraphs/journal/testing/journal.testing.ts'
import type { Method } from '../../subgraphs/kit/rest/routes.ts'
import type { Answer, TestPlatform } from '../support/platform.ts'
import { runAs } from '../support/sql.ts'

/** A platform with what mutations are tried on. */
export type Stage = {
  readonly platform: TestPlatform
  /** Calls as an administrator of the platform, without a trace id of its own. */
  readonly ask: (method: Method, url: string, body?: unknown) => Promise<Record<string, unknown>>
  /** The number of an open incident of an ATM of ACME's, one more each time. */
  readonly incident: () => Promise<number>
  /** The numbers of gaps. */
  readonly gaps: readonly number[]
}

/** An ATM of ACME's that nothing else is done to. */
const atmOf = async ({ ask }: Stage, agentAtmId: string): Promise<Record<string, unknown>> =>
  ask('POST', '/incident/api/atms', { agentAtmId, institutionKey: 'ACME' })

/** How a mutation is called, and what the audit is to say of it. */
export type Expected = {
  readonly call: readonly [method: Method, url: string, body?: unknown]
  /** By default the name of the mutation. */
  readonly action?: string
  readonly subjectType: string
  readonly institutionKey: string | null
  /** By default an administrator of the platform. */
  readonly as?: 'MSP_ADMIN'
}

type Prepare = (stage: Stage) => Promise<Expected> | Expected

const WAIT = { timeout: 20_000, interval: 50 }

const ACME = { institutionKey: 'ACME' } as const
const PLATFORM = { institutionKey: null } as const

/** Has the directory of users hear of somebody whom incidents can be given to. */
const reportAnn = async ({ platform }: Stage): Promise<void> => {
  const user = { userId: 'ann', name: null, email: null, institutions: ['ACME'], unrestricted: false }
  const body = [{ ...user, lastSeenAt: '2026-05-20T11:00:00Z' }]
  await platform.askInternal('POST', '/incident/api/internal/users', { body })
}

const onIncident =
  (method: Method, path: string, body?: unknown): Prepare =>
  async ({ incident }) => ({
    call: [method, `/incident/api/incidents/${await incident()}/${path}`, body],
    subjectType: 'Incident',
    ...ACME,
  })

const deadLetterOf =
  (service: 'journal' | 'analytics' | 'incident' | 'fleet', group: string): Prepare =>
  async ({ platform }) => {
    const id = crypto.randomUUID()
    const message = {
      ...{ id, type: 'nowhere', version: 1, occurredAt: '2026-05-20T11:00:00.000Z', institutionKey: null },
      ...{ traceparent: null, data: {} },
    }
    await runAs(platform.database.urls.superuser, [
      `insert into ${service}.dead_letter (id, topic, consumer_group, identity, message_id, key, message, error,
        attempts, first_attempt_at, last_attempt_at)
        values ('${id}', 'nowhere', '${group}', '${id}', '${id}', 'k', '${JSON.stringify(message)}', 'e', 5, now(),
          now())`,
    ])
    return { call: ['POST', `/${service}/api/dead-letters/${id}/replay`], subjectType: 'DeadLetter', ...PLATFORM }
  }

const journalOf = (day: string, of = day) =>
  [
    'POST',
    `/journal/api/journal/files?agentAtmId=ATM-1&journalDate=${day}`,
    Buffer.from(recyclerDay(of, ['000'])),
  ] as const

const viewOf = () => ({ page: 'INCIDENTS', name: crypto.randomUUID(), search: '', institutionKey: 'ACME' })

const onView =
  (method: Method, body?: unknown): Prepare =>
  async ({ ask }) => {
    const { id } = await ask('POST', '/incident/api/views', viewOf())
    return { call: [method, `/incident/api/views/${id}`, body], subjectType: 'SavedView', ...ACME }
  }

const WEBHOOK = { url: 'https://8.8.8.8/hook', institutionKey: 'ACME' }

/** What is done to a webhook, which has been disabled, so that nothing is sent. */
const onWebhook =
  (method: Method, path: string, { body, isActive = false }: { body?: unknown; isActive?: boolean } = {}): Prepare =>
  async ({ ask }) => {
    const { id } = await ask('POST', '/incident/api/webhooks', WEBHOOK)
    if (!isActive) await ask('PATCH', `/incident/api/webhooks/${id}`, { status: 'DISABLED' })
    return { call: [method, `/incident/api/webhooks/${id}${path}`, body], subjectType: 'Webhook', ...ACME }
  }

/** What is done to an ATM, by a person of its institution. */
const onAtm =
  (agentAtmId: string, path: string, bodyOf?: (stage: Stage) => Promise<unknown>): Prepare =>
  async (stage) => {
    const { id } = await atmOf(stage, agentAtmId)
    if (path === 'reactivate') await stage.ask('POST', `/incident/api/atms/${id}/retire`)
    const body = await bodyOf?.(stage)
    return { call: ['POST', `/incident/api/atms/${id}/${path}`, body], as: 'MSP_ADMIN', subjectType: 'Atm', ...ACME }
  }

const WINDOW = {
  ...{ institutionKey: 'ACME', attribute: 'siteName', value: 'Nowhere', reason: 'A new floor' },
  ...{ from: '2026-06-01T10:00:00Z', to: '2026-06-01T11:00:00Z' },
}

const ROLLOUT = { kind: 'REBOOT', agentAtmIds: ['ATM-2'] }

const insight = { category: 'TREND', severity: 'INFO', title: 'A trend', body: 'More of it.' }

const event = { agentAtmId: 'ATM-1', institutionKey: 'ACME', eventType: 'CARD_READER_FAIL' }

/** Every mutation that people or their tokens may call. */
export const AUDITED: Readonly<Record<string, Prepare>> = {
  ingestJournalEvent: () => ({
    call: ['POST', '/agent-proxy/api/journal-events', event],
    subjectType: 'JournalEvent',
    ...ACME,
  }),
  postJournalEvent: () => ({
    call: ['POST', '/incident/api/journal-events', { ...event, eventType: 'NEVER_KNOWN' }],
    action: 'ingestJournalEvent',
    subjectType: 'EventException',
    ...ACME,
  }),
  publishInsight: () => ({
    call: ['POST', '/analytics/api/analytics/insights', insight],
    as: 'MSP_ADMIN',
    subjectType: 'Insight',
    ...PLATFORM,
  }),
  async acknowledgeInsight({ platform }) {
    const as = await platform.token({ role: 'BCOS_ADMIN' })
    const { body } = await platform.ask('POST', '/analytics/api/analytics/insights', { as, body: insight })
    const call = ['PATCH', `/analytics/api/analytics/insights/${Object(body).id}/acknowledge`] as const
    return { call, as: 'MSP_ADMIN', subjectType: 'Insight', ...PLATFORM }
  },
  async acknowledgeActiveInsights({ platform }) {
    const as = await platform.token({ role: 'BCOS_ADMIN' })
    await platform.ask('POST', '/analytics/api/analytics/insights', { as, body: insight })
    return { call: ['DELETE', '/analytics/api/analytics/insights/active'], subjectType: 'Insight', ...PLATFORM }
  },
  replayAnalyticsDeadLetter: deadLetterOf('analytics', 'analytics.snapshots'),
  createVendor: () => ({
    call: ['POST', '/claims/api/claims/vendors', { name: 'Cash Movers', type: 'CIT' }],
    as: 'MSP_ADMIN',
    subjectType: 'Vendor',
    ...ACME,
  }),
  setTaskPermissions: () => ({
    call: ['PUT', '/fleet/api/fleet/task-permissions/ACME', ['REBOOT']],
    subjectType: 'TaskPermissions',
    ...ACME,
  }),
  createTask: () => ({
    call: ['POST', '/fleet/api/fleet/tasks', { agentAtmId: 'ATM-1', kind: 'REBOOT' }],
    as: 'MSP_ADMIN',
    subjectType: 'Task',
    ...ACME,
  }),
  async cancelTask({ ask }) {
    const { id } = await ask('POST', '/fleet/api/fleet/tasks', { agentAtmId: 'ATM-1', kind: 'REBOOT' })
    return { call: ['DELETE', `/fleet/api/fleet/tasks/${id}`], subjectType: 'Task', ...ACME }
  },
  createRollout: () => ({
    call: ['POST', '/fleet/api/fleet/rollouts', ROLLOUT],
    as: 'MSP_ADMIN',
    subjectType: 'Rollout',
    ...ACME,
  }),
  async updateRollout({ ask }) {
    const filter = { institutionKey: 'ACME', siteName: null }
    const { id } = await ask('POST', '/fleet/api/fleet/rollouts', { kind: 'REBOOT', filter })
    return {
      call: ['PATCH', `/fleet/api/fleet/rollouts/${id}`, { status: 'CANCELLED' }],
      subjectType: 'Rollout',
      ...ACME,
    }
  },
  createIncident: () => ({
    call: [
      'POST',
      '/incident/api/incidents',
      { agentAtmId: 'ATM-2', kind: 'CARD_READER', severity: 'LOW', title: 'x' },
    ],
    as: 'MSP_ADMIN',
    subjectType: 'Incident',
    ...ACME,
  }),
  acknowledgeIncident: onIncident('PATCH', 'acknowledge'),
  resolveIncident: onIncident('PATCH', 'resolve', { causeText: 'card 4111111111111111' }),
  async assignIncident(stage) {
    await reportAnn(stage)
    return onIncident('PATCH', 'assign', { userId: 'ann' })(stage)
  },
  async releaseIncident({ ask, incident }) {
    const id = await incident()
    await ask('PATCH', `/incident/api/incidents/${id}/assign`, {})
    return { call: ['PATCH', `/incident/api/incidents/${id}/release`], subjectType: 'Incident', ...ACME }
  },
  noteIncident: onIncident('POST', 'notes', { text: 'seen' }),
  async handOverIncidents(stage) {
    const { incident, ask } = stage
    await reportAnn(stage)
    await ask('PATCH', `/incident/api/incidents/${await incident()}/assign`, {})
    return { call: ['POST', '/incident/api/incidents/handover', { userId: 'ann' }], subjectType: 'Incident', ...ACME }
  },
  createSavedView: () => ({ call: ['POST', '/incident/api/views', viewOf()], subjectType: 'SavedView', ...ACME }),
  updateSavedView: onView('PATCH', { name: 'Another name' }),
  deleteSavedView: onView('DELETE'),
  bulkIncidents: async ({ incident }) => ({
    call: ['POST', '/incident/api/incidents/bulk', { ids: [await incident()], action: 'ACKNOWLEDGE' }],
    action: 'acknowledgeIncident',
    subjectType: 'Incident',
    ...ACME,
  }),
  writeIncidentTargets: () => ({
    call: ['PUT', '/incident/api/incident-targets/ACME', { targets: [{ severity: 'HIGH', resolveMinutes: 60 }] }],
    as: 'MSP_ADMIN',
    subjectType: 'IncidentTargets',
    ...ACME,
  }),
  addEventType: () => ({
    call: ['POST', '/incident/api/event-types', { eventType: 'LATELY_KNOWN' }],
    subjectType: 'EventType',
    ...PLATFORM,
  }),
  async replayEventExceptions({ ask, platform }) {
    const body = { ...event, eventType: 'REPLAYED' }
    await platform.askInternal('POST', '/incident/api/internal/journal-events', { body })
    await ask('POST', '/incident/api/event-types', { eventType: 'REPLAYED' })
    return {
      call: ['POST', '/incident/api/event-exceptions/replay?eventType=REPLAYED'],
      as: 'MSP_ADMIN',
      subjectType: 'EventType',
      ...ACME,
    }
  },
  replayFleetDeadLetter: deadLetterOf('fleet', 'fleet.retired-atms'),
  replayIncidentDeadLetter: deadLetterOf('incident', 'incident.audit'),
  createWebhook: () => ({
    call: ['POST', '/incident/api/webhooks', WEBHOOK],
    as: 'MSP_ADMIN',
    subjectType: 'Webhook',
    ...ACME,
  }),
  updateWebhook: onWebhook('PATCH', '', { body: { severities: ['HIGH'] } }),
  deleteWebhook: onWebhook('DELETE', ''),
  rotateWebhookSecret: onWebhook('POST', '/rotate', { body: {} }),
  testWebhook: onWebhook('POST', '/test', { isActive: true }),
  createAtm: () => ({
    call: ['POST', '/incident/api/atms', { agentAtmId: 'NEW-1', institutionKey: 'ACME', siteName: 'Here' }],
    as: 'MSP_ADMIN',
    subjectType: 'Atm',
    ...ACME,
  }),
  updateAtm: () => ({
    call: ['PATCH', '/incident/api/atms/1', { siteName: 'There' }],
    as: 'MSP_ADMIN',
    subjectType: 'Atm',
    ...ACME,
  }),
  retireAtm: onAtm('OLD-1', 'retire'),
  async retireAtms(stage) {
    const ids = [(await atmOf(stage, 'OLD-2')).id, 0]
    const call = ['POST', '/incident/api/atms/retire', { ids }] as const
    return { call, action: 'retireAtm', subjectType: 'Atm', ...ACME }
  },
  reactivateAtm: onAtm('OLD-3', 'reactivate'),
  mergeAtm: onAtm('WRONG-1', 'merge', async (stage) => ({ intoId: (await atmOf(stage, 'RIGHT-1')).id })),
  importAtms: () => ({
    call: ['POST', '/incident/api/atms/import', new TextEncoder().encode('agentAtmId,siteName\nCSV-1,Here\n')],
    action: 'createAtm',
    as: 'MSP_ADMIN',
    subjectType: 'Atm',
    ...ACME,
  }),
  createMaintenanceWindow: () => ({
    call: ['POST', '/incident/api/maintenance-windows', WINDOW],
    as: 'MSP_ADMIN',
    subjectType: 'MaintenanceWindow',
    ...ACME,
  }),
  async deleteMaintenanceWindow({ ask }) {
    const { id } = await ask('POST', '/incident/api/maintenance-windows', WINDOW)
    return {
      call: ['DELETE', `/incident/api/maintenance-windows/${id}`],
      as: 'MSP_ADMIN',
      subjectType: 'MaintenanceWindow',
      ...ACME,
    }
  },
  uploadJournalFile: () => ({ call: journalOf('2026-05-16'), as: 'MSP_ADMIN', subjectType: 'JournalFile', ...ACME }),
  requestJournalFetch: ({ gaps: [id] }) => ({
    call: ['PUT', `/journal/api/journal/gaps/${id}/request-fetch`],
    as: 'MSP_ADMIN',
    subjectType: 'JournalGap',
    ...ACME,
  }),
  requestJournalFetches: ({ gaps: [, id] }) => ({
    call: ['POST', '/journal/api/journal/gaps/request-fetch', { ids: [id] }],
    action: 'requestJournalFetch',
    subjectType: 'JournalGap',
    ...ACME,
  }),
  async reparseJournalFile({ ask }) {
    const { id } = await ask(...journalOf('2026-05-17'))
    return {
      call: ['POST', `/journal/api/journal/files/${id}/reparse`],
      as: 'MSP_ADMIN',
      subjectType: 'JournalFile',
      ...ACME,
    }
  },
  async refileJournalFile({ ask }) {
    const { id } = await ask(...journalOf('2026-05-18', '2026-05-15'))
    await vi.waitFor(async () => {
      const { status } = await ask('GET', `/journal/api/journal/files/${id}`)
      if (status !== 'MISDATED') throw new Error(`the file is ${status}`)
    }, WAIT)
    return { call: ['POST', `/journal/api/journal/files/${id}/refile`], subjectType: 'JournalFile', ...ACME }
  },
  writeJournalProfile: () => ({
    call: ['PUT', '/journal/api/journal/profiles/ACME', { version: 0, approvedCodes: ['00'], customerLabels: [] }],
    as: 'MSP_ADMIN',
    subjectType: 'JournalProfile',
    ...ACME,
  }),
  reparseJournalProfile: () => ({
    call: ['POST', '/journal/api/journal/profiles/ACME/reparse'],
    as: 'MSP_ADMIN',
    subjectType: 'JournalProfile',
    ...ACME,
  }),
  replayJournalDeadLetter: deadLetterOf('journal', 'journal.parsers'),
}

/** The body of an answer; a test that could not arrange its record fails here. */
export const bodyOf = (answer: Answer): Record<string, unknown> => {
  if (answer.status >= 300) throw new Error(`${answer.status} ${answer.text}`)
  return Object(answer.body)
}
