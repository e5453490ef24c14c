import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestPlatform, type TestPlatform } from '../../../tests/support/platform.ts'
import { runAs } from '../../../tests/support/sql.ts'
import { incidentService } from '../service.ts'
import { openInspector } from '../testing/ingest.testing.ts'
import { verifyAudit } from './verify-audit.ts'

let platform: TestPlatform
let acme: string
let beta: string
let cash: string

const WAIT = { timeout: 15_000, interval: 20 }

beforeAll(async () => {
  platform = await openTestPlatform([incidentService], { start: true })
  acme = await platform.token({ role: 'MSP_ADMIN', institutions: ['ACME'], userId: 'ann' })
  cash = await platform.token({ role: 'MSP_ADMIN', institutions: ['CASH'], userId: 'cid' })
  beta = await platform.token({ role: 'MSP_ADMIN', institutions: ['BETA'], userId: 'ben' })
})
afterAll(() => platform?.close())

const query = (statement: string) => runAs(platform.database.urls.superuser, [statement])
const importAtms = async (name: string, count: number, as = acme) => {
  const lines = Array.from({ length: count }, (_, n) => `${name}-${n},First`)
  const answer = await platform.ask('POST', '/incident/api/atms/import?dryRun=false', {
    as,
    body: new TextEncoder().encode(`agentAtmId,siteName\n${lines.join('\n')}\n`),
    headers: { 'content-type': 'text/csv' },
  })
  expect([answer.status, answer.text]).toEqual([200, expect.any(String)])
}
const count = async (actor: string) => {
  const [row] = await query(`select count(*)::int as n from incident.audit_entry where actor = '${actor}'`)
  return row?.n
}

it('many changes of a request are recorded each, in few messages of their own', async () => {
  await importAtms('MANY', 250, cash)
  await expect.poll(() => count('cid'), WAIT).toBe(250)
  const { body } = await platform.ask('GET', '/incident/api/audit?size=200', { as: cash })
  expect(Object(body).content[0]).toMatchObject({
    ...{ actor: 'cid', role: 'MSP_ADMIN', action: 'createAtm', subjectType: 'Atm', institutionKey: 'CASH' },
    ...{ before: null, after: { agentAtmId: expect.stringMatching(/^MANY-/), siteName: 'First' } },
  })
  const messages = `select topic, count(*)::int as n from topics.message where key = 'CASH' group by 1`
  expect(await query(messages)).toEqual([{ topic: 'audit.recorded-together', n: 3 }])
  const chains = await Array.fromAsync(verifyAudit(platform.process.jobStores))
  expect(chains.find(({ chain }) => chain === 'CASH')).toMatchObject({ entries: 250, fault: null })
})

it('many changes of one institution do not hold up what is recorded of others', async () => {
  const first = Number(await count('ann')) + 1
  await importAtms('FIRST', 1)
  await expect.poll(() => count('ann'), WAIT).toBe(first)
  const holder = await openInspector(platform.database.urls.superuser)
  await holder.rows('begin')
  await holder.rows(`select from incident.audit_head where chain = 'ACME' for update`)
  await importAtms('HELD', 150)
  await platform.ask('POST', '/incident/api/atms', { as: beta, body: { agentAtmId: 'BETA-1' } })
  await expect.poll(() => count('ben'), WAIT).toBe(1)
  expect(await count('ann')).toBe(first)
  await holder.rows('rollback')
  await holder.close()
  await expect.poll(() => count('ann'), WAIT).toBe(first + 150)
})
