import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { choicesOf } from '../../demo/random.ts'
import { type Agent, createAgent, type KeptEvent } from '../../tools/agents/agent.ts'
import { createRun, journalOfAgent } from '../../tools/agents/run.ts'
import { createTally } from '../../tools/agents/tally.ts'
import { type Cluster, GATEWAY_NAMES } from './cluster.ts'
import type { Answer } from './environment.ts'
import { createEvidence, createRecordingClient, type Evidence, isTemporary, listMissing } from './evidence.ts'

const PAUSE_MS = 50
const STEP_MS = 20
/** How long traffic of a kind may take to come. */
const FLOW_MS = 60_000
const ATMS = 4
/** Pauses of simulated agents are so much shorter. */
const PAUSE_FACTOR = 10
/** Their time runs so much faster: a journal every 2.5 s. */
const TIME_FACTOR = 4
/** Kinds of incidents of which webhooks tell at once: none of them can become a part of a mass outage. */
const WEBHOOK_KINDS = ['CARD_READER', 'DISPENSER']

/** Traffic that goes on until it is stopped. */
export type Traffic = {
  readonly evidence: Evidence
  /** Goes on until there was traffic of every kind, lets everything that waits be acknowledged, then ends. */
  stop(): Promise<Evidence>
}

/** The platform that traffic goes to. */
export type Target = Pick<Cluster, 'identity' | 'receiver' | 'publicUrls' | 'ask'>

export type TrafficOptions = {
  /** Events a second, of all ATMs of the institution. */
  readonly rate?: number
}

/**
 * Sends one request until it is accepted, through one gateway and then the other, as a client with retries does. Null
 * for one that is refused.
 */
