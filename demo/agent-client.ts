import { ApiError } from '../schema/client/errors.ts'
import { dataOf, expectNoContent, fileBody } from '../schema/client/rest.ts'
import type { Principal } from '../subgraphs/kit/auth/principal.ts'
import type { Calls } from '../subgraphs/kit/calls/calls.ts'
import type { DemoEvent } from './events.ts'
import type { DemoAtm, DemoInstitution } from './fleet.ts'
import type { components } from './internal-routes.gen.ts'
import type { DemoPerson } from './people.ts'
import type { AgentTask, TaskOutcome } from './tasks.ts'
import { localTimeOf } from './time.ts'
import { createInternalRoutes, createPublicRoutes } from './typed-calls.ts'

/** An ATM as the incident service knows it. */
export type KnownAtm = {
  readonly atmId: number
  readonly name: string | null
  readonly timeZone: string | null
  readonly lastHeartbeatAt: Date | null
}

export type KnownFile = { readonly agentAtmId: string; readonly journalDate: string; readonly receivedAt: Date }

export type OpenGap = { readonly id: number; readonly agentAtmId: string; readonly gapDate: string }

/** What the demo calls as agents, behind the agent proxy; `OperatorClient` is what it calls as an operator. */
export type AgentClient = {
  /** The ATMs of the platform by agent id. */
  listAtms(): Promise<ReadonlyMap<string, KnownAtm>>
  registerAtms(institution: DemoInstitution, agentAtmIds: readonly string[]): Promise<void>
  /** Enters people into the directory of users. */
  introduce(people: readonly DemoPerson[], seenAt: Date): Promise<void>
  /**
   * Stores events, 500 at most; returns how many were refused. `zoneOf` gives the time zone in which an ATM is read.
   * @throws Error when one could not be stored now, so that all are to be sent again.
   */
  sendEvents(events: readonly DemoEvent[], zoneOf: (atm: DemoAtm) => string): Promise<number>
  /**
   * Sends events as they were written down, 500 at most; returns what became of each. It rejects only for what is no
   * outage.
   */
  sendBodies(bodies: readonly EventBody[]): Promise<Sent>
  /** One of an ATM that has gone to another institution meanwhile, or is retired, is refused, which is as good. */
  sendHeartbeat(atm: DemoAtm): Promise<void>
  /** That of a retired ATM is refused, which is as good. */
  uploadJournal(atm: DemoAtm, journalDate: string, text: string): Promise<void>
  /** The days whose journals an agent is asked for. */
  listFetches(atm: DemoAtm): Promise<readonly string[]>
  /** The agents that were asked for a journal since, and from when on to look the next time. */
  listAsked(since: Date): Promise<Changed>
  /** The agents that were given a task since, and from when on to look the next time. */
  listTasked(since: Date): Promise<Changed>
  /** Takes the tasks of an ATM; each is given once. */
  takeTasks(atm: DemoAtm): Promise<readonly AgentTask[]>
  /** One that is not the agent's any more is refused, which is as good. */
  reportTask(atm: DemoAtm, id: string, report: { readonly status: 'ACKED' } | TaskOutcome): Promise<void>
}

type Changed = { readonly agentAtmIds: readonly string[]; readonly next: Date }

/** An event as it is sent. */
export type EventBody = components['schemas']['incident.JournalEventInput']

/**
 * The status of each event that was sent, and how long to wait before those are sent again that could not be taken
 * now.
 */
export type Sent = { readonly statuses: readonly number[]; readonly retryAfterMs: number }

const FORBIDDEN = 403
const NOT_FOUND = 404
/** The ATM is retired. */
const CONFLICT = 409
const ATM_PAGE = 5_000
const FILE_PAGE = 200

/** On whose behalf the demo does what an operator would do. */
const OPERATOR: Principal = {
  userId: 'demo',
  email: 'operator@fleetops.example',
  role: 'ADMIN',
  institutions: [],
  unrestricted: true,
  agentAtmId: null,
}

/** Waits for an answer; one of these statuses is as good as success. @throws ApiError for any other one. */
const unless = async (statuses: readonly number[], answer: Promise<unknown>): Promise<void> => {
  await answer.catch((error: unknown) => {
    if (!(error instanceof ApiError) || !statuses.includes(error.status)) throw error
  })
}

/** An event as it is sent. `timeZone` is the one that its ATM is read in. */
export const bodyOf = (event: DemoEvent, timeZone: string): EventBody => ({
  agentAtmId: event.atm.agentAtmId,
  institutionKey: event.atm.institution.key,
  eventType: event.eventType,
  eventTime: localTimeOf(event.occurredAt, timeZone),
  eventId: event.eventId,
  component: event.component,
  cassetteNo: event.cassetteNo,
  errorCode: event.errorCode,
  message: event.message,
  details: event.details,
  cassettes: event.cassettes === null ? null : [...event.cassettes],
})

type InternalRoutes = ReturnType<typeof createInternalRoutes>

const UNREACHED = { data: undefined, response: new Response(null, { status: 503, headers: { 'retry-after': '2' } }) }

const createSendBodies =
  (routes: InternalRoutes): AgentClient['sendBodies'] =>
  async (bodies) => {
    const sending = routes.POST('/incident/api/internal/journal-events/batch', { body: [...bodies] })
    const { data, response } = await sending.catch(() => UNREACHED)
    const retryAfterMs = Number(response.headers.get('retry-after') ?? 1) * 1000
    if (data === undefined) return { statuses: bodies.map(() => response.status), retryAfterMs }
    return { statuses: data.map(({ status }) => status), retryAfterMs }
  }

