import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { openConnection } from '../../db/client.ts'
import { loadSecrets } from '../../db/secrets.ts'
import { SUPERUSER } from '../../db/server.ts'
import { serverOn } from '../support/start-program.ts'
import { type Answer, createAttacker, useAttackedPlatform } from './attacked-platform.ts'
import { type AttackedPlatform, startAttackedPlatform, type Target } from './platform-process.ts'

let platform: AttackedPlatform
beforeAll(async () => {
  platform = await startAttackedPlatform()
})
afterAll(() => platform.stop())

const attacked = useAttackedPlatform({ target: () => platform.target, mayRefuse: true, mayLogErrors: true })

/**
 * Runs statements as the superuser of the platform's own server; `postgres` is a database that the platform does not
 * use.
 */
const runAsSuperuser = async (
  { dataDir }: Target,
  database: 'fleetops' | 'postgres',
  statements: readonly string[],
) => {
  const port = readFileSync(join(dataDir, 'postgres.port'), 'utf8').trim()
  const password = encodeURIComponent(loadSecrets(dataDir).superuserPassword)
  const connection = await openConnection({
    url: `postgres://${SUPERUSER}:${password}@127.0.0.1:${port}/${database}`,
    name: 'attack',
  })
  try {
    let rows: readonly Record<string, unknown>[] = []
    for (const statement of statements) rows = await connection.sql.unsafe(statement)
    return rows
  } finally {
    await connection.close()
  }
}

const readiness = () => attacked.ask('GET', '/actuator/health/readiness')

type Load = {
  /** Messages of the events that were answered 201. */
  readonly acknowledged: readonly string[]
  /** Answers that were neither 201 nor 503 with Retry-After. */
  readonly wrong: readonly string[]
  readonly refused: () => number
  stop(): Promise<void>
}

const isRefusal = ({ status, headers }: Answer) => status === 503 && Number(headers.get('retry-after')) > 0

/** Agents of one institution that report one event after the other. */
const startLoad = async (agents: number, prefix: string): Promise<Load> => {
  const acknowledged: string[] = []
  const wrong: string[] = []
  let [sent, refused] = [0, 0]
  let stopped = false
  const { ask, token } = createAttacker(platform.target)
  const report = async (agentAtmId: string, as: string): Promise<void> => {
    // Plain numbers: a UUID may hold what looks like a card number, and is masked.
    sent += 1
    const message = `${prefix} ${sent}`
    // Half of them could not be distinguished from a repeat, were they stored twice.
    const eventId = acknowledged.length % 2 === 0 ? { eventId: randomUUID() } : {}
    const body = { agentAtmId, eventType: 'AGENT_LOG_ERROR', message, ...eventId }
    const answer = await ask('POST', '/agent-proxy/api/journal-events', { as, body })
    if (answer.status === 201) acknowledged.push(message)
    else if (isRefusal(answer)) refused += 1
    else wrong.push(`${answer.status} ${answer.text}`)
    if (answer.status !== 201) await delay(20)
  }
  const callers = Array.from({ length: agents }, async (_, n) => {
    const agentAtmId = `${prefix}-${n}`
    const as = await token({ role: 'AGENT', userId: agentAtmId, institutions: ['LOAD'], agentAtmId })
    while (!stopped) await report(agentAtmId, as)
  })
  return {
    acknowledged,
    wrong,
    refused: () => refused,
    async stop() {
      stopped = true
      await Promise.all(callers)
    },
  }
}

const storedMessages = async (prefix: string): Promise<readonly string[]> => {
  const rows = await runAsSuperuser(platform.target, 'fleetops', [
    `select message from incident.event where agent_atm_id like '${prefix}-%'`,
  ])
  return rows.map(({ message }) => String(message))
}

const expectNothingLost = async ({ acknowledged, wrong }: Load, prefix: string) => {
  const stored = await storedMessages(prefix)
  expect({ wrong: wrong.slice(0, 5) }).toEqual({ wrong: [] })
  expect(new Set(stored).size).toBe(stored.length)
  expect(acknowledged.filter((message) => !stored.includes(message))).toEqual([])
}

/** Waits until the platform is ready and takes events again. */
const isBack = (load: Load) =>
  vi.waitFor(
    async () => {
      const before = load.acknowledged.length
      expect((await readiness()).status).toBe(200)
      await vi.waitFor(() => expect(load.acknowledged.length).toBeGreaterThan(before), { timeout: 1_000 })
    },
    { timeout: 30_000, interval: 100 },
  )

describe('a store that fails under load', () => {
  it('is started again after kill -9, twice, and keeps every event that was acknowledged', async () => {
    const load = await startLoad(8, 'KILLED')
    for (let kills = 0; kills < 2; kills += 1) {
      const before = load.refused()
      await vi.waitFor(() => expect(load.acknowledged.length).toBeGreaterThan(50 * (kills + 1)), { timeout: 10_000 })
      const server = serverOn(platform.target.dataDir)
      if (server === null || server === platform.target.pid) throw new Error('the platform has no server')
      process.kill(server, 'SIGKILL')
      await vi.waitFor(() => expect(load.refused()).toBeGreaterThan(before), { timeout: 5_000 })
      await isBack(load)
      expect(serverOn(platform.target.dataDir)).not.toBe(server)
    }
    await load.stop()
    await expectNothingLost(load, 'KILLED')
  })

  it('that only reads is not ready and takes no event, and heals by itself', async () => {
    const load = await startLoad(4, 'READONLY')
    await runAsSuperuser(platform.target, 'postgres', [
      'alter system set default_transaction_read_only = on',
      'select pg_reload_conf()',
    ])
    await vi.waitFor(async () => expect((await readiness()).status).toBe(503), { timeout: 10_000 })
    expect(load.refused()).toBeGreaterThan(0)
    // The session that mends it must be allowed to.
    await runAsSuperuser(platform.target, 'postgres', [
      'set default_transaction_read_only = off',
      'alter system reset default_transaction_read_only',
      'select pg_reload_conf()',
    ])
    await isBack(load)
    await load.stop()
    await expectNothingLost(load, 'READONLY')
  })

  it('that refuses connections is not ready, and is found again when it takes them', async () => {
    const load = await startLoad(4, 'REFUSED')
    await runAsSuperuser(platform.target, 'postgres', [
      'alter database fleetops allow_connections false',
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = 'fleetops'`,
    ])
    await vi.waitFor(async () => expect((await readiness()).status).toBe(503), { timeout: 10_000 })
    await runAsSuperuser(platform.target, 'postgres', ['alter database fleetops allow_connections true'])
    await isBack(load)
    await load.stop()
    await expectNothingLost(load, 'REFUSED')
  })
})
