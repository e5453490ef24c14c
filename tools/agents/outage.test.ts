import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { agentProxyService } from '../../subgraphs/agent-proxy/service.ts'
import { incidentService } from '../../subgraphs/incident/service.ts'
import { type Inspector, openInspector } from '../../subgraphs/incident/testing/ingest.testing.ts'
import { openTestPlatform, type TestPlatform } from '../../tests/support/platform.ts'
import { portOf } from '../../tests/support/ports.ts'
import { type Agent, type AgentEvent, createAgent } from './agent.ts'
import { byAtm, openKept } from './agent-spool.ts'
import { createClient } from './client.ts'
import { createTally } from './tally.ts'

const ATMS = ['KEPT-1', 'KEPT-2', 'KEPT-3']

let platform: TestPlatform
let inspector: Inspector
let line: Line
let folder: string

/** The line between agents and platform: it can be cut in the middle of anything. */
type Line = { readonly url: string; cut(): void; mend(): void; close(): Promise<void> }

const openLine = async (port: number): Promise<Line> => {
  let isCut = false
  const sockets = new Set<Socket>()
  const server = createServer((from) => {
    const to = connect(port, '127.0.0.1')
    for (const socket of [from, to]) {
      sockets.add(socket)
      socket
        .on('error', () => {})
        .on('close', () => {
          sockets.delete(socket)
          from.destroy()
          to.destroy()
        })
    }
    if (isCut) from.destroy()
    else from.pipe(to).pipe(from)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const cut = () => {
    isCut = true
    for (const socket of sockets) socket.destroy()
  }
  return {
    url: `http://127.0.0.1:${portOf(server)}`,
    cut,
    mend() {
      isCut = false
    },
    async close() {
      cut()
      server.close()
      await once(server, 'close')
    },
  }
}

/** The agents of one process. `kill` leaves everything as it is, on disk too. */
const openAgents = async () => {
  const spool = openKept(folder, () => {})
  const client = createClient(line.url)
  const stopped = new AbortController()
  const left = byAtm(spool.waiting())
  const agents = new Map<string, Agent>()
  for (const agentAtmId of ATMS) {
    const token = await platform.token({ role: 'AGENT', institutions: ['ACME'], agentAtmId })
    const agent = createAgent(
      { agentAtmId, institution: 'ACME', token },
      {
        client,
        spool,
        tally: createTally(),
        journalOf: () => null,
        nowMs: () => performance.now(),
        random: () => 0,
        pause: () => delay(2, undefined, { signal: stopped.signal }),
        isStopped: () => stopped.signal.aborted,
      },
    )
    agent.takeUp(left.get(agentAtmId) ?? [])
    agents.set(agentAtmId, agent)
  }
  return {
    agents,
    spool,
    async kill() {
      stopped.abort()
      await client.close()
      rmSync(join(folder, '1', 'lock'))
    },
  }
}

beforeAll(async () => {
  platform = await openTestPlatform([incidentService, agentProxyService], {
    env: { INTERNAL_URL: 'http://127.0.0.1:9', RATE_LIMIT_AGENT: '100000/s' },
  })
  inspector = await openInspector(platform.database.urls.superuser)
  line = await openLine(Number(new URL(await platform.publicApp.listen({ port: 0, host: '127.0.0.1' })).port))
  folder = mkdtempSync(join(tmpdir(), 'fleetops-kept-'))
})
afterAll(async () => {
  await line.close()
  await inspector.close()
  await platform.close()
  rmSync(folder, { recursive: true, force: true })
})

test('every event is stored once and in order, though connections are cut and agents killed repeatedly', async () => {
  const happened: Record<string, string[]> = Object.fromEntries(ATMS.map((id) => [id, []]))
  const happen = (agents: ReadonlyMap<string, Agent>, count: number) => {
    for (let n = 0; n < count; n += 1)
      for (const [agentAtmId, agent] of agents) {
        const eventId = randomUUID()
        happened[agentAtmId]?.push(eventId)
        const event: AgentEvent = {
          body: { agentAtmId, eventId, eventType: 'APPLICATION_ERROR_PRINTER', eventTime: '' },
          happenedMs: 0,
        }
        agent.add([event])
      }
  }
  const stored = () => inspector.rows<{ count: number }>('select count(*)::int as count from incident.event')
  for (let round = 0; round < 5; round += 1) {
    const { agents, kill } = await openAgents()
    happen(agents, 40)
    // In the middle of sending: answers are lost on their way.
    await vi.waitFor(async () => expect((await stored())[0]?.count).toBeGreaterThan(round * 120), { timeout: 15_000 })
    line.cut()
    happen(agents, 40)
    if (round % 2 === 0) await kill()
    line.mend()
    if (round % 2 === 1) await kill()
  }
  const { agents, spool, kill } = await openAgents()
  await Promise.all([...agents.values()].map((agent) => agent.idle()))
  expect(spool.count()).toBe(0)
  await kill()
  for (const agentAtmId of ATMS) {
    const rows = await inspector.rows<{ event_id: string }>(
      'select event_id from incident.event where agent_atm_id = $1 order by id',
      [agentAtmId],
    )
    expect(rows.map(({ event_id }) => event_id)).toEqual(happened[agentAtmId])
  }
})
