import { afterAll, beforeAll, expect, it } from 'vitest'
import { runAs } from '../../../tests/support/sql.ts'
import { openTestJournal, recyclerDay, type TestJournal } from '../testing/journal.testing.ts'

let journal: TestJournal

beforeAll(async () => {
  const atms = [1, 2].map((n) => ({ agentAtmId: `ATM-${n}`, institutionKey: 'ACME' }))
  journal = await openTestJournal(atms, { now: '2026-05-20T12:00:00Z' })
})
afterAll(() => journal.close())

const [DAY_1, DAY_2] = ['2026-05-11', '2026-05-12'] as const
/** One less than a file may have. */
const SESSIONS = 19_999

/** Sessions that broke off, so many in each second: the parser reads the same of each. */
const alike = (aSecond: number): string =>
  Array.from({ length: SESSIONS }, (_, n) => {
    const time = new Date(Date.UTC(2026, 4, 11, 8, 14, 2) + Math.floor(n / aSecond) * 1_000).toISOString().slice(11, 19)
    return (
      `------------05/11/26 ${time}-------------\n============TRANSACTION START=============\n` +
      `${time} CARDLESS TNX STARTED ${n}\n`
    )
  }).join('')

// With up to 10 in each of two files, all of a second are compared with each other; with more, each with one.
it.each([
  ['ATM-1', SESSIONS],
  ['ATM-2', 10],
])('two full files of %s with the same sessions, %d in a second, have each once', async (agentAtmId, aSecond) => {
  const sessions = alike(aSecond)
  await journal.uploadParsed(agentAtmId, DAY_1, sessions)
  const second = await journal.uploadParsed(agentAtmId, DAY_2, sessions + recyclerDay(DAY_2, ['000']))
  expect(second).toMatchObject({ status: 'PARSED', transactions: 1, duplicates: SESSIONS })
  const stored = await runAs(journal.database.urls.superuser, [
    `select started_at::date::text as day, count(*)::int as n from journal.transaction_all
      where agent_atm_id = '${agentAtmId}' group by 1 order by 1`,
  ])
  expect(stored).toEqual([
    { day: DAY_1, n: SESSIONS },
    { day: DAY_2, n: 1 },
  ])
})
