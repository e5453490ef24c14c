import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openConnection } from '../../db/client.ts'
import { cloneDatabase, type TestDatabase } from '../support/database.ts'
import { journalOf } from '../support/journal-day.ts'
import { openWholePlatform, type WholePlatform } from '../support/whole-platform.ts'
import { createEvidence, type Evidence, isTemporary } from './evidence.ts'
import { dayAgo } from './flows.ts'
import { judge, listWaiting, type ReadRows } from './oracle.ts'
import { LONG, type Report } from './report.ts'
import { openStatementCutter, type StatementCutter } from './statement-cutter.ts'

/** The short form tries every so many-th statement. */
const STEP = LONG ? 1 : 7
const MOST_STATEMENTS = 400
const POLL_MS = 20
const SETTLE_MS = 60_000

type Asked = Parameters<WholePlatform['ask']>[2]

let database: TestDatabase
let cutter: StatementCutter
let platform: WholePlatform
let read: ReadRows
let closeReader: () => Promise<void>

const open = async (): Promise<void> => {
  database = await cloneDatabase()
  cutter = await openStatementCutter(database.urls)
  platform = await openWholePlatform({ database: { ...database, urls: cutter.urls } })
  const connection = await openConnection({ url: database.urls.superuser, name: 'tests' })
  read = (statement) => connection.sql.unsafe(statement)
  closeReader = () => connection.close()
}

const close = async (): Promise<void> => {
  await platform?.close()
  await cutter?.close()
  await closeReader?.()
  await database?.drop()
}

const tokensOf = async (institution: string, n = 1) => {
  const agentAtmId = `${institution}-${n}`
  const agent = await platform.token({ role: 'AGENT', userId: agentAtmId, institutions: [institution], agentAtmId })
  const operator = await platform.token({ role: 'MSP_ADMIN', institutions: [institution], email: 'msp@example.com' })
  return { agentAtmId, agent, operator }
}

/** Sends the same again until it is taken. */
const send = async ({ wrong }: Evidence, method: 'GET' | 'POST', path: string, asked: Asked) => {
  for (;;) {
    const answer = await platform.ask(method, path, asked).catch(() => null)
    if (answer !== null && answer.status < 300) return answer
    if (answer !== null && !isTemporary(answer.status)) {
      wrong.push(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
      return answer
    }
    await delay(POLL_MS)
  }
}

type Work = (evidence: Evidence, n: number) => Promise<void>

const report = async (evidence: Evidence, eventType: string, n?: number): Promise<void> => {
  const { agentAtmId, agent } = await tokensOf(evidence.institutionKey, n)
  const eventId = randomUUID()
  evidence.events.attempted.add(eventId)
  const body = { eventId, agentAtmId, eventType, eventTime: '' }
  await send(evidence, 'POST', '/agent-proxy/api/journal-events', { as: agent, body })
  evidence.events.acknowledged.add(eventId)
}

const postEvent: Work = (evidence) => report(evidence, 'CARD_READER_FAIL')

/** Uploads a journal, which is then parsed. */
const uploadJournal: Work = async (evidence, n) => {
  const { agentAtmId, agent } = await tokensOf(evidence.institutionKey)
  const date = dayAgo(n)
  const path = `/agent-proxy/api/journal-files?agentAtmId=${agentAtmId}&journalDate=${date}`
  evidence.files.attempted.add(`${agentAtmId} ${date}`)
  await send(evidence, 'POST', path, { as: agent, bytes: journalOf(date) })
  evidence.files.acknowledged.add(`${agentAtmId} ${date}`)
}

/** Creates a task, and takes it as its agent. One that is lost on its way is not handed out a second time. */
const deliverTask: Work = async (evidence) => {
  const { agentAtmId, agent, operator } = await tokensOf(evidence.institutionKey)
  if (evidence.events.acknowledged.size === 0) await report(evidence, 'CARD_READER_FAIL')
  const key = randomUUID()
  evidence.tasks.attempted.add(key)
  const body = { agentAtmId, kind: 'RESTART_AGENT', expiresInSeconds: 86_400 }
  const asked = { as: operator, body, headers: { 'idempotency-key': key } }
  const { body: created } = await send(evidence, 'POST', '/fleet/api/fleet/tasks', asked)
  evidence.taskIds.add(String(Object(created).id))
  const work = `/agent-proxy/api/agent/work?agentAtmId=${agentAtmId}&waitSeconds=0`
  const { body: found } = await send(evidence, 'GET', work, { as: agent })
  const tasks: unknown = Object(found).tasks
  for (const task of Array.isArray(tasks) ? tasks : []) {
    const id = String(Object(task).id)
    evidence.deliveries.set(id, (evidence.deliveries.get(id) ?? 0) + 1)
  }
}

/** Opens incidents of an ATM, and acknowledges them all at once. Only the bulk action is cut. */
const acknowledgeAll: Work = async (evidence, n) => {
  const { incidents, institutionKey } = evidence
  const { operator } = await tokensOf(institutionKey)
  cutter.disarm()
  for (const eventType of ['CARD_READER_FAIL', 'DISPENSER_JAM', 'ATM_OUT_OF_SERVICE'])
    await report(evidence, eventType, n)
  const listed = await send(evidence, 'GET', '/incident/api/incidents?status=OPEN&size=50', { as: operator })
  const ids = Array.from<unknown>(Object(listed.body).content).map((one) => Number(Object(one).id))
  expect(ids.length).toBeGreaterThan(1)
  for (const id of ids) incidents.attempted.add(String(id))
  cutter.arm(n)
  const asked = { as: operator, body: { ids, action: 'ACKNOWLEDGE' } }
  await send(evidence, 'POST', '/incident/api/incidents/bulk', asked)
  for (const id of ids) incidents.acknowledged.add(String(id))
}

/** Waits until nothing is under way. */
const settle = async (): Promise<void> => {
  for (const deadline = Date.now() + SETTLE_MS; ; await delay(POLL_MS)) {
    const waiting = await listWaiting(read, 0)
    if (waiting.length === 0) return
    if (Date.now() > deadline) expect(waiting).toEqual([])
  }
}

/** Does the work again and again, each time with a cut after another statement, until it needs no more of them. */
const cutEverywhere = async (institutionKey: string, work: Work) => {
  const evidence = createEvidence(institutionKey)
  let cuts = 0
  for (let n = 1; n < MOST_STATEMENTS; n += STEP) {
    cutter.arm(n)
    await work(evidence, n)
    await settle()
    if (!cutter.disarm()) break
    cuts += 1
  }
  expect(cuts).toBeGreaterThan(0)
  for (const deadline = Date.now() + SETTLE_MS; ; await delay(POLL_MS)) {
    const found = await judge(read, evidence)
    if (found.length === 0) return cuts
    if (Date.now() > deadline) expect(found).toEqual([])
  }
}

/** Each kind of work is whole and done once, whichever of its statements loses its connection. */
export const testStatements = ({ cuts: record }: Report): void => {
  describe('connections to PostgreSQL that are cut after any statement', () => {
    beforeAll(open, 60_000)
    afterAll(close)

    test.each([
      ['an event of an agent', 'INGEST', postEvent],
      ['the upload and the parse of a journal', 'PARSE', uploadJournal],
      ['a task and its delivery', 'TASK', deliverTask],
      ['a bulk action', 'BULK', acknowledgeAll],
    ] as const)(
      'leave %s whole and done once',
      async (name, institutionKey, work) => {
        record.push({ name, cuts: await cutEverywhere(institutionKey, work) })
      },
      900_000,
    )
  })
}
