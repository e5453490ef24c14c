import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cloneDatabase, type TestDatabase } from '../support/database.ts'
import { findPortPair, openSmallServices } from '../support/gateway-services.ts'
import { recordingLog } from '../support/hosted-service.ts'
import { type Program, startProgram, sweep } from '../support/start-program.ts'

// The programs themselves, as a rolling update starts them: a new gateway while services are old ones yet.

const OLD_CLAIMS = {
  name: 'claims',
  sdl: 'type Query { vendors: [String!] @access @listSize(assumedSize: 1) }',
  resolvers: { Query: { vendors: () => [] } },
} as const
const dataDir = mkdtempSync(join(tmpdir(), 'fleetops-older-'))
const programs: Program[] = []
let database: TestDatabase

beforeAll(async () => {
  database = await cloneDatabase()
})
afterAll(async () => {
  sweep(dataDir, programs)
  await database.drop()
})

const start = (file: string, env: Readonly<Record<string, string>>): Program => {
  const { app, platform, owner } = database.urls
  const program = startProgram([process.execPath, file], {
    DATABASE_URL: app,
    PLATFORM_DATABASE_URL: platform,
    MIGRATION_DATABASE_URL: owner,
    DATA_DIR: dataDir,
    DEMO: 'false',
    ...env,
  })
  programs.push(program)
  return program
}

test('a gateway is ready when a service with an older schema is replaced, and lives meanwhile', async () => {
  const old = await openSmallServices([OLD_CLAIMS], recordingLog().log)
  const url = old.urls.claims ?? ''
  const port = await findPortPair()
  const gateway = start('gateway/main.ts', { PORT: String(port), INTERNAL_PORT: String(port + 100), CLAIMS_URL: url })
  await gateway.prints('Ctrl-C stops everything.')
  const health = async (at: number, path = '') => {
    const answer = await fetch(`http://127.0.0.1:${at}/actuator/health${path}`)
    return { status: answer.status, body: await answer.json() }
  }
  expect(await health(port, '/readiness')).toEqual({ status: 503, body: { status: 'DOWN' } })
  expect(await health(port, '/liveness')).toEqual({ status: 200, body: { status: 'UP' } })
  // Health is looked at once a second.
  const claims = async () => (await health(port + 100)).body.components.claims
  const older = { status: 'DEGRADED', reason: expect.stringMatching(/^has an older schema: /) }
  await expect.poll(claims, { timeout: 10_000, interval: 100 }).toEqual(older)
  await old.close()
  const replacement = start('subgraphs/claims/main.ts', { PORT: new URL(url).port })
  await replacement.prints('claims listens on')
  const ready = async () => (await health(port, '/readiness')).status
  await expect.poll(ready, { timeout: 30_000, interval: 100 }).toBe(200)
  await expect.poll(claims, { timeout: 10_000, interval: 100 }).toEqual({ status: 'UP' })
  expect(gateway.output()).toContain('services have an older schema; not ready until they are replaced')
}, 90_000)
