import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { appendAuditEntries } from '../../subgraphs/incident/audit/append-audit.store.ts'
import { createStoreTest } from '../support/stores.ts'

const root = new URL('../..', import.meta.url)
const test = createStoreTest()
/** The database of the other services, where the incident service has one of its own. */
const elsewhere = createStoreTest()

const toolWith = (places: Readonly<Record<string, string>>, ...args: readonly string[]) => {
  const { app, platform } = test.urls()
  const secrets = {
    JWT_SECRET: 'a secret of thirty-two characters or more',
    INTERNAL_SERVICE_SECRET: 'the internal secret of the tests',
  }
  const env = { PATH: process.env.PATH, DATABASE_URL: app, PLATFORM_DATABASE_URL: platform, ...secrets, ...places }
  return promisify(execFile)(process.execPath, ['tools/audit.ts', ...args], { cwd: root, env })
}
const tool = (...args: readonly string[]) => toolWith({}, ...args)
const placeElsewhere = () => {
  const { app, platform } = elsewhere.urls()
  return { DATABASE_URL: app, PLATFORM_DATABASE_URL: platform }
}

it('npm run audit -- verify says where there is nothing to verify', async () => {
  expect((await toolWith(placeElsewhere(), 'verify')).stdout).toBe('The audit has no entries.\n')
}, 60_000)

it('npm run audit -- verify says that the audit is in order, and where it is not', async () => {
  const of = (institutionKey: string | null) => ({
    ...{ id: randomUUID(), at: '2026-11-20T12:00:00.000Z', actor: 'ann', role: 'ADMIN', action: 'createAtm' },
    ...{ subjectType: 'Atm', subjectId: '1', before: null, after: null, traceId: 't' },
    ...{ institutionKey, chain: institutionKey ?? '' },
  })
  await test.stores().asPlatform((tx) => appendAuditEntries(tx, [of('ACME'), of('ACME'), of(null)]))
  expect((await tool('verify')).stdout).toMatch(
    /^\(no institution\): 1 entries in order, the last one is [\da-f]{64}\nACME: 2 entries in order, .*\n$/,
  )
  const places = { ...placeElsewhere(), INCIDENT_DATABASE_URL: test.urls().app }
  expect((await toolWith(places, 'verify')).stdout).toMatch(/ACME: 2 entries in order/)
  await test.run(`delete from incident.audit_entry where chain = 'ACME' and seq = 2`)
  await expect(tool('verify')).rejects.toMatchObject({
    code: 1,
    stdout: expect.stringContaining('ACME: NOT IN ORDER at entry 2: entries are missing at the end'),
  })
  await expect(tool()).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining('npm run audit -- verify') })
}, 60_000)
