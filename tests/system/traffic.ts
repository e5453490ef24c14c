import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { journalOf } from '../support/journal-day.ts'
import { type Answer, type Cluster, GATEWAY_NAMES } from './cluster.ts'
import { dayAgo } from './flows.ts'

const PAUSE_MS = 50
/** What a sender is answered while a part of the platform is away; then it sends the same again. */
const TEMPORARY = new Set([429, 502, 503, 504])

/** What agents and operators did while the platform was disturbed. */
export type Done = {
  /** Events by eventId, each acknowledged with 201. */
  readonly events: ReadonlySet<string>
  /** Uploads as `ATM date`, each acknowledged with 200 or 201. */
  readonly files: ReadonlySet<string>
  /** Ids of tasks that were created, each acknowledged with 201. */
  readonly tasks: ReadonlySet<string>
  /** How often each task was handed to its agent. */
  readonly deliveries: ReadonlyMap<string, number>
  /** Ids of vendors that were created, each acknowledged with 201. */
  readonly vendors: ReadonlySet<string>
  /** Answers that no sender could do anything about. */
  readonly wrong: readonly string[]
}

/** Traffic that goes on until it is stopped. */
export type Traffic = { stop(): Promise<Done> }

/** Sends one request until it is answered, through one gateway and then the other, as a client with retries does. */
const createSender = (cluster: Cluster, wrong: string[]) => {
  let turn = 0
  return async (method: string, path: string, ask: Parameters<Cluster['ask']>[2], accepted: readonly number[]) => {
    for (;;) {
      turn += 1
      const through = GATEWAY_NAMES[turn % GATEWAY_NAMES.length] ?? 'gateway-1'
      const answer: Answer | null = await cluster.ask(method, path, { ...ask, through }).catch(() => null)
      if (answer !== null && accepted.includes(answer.status)) return answer
      if (answer !== null && !TEMPORARY.has(answer.status)) wrong.push(`${method} ${path}: ${answer.status}`)
      await delay(PAUSE_MS)
    }
  }
}

/**
 * Starts agents of an institution that post events, upload journals and take their tasks, and an operator who creates
 * tasks and vendors.
 * Everybody sends again what was not acknowledged: the same eventId, the same file, the same Idempotency-Key.
 */
export const startTraffic = async (cluster: Cluster, institutionKey: string): Promise<Traffic> => {
  const [events, files, tasks, vendors] = [new Set<string>(), new Set<string>(), new Set<string>(), new Set<string>()]
  const deliveries = new Map<string, number>()
  const wrong: string[] = []
  const send = createSender(cluster, wrong)
  const atms = [1, 2, 3].map((n) => `${institutionKey}-${n}`)
  const agentOf = (agentAtmId: string) =>
    cluster.identity.token({ role: 'AGENT', sub: agentAtmId, institutionKey, agentAtmId })
  const agents = new Map(await Promise.all(atms.map(async (atm) => [atm, await agentOf(atm)] as const)))
  const operator = await cluster.identity.token({ role: 'MSP_ADMIN', institutionKey })
  let stopping = false

  const postEvents = async (agentAtmId: string, as: string) => {
    while (!stopping) {
      const eventId = randomUUID()
      const body = { eventId, agentAtmId, eventType: 'CARD_READER_FAIL', eventTime: '' }
      await send('POST', '/agent-proxy/api/journal-events', { as, body }, [201])
      events.add(eventId)
      await delay(PAUSE_MS)
    }
  }
  const uploadFiles = async (agentAtmId: string, as: string) => {
    for (let day = 1; !stopping; day += 1) {
      const date = dayAgo(day)
      const path = `/agent-proxy/api/journal-files?agentAtmId=${agentAtmId}&journalDate=${date}`
      await send('POST', path, { as, bytes: journalOf(date) }, [200, 201])
      files.add(`${agentAtmId} ${date}`)
      await delay(10 * PAUSE_MS)
    }
  }
  const takeTasks = async (agentAtmId: string, as: string) => {
    while (!stopping) {
      const path = `/agent-proxy/api/agent/work?agentAtmId=${agentAtmId}&waitSeconds=1`
      const { body } = await send('GET', path, { as }, [200])
      for (const { id } of Object(body).tasks ?? []) deliveries.set(id, (deliveries.get(id) ?? 0) + 1)
    }
  }
  const createTasks = async () => {
    for (let n = 0; !stopping; n += 1) {
      const body = { agentAtmId: atms[n % atms.length], kind: 'RESTART_AGENT', expiresInSeconds: 86_400 }
      const headers = { 'idempotency-key': randomUUID() }
      const created = await send('POST', '/fleet/api/fleet/tasks', { as: operator, body, headers }, [200, 201])
      tasks.add(Object(created.body).id)
      await delay(10 * PAUSE_MS)
    }
  }
  const createVendors = async () => {
    for (let n = 0; !stopping; n += 1) {
      const body = { name: `Vendor ${n}`, type: 'CIT' }
      const created = await send('POST', '/claims/api/claims/vendors', { as: operator, body }, [201])
      vendors.add(Object(created.body).uuid)
      await delay(10 * PAUSE_MS)
    }
  }
  const running = [
    ...[...agents].flatMap(([atm, as]) => [postEvents(atm, as), uploadFiles(atm, as), takeTasks(atm, as)]),
    // The tasks' ATMs are there from the first event on.
    delay(2_000).then(createTasks),
    createVendors(),
  ]
  return {
    async stop() {
      stopping = true
      await Promise.all(running)
      return { events, files, tasks, deliveries, vendors, wrong }
    },
  }
}
