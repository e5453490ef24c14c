import { z } from 'zod'
import type { Principal } from '../subgraphs/kit/auth/principal.ts'
import type { CallRequest, Calls, ServiceName } from '../subgraphs/kit/calls/calls.ts'
import type { DemoEvent } from './events.ts'
import type { DemoAtm, DemoInstitution } from './fleet.ts'
import type { AgentTask, TaskOutcome } from './tasks.ts'
import { localTimeOf } from './time.ts'

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
  /** One of an ATM that has gone to another institution meanwhile is refused, which is as good. */
  sendHeartbeat(atm: DemoAtm): Promise<void>
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
export type EventBody = Readonly<Record<string, unknown>>

/**
 * The status of each event that was sent, and how long to wait before those are sent again that could not be taken
 * now.
 */
export type Sent = { readonly statuses: readonly number[]; readonly retryAfterMs: number }

const CALL_TIMEOUT_MS = 60_000
const FORBIDDEN = 403
const NOT_FOUND = 404
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

const instant = z.iso
  .datetime()
  .or(z.date())
  .transform((given) => new Date(given))
const atmRecords = z.array(
  z.object({
    atmId: z.number(),
    agentAtmId: z.string(),
    name: z.string().nullable(),
    timeZone: z.string().nullable(),
    lastHeartbeatAt: instant.nullable(),
  }),
)
const entries = z.array(z.object({ status: z.number() }))
const tasks = z.array(z.object({ id: z.string(), kind: z.string(), params: z.unknown() }))
const fetches = z.array(z.object({ gapDate: z.string() }))
const changes = z.object({ agentAtmIds: z.array(z.string()), next: instant })
const filePage = z.object({
  content: z.array(z.object({ agentAtmId: z.string(), journalDate: z.string(), receivedAt: instant })),
  last: z.boolean(),
  totalElements: z.number(),
})
const gapList = z.array(z.object({ id: z.number(), agentAtmId: z.string(), gapDate: z.string() }))

type Request = Omit<CallRequest, 'as' | 'timeoutMs'>

/**
 * Calls an endpoint.
 * @throws Error with what the service said, where it did not take the call for another reason than the one expected.
 */
const createAsk =
  (calls: Calls, as: CallRequest['as']) =>
  async (service: ServiceName, request: Request, expected?: number): Promise<unknown> => {
    const answer = await calls.request(service, { ...request, as, timeoutMs: CALL_TIMEOUT_MS })
    if (answer.status < 300 || answer.status === expected) return answer.body
    const said: unknown = Object(answer.body).detail
    throw new Error(`${request.method} ${request.path} answered ${answer.status}: ${String(said)}`)
  }

async function* chunksOf(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text, 'latin1')
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
  cassettes: event.cassettes,
})

const createSendBodies =
  (calls: Calls): AgentClient['sendBodies'] =>
  async (bodies) => {
    const request = { method: 'POST', path: '/api/internal/journal-events/batch', body: bodies } as const
    const as = { kind: 'internal' } as const
    const answer = await calls
      .request('incident', { ...request, as, timeoutMs: CALL_TIMEOUT_MS })
      .catch(() => ({ status: 503, body: null, headers: { 'retry-after': '2' } }))
    const retryAfterMs = Number(answer.headers['retry-after'] ?? 1) * 1000
    if (answer.status >= 300) return { statuses: bodies.map(() => answer.status), retryAfterMs }
    return { statuses: entries.parse(answer.body).map(({ status }) => status), retryAfterMs }
  }

type Ask = ReturnType<typeof createAsk>

/** What the fleet service has for agents. */
const createTaskCalls = (ask: Ask): Pick<AgentClient, 'listTasked' | 'takeTasks' | 'reportTask'> => ({
  async listTasked(since) {
    const query = { since: since.toISOString() }
    return changes.parse(await ask('fleet', { method: 'GET', path: '/api/internal/tasks/changes', query }))
  },
  async takeTasks({ agentAtmId, institution }) {
    const query = { agentAtmId, institutionKey: institution.key }
    return tasks.parse(await ask('fleet', { method: 'GET', path: '/api/internal/tasks/next', query }))
  },
  async reportTask({ agentAtmId, institution }, id, report) {
    const body = { ...report, agentAtmId, institutionKey: institution.key }
    await ask('fleet', { method: 'PATCH', path: `/api/internal/tasks/${id}`, body }, NOT_FOUND)
  },
})

