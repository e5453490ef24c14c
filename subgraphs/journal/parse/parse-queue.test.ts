import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestJournal, recyclerDay, type TestJournal } from '../testing/journal.testing.ts'

let journal: TestJournal

beforeAll(async () => {
  const atms = [
    { agentAtmId: 'ATM-1', institutionKey: 'ACME' },
    { agentAtmId: 'ATM-2', institutionKey: 'BETA' },
  ]
  journal = await openTestJournal(atms, { now: '2026-05-20T12:00:00Z' })
})
afterAll(() => journal.close())

const LONG_LINE = `${'x'.repeat(20_000)}\n`
const queue = async (institutions: readonly string[]) => {
  const as = await journal.token({ institutions: [...institutions] })
  return (await journal.ask('GET', '/journal/api/journal/parse-queue', { as })).body
}

it('the queue tells why files of the last 7 days are PARTIAL, by institution, and each file why it is', async () => {
  const text = (day: string) => recyclerDay(day, ['000']) + LONG_LINE
  await journal.uploadParsed('ATM-1', '2026-05-10', recyclerDay('2026-05-10', ['000']))
  expect(await queue(['ACME'])).toEqual([])
  const one = await journal.uploadParsed('ATM-1', '2026-05-11', text('2026-05-11'))
  const two = await journal.uploadParsed('ATM-1', '2026-05-12', text('2026-05-12') + LONG_LINE)
  await journal.uploadParsed('ATM-2', '2026-05-12', text('2026-05-12'))
  expect(one).toMatchObject({ status: 'PARTIAL', reasons: [{ reason: 'LINES_UNREADABLE', count: 1 }] })
  expect(two).toMatchObject({ status: 'PARTIAL', reasons: [{ reason: 'LINES_UNREADABLE', count: 2 }] })
  const idle = { waiting: 0, oldestReceivedAt: null, oldestWaitSeconds: null }
  const ofAcme = { institutionKey: 'ACME', ...idle, partial: [{ reason: 'LINES_UNREADABLE', files: 2, count: 3 }] }
  const ofBeta = { institutionKey: 'BETA', ...idle, partial: [{ reason: 'LINES_UNREADABLE', files: 1, count: 1 }] }
  expect(await queue(['ACME', 'BETA'])).toEqual([ofAcme, ofBeta])
  expect(await queue(['BETA'])).toEqual([ofBeta])
  // One that another file of the day has superseded counts no more.
  await journal.uploadParsed('ATM-2', '2026-05-12', recyclerDay('2026-05-12', ['000']))
  expect(await queue(['BETA'])).toEqual([])
  journal.clock.set('2026-05-27T12:30:00Z')
  expect(await queue(['ACME'])).toEqual([])
})
