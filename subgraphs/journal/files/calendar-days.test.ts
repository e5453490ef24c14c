import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestJournal, recyclerDay, type TestJournal } from '../testing/journal.testing.ts'

let journal: TestJournal
let acme: string
let gamma: string

beforeAll(async () => {
  journal = await openTestJournal(
    [
      { agentAtmId: 'ATM-1', institutionKey: 'ACME' },
      { agentAtmId: 'ATM-2', institutionKey: 'ACME' },
      { agentAtmId: 'ATM-3', institutionKey: 'BETA' },
      { agentAtmId: 'ATM-4', institutionKey: 'GAMMA' },
    ],
    { now: '2026-05-20T12:00:00Z' },
  )
  acme = await journal.token({ institutions: ['ACME'] })
  gamma = await journal.token({ institutions: ['GAMMA'] })
  for (const atm of ['ATM-1', 'ATM-2', 'ATM-3'])
    await journal.uploadParsed(atm, '2026-05-16', recyclerDay('2026-05-16', ['000', '051']))
  for (const atm of ['ATM-1', 'ATM-4'])
    await journal.uploadParsed(atm, '2026-05-18', recyclerDay('2026-05-18', ['000']))
  await journal.runJob('journal.gap-detection')
})
afterAll(() => journal?.close())

const days = async (query: string, as = acme) => {
  const { status, body } = await journal.ask('GET', `/journal/api/journal/days?${query}`, { as })
  expect([status, body]).toMatchObject([200, expect.anything()])
  return Object(body)
}
const WEEK = 'from=2026-05-15&to=2026-05-19'

it('a calendar has every day of the caller’s journals, with ATMs that have one and that lack one', async () => {
  const none = { atmsWithJournal: 0, transactions: 0, successful: 0, failed: 0 }
  expect(await days(WEEK)).toEqual([
    { date: '2026-05-15', ...none, atmsWithGap: 0, atmsRequested: 0 },
    {
      date: '2026-05-16',
      atmsWithJournal: 2,
      atmsWithGap: 0,
      atmsRequested: 0,
      transactions: 4,
      successful: 2,
      failed: 2,
    },
    { date: '2026-05-17', ...none, atmsWithGap: 2, atmsRequested: 0 },
    {
      date: '2026-05-18',
      atmsWithJournal: 1,
      atmsWithGap: 1,
      atmsRequested: 0,
      transactions: 1,
      successful: 1,
      failed: 0,
    },
    { date: '2026-05-19', ...none, atmsWithGap: 2, atmsRequested: 0 },
  ])
  const admin = await journal.token({ role: 'ADMIN' })
  expect((await days(WEEK, admin))[1]).toMatchObject({ atmsWithJournal: 3, transactions: 6 })
})

it('the calendar is the same after its changes are added up, and follows a journal replacing another', async () => {
  const before = await days(WEEK, gamma)
  expect(before[3]).toMatchObject({ atmsWithJournal: 1, transactions: 1, successful: 1, failed: 0 })
  expect(await journal.runJob('journal.days')).toMatch(/^[1-9]\d* changes/)
  expect(await days(WEEK, gamma)).toEqual(before)
  await journal.uploadParsed('ATM-4', '2026-05-18', recyclerDay('2026-05-18', ['000', '000', '051']))
  expect((await days(WEEK, gamma))[3]).toMatchObject({ atmsWithJournal: 1, transactions: 3, successful: 2, failed: 1 })
})

it('one ATM’s calendar shows its files, their state and the gap of the day', async () => {
  const calendar = await days(`${WEEK}&view=atm&agentAtmId=ATM-2`)
  expect(calendar).toHaveLength(5)
  expect(calendar[1]).toEqual({
    date: '2026-05-16',
    files: 1,
    fileStatus: 'PARSED',
    transactions: 2,
    successful: 1,
    failed: 1,
    gapId: null,
    gapStatus: null,
  })
  expect(calendar[2]).toMatchObject({ files: 0, fileStatus: null, gapId: expect.any(Number), gapStatus: 'OPEN' })
})

it('another institution’s ATM has no calendar, and spans that are none are refused', async () => {
  const foreign = await journal.ask('GET', `/journal/api/journal/days?${WEEK}&view=atm&agentAtmId=ATM-3`, { as: acme })
  expect(foreign.status).toBe(404)
  for (const query of ['from=2026-05-15&to=2026-05-14', 'from=2025-01-01&to=2026-05-14', 'from=2026-05-15'])
    expect((await journal.ask('GET', `/journal/api/journal/days?${query}`, { as: acme })).status).toBe(400)
})