/** The internal listeners that the agent proxy uses, in memory or over HTTP. */
export const createAgentClient = (calls: Calls): AgentClient => {
  const ask = createAsk(calls, { kind: 'internal' })
  const sendBodies = createSendBodies(calls)
  return {
    ...createTaskCalls(ask),
    sendBodies,
    async listAtms() {
      const known = new Map<string, KnownAtm>()
      for (let afterId = 0; ; ) {
        const query = { afterId, limit: ATM_PAGE }
        const page = atmRecords.parse(await ask('incident', { method: 'GET', path: '/api/internal/atms', query }))
        for (const { agentAtmId, ...atm } of page) known.set(agentAtmId, atm)
        afterId = page.at(-1)?.atmId ?? afterId
        if (page.length < ATM_PAGE) return known
      }
    },
    async registerAtms({ key }, agentAtmIds) {
      const body = { agentAtmIds, institutionKey: key, register: true }
      await ask('incident', { method: 'POST', path: '/api/internal/atms/resolve', body })
    },
    async sendEvents(events, zoneOf) {
      const { statuses } = await sendBodies(events.map((event) => bodyOf(event, zoneOf(event.atm))))
      const fault = statuses.find((status) => status >= 500)
      if (fault !== undefined) throw new Error(`an event could not be stored: the incident service answered ${fault}`)
      return statuses.filter((status) => status >= 300).length
    },
    async sendHeartbeat({ agentAtmId, institution }) {
      const body = { agentAtmId, institutionKey: institution.key }
      await ask('incident', { method: 'POST', path: '/api/internal/heartbeats', body }, FORBIDDEN)
    },
    async uploadJournal({ agentAtmId }, journalDate, text) {
      // The ATM is registered: what names no institution is not registered again.
      const query = { agentAtmId, journalDate }
      await ask('journal', { method: 'POST', path: '/api/internal/files', query, body: chunksOf(text) })
    },
    async listFetches({ agentAtmId }) {
      const query = { agentAtmId }
      const answer = await ask('journal', { method: 'GET', path: '/api/internal/fetches', query })
      return fetches.parse(answer).map(({ gapDate }) => gapDate)
    },
    async listAsked(since) {
      const query = { since: since.toISOString() }
      return changes.parse(await ask('journal', { method: 'GET', path: '/api/internal/fetches/changes', query }))
    },
  }
}

/** What an operator sees and does in the journal service; in memory only, as it has no token. */
export const createOperatorClient = (calls: Calls) => {
  const ask = createAsk(calls, { kind: 'caller', principal: OPERATOR, token: null })
  const listFilePage = async (query: Request['query']) =>
    filePage.parse(await ask('journal', { method: 'GET', path: '/api/journal/files', query: query ?? {} }))
  return {
    /** The journal files of these days and later. */
    async listFiles(dateFrom: string): Promise<readonly KnownFile[]> {
      const files: KnownFile[] = []
      for (let page = 0; ; page += 1) {
        const { content, last } = await listFilePage({ dateFrom, page, size: FILE_PAGE, sort: ['id,asc'] })
        files.push(...content)
        if (last) return files
      }
    },
    /** How many files wait to be parsed. */
    async countWaiting(): Promise<number> {
      return (await listFilePage({ status: 'RECEIVED', size: 1 })).totalElements
    },
    async listOpenGaps(): Promise<readonly OpenGap[]> {
      return gapList.parse(
        await ask('journal', { method: 'GET', path: '/api/journal/gaps', query: { status: 'OPEN' } }),
      )
    },
    async requestFetch(gapId: number): Promise<void> {
      await ask('journal', { method: 'PUT', path: `/api/journal/gaps/${gapId}/request-fetch` })
    },
  }
}

export type OperatorClient = ReturnType<typeof createOperatorClient>