const createSender = (cluster: Target, { wrong, failed }: Evidence) => {
  let turn = 0
  return async (method: string, path: string, ask: Parameters<Target['ask']>[2], accepted: readonly number[]) => {
    for (;;) {
      turn += 1
      const through = GATEWAY_NAMES[turn % GATEWAY_NAMES.length] ?? 'gateway-1'
      const answer: Answer | null = await cluster.ask(method, path, { ...ask, through }).catch((error: unknown) => {
        failed.push(`${method} ${path}: ${error} ${error instanceof Error ? error.cause : ''}`)
        return null
      })
      if (answer !== null && accepted.includes(answer.status)) return answer
      if (answer !== null && !isTemporary(answer.status)) {
        wrong.push(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
        return null
      }
      if (answer !== null) failed.push(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
      await delay(PAUSE_MS)
    }
  }
}

type Environment = { readonly cluster: Target; readonly evidence: Evidence }

/** A spool that forgets: its run and the test are one process, which the faults do not touch. */
const createMemorySpool = () => {
  let number = 0
  return {
    append: (items: readonly KeptEvent[]) => items.map((item) => ({ number: ++number, item })),
    acknowledge: () => {},
  }
}

/** Lets simulated agents report, upload journals and do tasks. */
const startAgents = async ({ cluster, evidence }: Environment, rate: number) => {
  const { institutionKey } = evidence
  const { client, close } = createRecordingClient(cluster.publicUrls, evidence)
  const runId = randomUUID()
  const ended = new AbortController()
  const nowMs = () => performance.now() * TIME_FACTOR
  const env = {
    client,
    spool: createMemorySpool(),
    tally: createTally(),
    nowMs,
    random: Math.random,
    pause: (forMs: number) => delay(forMs / PAUSE_FACTOR, undefined, { signal: ended.signal }),
    isStopped: () => ended.signal.aborted,
  }
  const agents: Agent[] = []
  for (let n = 0; n < ATMS; n += 1) {
    const agentAtmId = `${institutionKey}-${n + 1}`
    const token = await cluster.identity.token({ role: 'AGENT', sub: agentAtmId, institutionKey, agentAtmId })
    const journalOf = (date: string) => journalOfAgent(agentAtmId, n, date)
    agents.push(createAgent({ agentAtmId, institution: institutionKey, token }, { ...env, journalOf }))
  }
  const now = () => new Date()
  const choices = choicesOf(runId)
  const run = createRun({ agents, rate: rate / TIME_FACTOR, timeZone: 'UTC', choices, runId, now, nowMs })
  const listening = agents.map((agent) => agent.listen())
  const stepping = setInterval(() => run.step(), STEP_MS)
  return {
    agents,
    async stop() {
      clearInterval(stepping)
      await Promise.all([...agents.map((agent) => agent.idle()), ...run.background])
      ended.abort()
      await Promise.all(listening)
      await close()
    },
  }
}

/** Does something again and again until it is stopped. */
const repeat = (work: (n: number) => Promise<void>, pauseMs: number) => {
  let stopping = false
  const running = (async () => {
    for (let n = 0; !stopping; n += 1) {
      await work(n)
      await delay(pauseMs)
    }
  })()
  return async () => {
    stopping = true
    await running
  }
}

/** Lets an operator create tasks and vendors, and acknowledge the open incidents all at once. */
const startOperator = async ({ cluster, evidence }: Environment, agentAtmIds: readonly string[]) => {
  const { institutionKey, tasks, taskIds, vendors, incidents } = evidence
  const send = createSender(cluster, evidence)
  const as = await cluster.identity.token({ role: 'MSP_ADMIN', institutionKey, email: 'msp@example.com' })
  const webhook = {
    institutionKey,
    url: cluster.receiver.urlOf(institutionKey),
    events: ['INCIDENT_CREATED', 'INCIDENT_RESOLVED'],
    kinds: WEBHOOK_KINDS,
  }
  await send('POST', '/incident/api/webhooks', { as, body: webhook }, [201])
  const createTask = async (n: number) => {
    const key = randomUUID()
    const body = { agentAtmId: agentAtmIds[n % agentAtmIds.length], kind: 'RESTART_AGENT', expiresInSeconds: 86_400 }
    tasks.attempted.add(key)
    const headers = { 'idempotency-key': key }
    const created = await send('POST', '/fleet/api/fleet/tasks', { as, body, headers }, [200, 201])
    if (created === null) return
    tasks.acknowledged.add(key)
    taskIds.add(String(Object(created.body).id))
  }
  const createVendor = async (n: number) => {
    const name = `${institutionKey} vendor ${n}`
    vendors.attempted.add(name)
    const created = await send('POST', '/claims/api/claims/vendors', { as, body: { name, type: 'CIT' } }, [201])
    if (created !== null) vendors.acknowledged.add(name)
  }
  const acknowledge = async () => {
    const path = '/incident/api/incidents?status=OPEN&size=50'
    const listed = await send('GET', path, { as }, [200])
    const content: unknown = Object(listed?.body).content
    const ids = (Array.isArray(content) ? content : []).map((one) => Number(Object(one).id))
    if (ids.length === 0) return
    for (const id of ids) incidents.attempted.add(String(id))
    const asked = { as, body: { ids, action: 'ACKNOWLEDGE' } }
    const done = await send('POST', '/incident/api/incidents/bulk', asked, [200])
    for (const result of Array.isArray(done?.body) ? done.body : [])
      if (['DONE', 'UNCHANGED'].includes(Object(result).outcome)) incidents.acknowledged.add(String(Object(result).id))
  }
  // The tasks' ATMs are there from the first event on.
  const stops = [
    repeat(createVendor, 10 * PAUSE_MS),
    repeat((n) => (evidence.events.acknowledged.size < 20 ? Promise.resolve() : createTask(n)), 10 * PAUSE_MS),
    repeat(acknowledge, 20 * PAUSE_MS),
  ]
  return { stop: () => Promise.all(stops.map((stop) => stop())) }
}

/** Waits until there was traffic of every kind: without it nothing is said of what it does. */
const awaitFlow = async (evidence: Evidence): Promise<void> => {
  for (const deadlineMs = performance.now() + FLOW_MS; listMissing(evidence).length > 0; await delay(PAUSE_MS))
    if (performance.now() > deadlineMs) throw new Error(`there was no traffic of ${listMissing(evidence).join()}`)
}

/**
 * Starts simulated agents of an institution and an operator. Everything that was not acknowledged is sent again, by
 * the same eventId or Idempotency-Key.
 */
export const startTraffic = async (
  cluster: Target,
  institutionKey: string,
  { rate = 30 }: TrafficOptions = {},
): Promise<Traffic> => {
  const evidence = createEvidence(institutionKey)
  cluster.receiver.record(institutionKey, evidence.webhooks)
  const agents = await startAgents({ cluster, evidence }, rate)
  const agentAtmIds = agents.agents.map(({ agentAtmId }) => agentAtmId)
  const operator = await startOperator({ cluster, evidence }, agentAtmIds)
  return {
    evidence,
    async stop() {
      await awaitFlow(evidence)
      await operator.stop()
      await agents.stop()
      return evidence
    },
  }
}
