import { createClient } from '../../tools/agents/client.ts'

/** What clients attempted and what the platform acknowledged, as seen by the clients. */
export type Evidence = {
  readonly institutionKey: string
  readonly events: Attempts
  /** Journal files as `ATM date`. */
  readonly files: Attempts
  /** Tasks by Idempotency-Key; `taskIds` has the ids of the acknowledged ones. */
  readonly tasks: Attempts
  readonly taskIds: Set<string>
  /** How often each task was handed to its agent. */
  readonly deliveries: Map<string, number>
  /** The last status of a task that its agent reported and was answered. */
  readonly reports: Map<string, string>
  /** Vendors by name. */
  readonly vendors: Attempts
  /** Ids of incidents that a bulk action acknowledged. */
  readonly incidents: Attempts
  /** Ids of webhook messages that the receiver answered with 200. */
  readonly webhooks: Set<string>
  /** Answers that no client could do anything about. */
  readonly wrong: string[]
  /** Requests that had to be sent again: without an answer, or with a temporary refusal. */
  readonly failed: string[]
}

export type Attempts = { readonly attempted: Set<string>; readonly acknowledged: Set<string> }

const createAttempts = (): Attempts => ({ attempted: new Set(), acknowledged: new Set() })

/** Evidence of an institution for which nothing was attempted yet. */
export const createEvidence = (institutionKey: string): Evidence => ({
  institutionKey,
  events: createAttempts(),
  files: createAttempts(),
  tasks: createAttempts(),
  taskIds: new Set(),
  deliveries: new Map(),
  reports: new Map(),
  vendors: createAttempts(),
  incidents: createAttempts(),
  webhooks: new Set(),
  wrong: [],
  failed: [],
})

/** Fewer events are too few to say anything of. */
const FEWEST_EVENTS = 20

/** The kinds of traffic of which nothing was acknowledged yet, or too little. */
export const listMissing = (evidence: Evidence): readonly string[] => {
  const { events, files, taskIds, deliveries, vendors, incidents, webhooks } = evidence
  const sizes = {
    events: Math.max(0, events.acknowledged.size - FEWEST_EVENTS),
    files: files.acknowledged.size,
    tasks: taskIds.size,
    deliveries: deliveries.size,
    vendors: vendors.acknowledged.size,
    incidents: incidents.acknowledged.size,
    webhooks: webhooks.size,
  }
  return Object.entries(sizes).flatMap(([kind, size]) => (size === 0 ? [kind] : []))
}

type Client = ReturnType<typeof createClient>
type AgentClient = Pick<Client, 'post' | 'get' | 'patch'>

/** What a client is answered while a part of the platform is away or busy. */
const TEMPORARY = new Set([429, 502, 503, 504])

/** Whether the answer can be changed by sending the same again. */
export const isTemporary = (status: number): boolean => TEMPORARY.has(status)

const isSuccess = (status: unknown): boolean => Number(status) >= 200 && Number(status) < 300

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [value])

/** The ids of the events of a request body, one or many. */
const eventIdsOf = (json: unknown): readonly string[] => listOf(json).map((one) => String(Object(one).eventId))

const recordEvents = ({ events, failed }: Evidence, json: unknown, status: number, body: unknown): void => {
  const ids = eventIdsOf(json)
  // Each event of a batch has a status of its own.
  const statuses = Array.isArray(json) && isSuccess(status) ? listOf(body).map((one) => Object(one).status) : null
  for (const [n, id] of ids.entries())
    if (isSuccess(statuses === null ? status : statuses[n])) events.acknowledged.add(id)
    else if (statuses !== null) failed.push(`event ${id}: ${statuses[n]}`)
}

const fileOf = (path: string): string => {
  const query = new URLSearchParams(path.slice(path.indexOf('?')))
  return `${query.get('agentAtmId')} ${query.get('journalDate')}`
}

/**
 * The client of simulated agents: it asks each of the gateways in turn, and records what it sends and is answered.
 * Its long polls are short, so that the end of a run does not wait for them.
 */
export const createRecordingClient = (urls: readonly string[], evidence: Evidence) => {
  const clients = urls.map(createClient)
  let turn = 0
  const next = (): Client => {
    turn += 1
    const client = clients[turn % clients.length]
    if (client === undefined) throw new Error('There is no gateway to send to.')
    return client
  }
  const answered = async <Answer extends { readonly status: number; readonly body: unknown }>(
    what: string,
    asked: Promise<Answer>,
  ): Promise<Answer> => {
    const answer = await asked.catch((error: unknown) => {
      evidence.failed.push(`${what}: ${error}`)
      throw error
    })
    if (isTemporary(answer.status)) evidence.failed.push(`${what}: ${answer.status} ${JSON.stringify(answer.body)}`)
    return answer
  }
  const checked = async <Answer extends { readonly status: number; readonly body: unknown }>(
    what: string,
    asked: Promise<Answer>,
  ): Promise<Answer> => {
    const answer = await answered(what, asked)
    if (!isSuccess(answer.status) && !isTemporary(answer.status)) evidence.wrong.push(`${what}: ${answer.status}`)
    return answer
  }
  const client: AgentClient = {
    async post(path, token, body) {
      if ('json' in body) for (const id of eventIdsOf(body.json)) evidence.events.attempted.add(id)
      else evidence.files.attempted.add(fileOf(path))
      const answer = await checked(`POST ${path}`, next().post(path, token, body))
      if ('json' in body) recordEvents(evidence, body.json, answer.status, answer.body)
      else if (isSuccess(answer.status)) evidence.files.acknowledged.add(fileOf(path))
      return answer
    },
    async get(path, token) {
      const short = path.replace(/waitSeconds=[0-9]+/, 'waitSeconds=1')
      const answer = await checked(`GET ${path}`, next().get(short as typeof path, token, 1))
      for (const task of isSuccess(answer.status) ? listOf(Object(answer.body).tasks ?? []) : []) {
        const id = String(Object(task).id)
        evidence.deliveries.set(id, (evidence.deliveries.get(id) ?? 0) + 1)
      }
      return answer
    },
    async patch(path, token, json) {
      const answer = await answered(`PATCH ${path}`, next().patch(path, token, json))
      if (isSuccess(answer.status)) evidence.reports.set(path.slice(path.lastIndexOf('/') + 1), String(json.status))
      return answer
    },
  }
  return { client, close: () => Promise.all(clients.map((one) => one.close())) }
}