/** What the fleet service has for agents. */
const createTaskCalls = (routes: InternalRoutes): Pick<AgentClient, 'listTasked' | 'takeTasks' | 'reportTask'> => ({
  async listTasked(since) {
    const query = { since: since.toISOString() }
    const { agentAtmIds, next } = await dataOf(routes.GET('/fleet/api/internal/tasks/changes', { params: { query } }))
    return { agentAtmIds, next: new Date(next) }
  },
  takeTasks({ agentAtmId, institution }) {
    const query = { agentAtmId, institutionKey: institution.key }
    return dataOf(routes.GET('/fleet/api/internal/tasks/next', { params: { query } }))
  },
  reportTask({ agentAtmId, institution }, id, report) {
    const body = { ...report, agentAtmId, institutionKey: institution.key }
    const answer = routes.PATCH('/fleet/api/internal/tasks/{id}', { params: { path: { id } }, body })
    return unless([NOT_FOUND], dataOf(answer))
  },
})

/** What the journal service has for agents. */
const createJournalCalls = (
  routes: InternalRoutes,
): Pick<AgentClient, 'uploadJournal' | 'listFetches' | 'listAsked'> => ({
  async uploadJournal({ agentAtmId }, journalDate, text) {
    // The ATM is registered: what names no institution is not registered again.
    const params = { query: { agentAtmId, journalDate } }
    const body = fileBody(Buffer.from(text, 'latin1'))
    await unless([CONFLICT], dataOf(routes.POST('/journal/api/internal/files', { params, ...body })))
  },
  async listFetches({ agentAtmId }) {
    const query = { agentAtmId }
    const fetches = await dataOf(routes.GET('/journal/api/internal/fetches', { params: { query } }))
    return fetches.map(({ gapDate }) => gapDate)
  },
  async listAsked(since) {
    const query = { since: since.toISOString() }
    const path = '/journal/api/internal/fetches/changes'
    const { agentAtmIds, next } = await dataOf(routes.GET(path, { params: { query } }))
    return { agentAtmIds, next: new Date(next) }
  },
})

/** The internal listeners that the agent proxy uses, in memory or over HTTP. */
export const createAgentClient = (calls: Calls): AgentClient => {
  const routes = createInternalRoutes(calls)
  const sendBodies = createSendBodies(routes)
  return {
    ...createTaskCalls(routes),
    ...createJournalCalls(routes),
    sendBodies,
    async listAtms() {
      const known = new Map<string, KnownAtm>()
      for (let afterId = 0; ; ) {
        const query = { afterId, limit: ATM_PAGE }
        const page = await dataOf(routes.GET('/incident/api/internal/atms', { params: { query } }))
        for (const { agentAtmId, atmId, name, timeZone, lastHeartbeatAt } of page)
          known.set(agentAtmId, {
            atmId,
            name,
            timeZone,
            lastHeartbeatAt: lastHeartbeatAt === null ? null : new Date(lastHeartbeatAt),
          })
        afterId = page.at(-1)?.atmId ?? afterId
        if (page.length < ATM_PAGE) return known
      }
    },
    async registerAtms({ key }, agentAtmIds) {
      const body = { agentAtmIds: [...agentAtmIds], institutionKey: key, register: true }
      await dataOf(routes.POST('/incident/api/internal/atms/resolve', { body }))
    },
    async introduce(people, seenAt) {
      const body = people.map(({ role, institutions, ...person }) => ({
        ...person,
        institutions: [...institutions],
        unrestricted: role === 'ADMIN' || role === 'BCOS_ADMIN',
        lastSeenAt: seenAt.toISOString(),
      }))
      await expectNoContent(routes.POST('/incident/api/internal/users', { body }))
    },
    async sendEvents(events, zoneOf) {
      const { statuses } = await sendBodies(events.map((event) => bodyOf(event, zoneOf(event.atm))))
      const fault = statuses.find((status) => status >= 500)
      if (fault !== undefined) throw new Error(`an event could not be stored: the incident service answered ${fault}`)
      return statuses.filter((status) => status >= 300).length
    },
    sendHeartbeat({ agentAtmId, institution }) {
      const body = { agentAtmId, institutionKey: institution.key }
      const answer = expectNoContent(routes.POST('/incident/api/internal/heartbeats', { body }))
      return unless([FORBIDDEN, CONFLICT], answer)
    },
  }
}

/** What an operator sees and does in the journal service; in memory only, as it has no token. */
export const createOperatorClient = (calls: Calls) => {
  const routes = createPublicRoutes(calls, OPERATOR)
  return {
    /** The journal files of these days and later. */
    async listFiles(dateFrom: string): Promise<readonly KnownFile[]> {
      const files: KnownFile[] = []
      for (let page = 0; ; page += 1) {
        const query = { dateFrom, page, size: FILE_PAGE, sort: ['id,asc'] }
        const { content, last } = await dataOf(routes.GET('/journal/api/journal/files', { params: { query } }))
        files.push(...content.map((file) => ({ ...file, receivedAt: new Date(file.receivedAt) })))
        if (last) return files
      }
    },
    /** How many files wait to be parsed. */
    async countWaiting(): Promise<number> {
      const query = { status: 'RECEIVED', size: 1 } as const
      return (await dataOf(routes.GET('/journal/api/journal/files', { params: { query } }))).totalElements
    },
    async listOpenGaps(): Promise<readonly OpenGap[]> {
      const query = { status: 'OPEN' } as const
      const gaps = await dataOf(routes.GET('/journal/api/journal/gaps', { params: { query } }))
      return Array.isArray(gaps) ? gaps : []
    },
    async requestFetch(gapId: number): Promise<void> {
      await dataOf(routes.PUT('/journal/api/journal/gaps/{id}/request-fetch', { params: { path: { id: gapId } } }))
    },
  }
}

export type OperatorClient = ReturnType<typeof createOperatorClient>
