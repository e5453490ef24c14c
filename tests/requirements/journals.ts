import { expect, vi } from 'vitest'
import { recyclerDay } from '../../subgraphs/journal/testing/journal.testing.ts'
import type { RequirementsPlatform } from './table.ts'

/** Late on the 20th in UTC, and half past midnight of the 21st in the platform's time zone. */
export const NOW = '2026-11-20T21:30:00Z'
export const TIME_ZONE = { PLATFORM_TIME_ZONE: 'Africa/Addis_Ababa' }
export const TODAY = '2026-11-21'
export const UTC_TODAY = '2026-11-20'

/** Registers ATMs of an institution; their numeric ids follow each other in the order of their sorted names. */
export const registerAtms = async (
  platform: RequirementsPlatform,
  institutionKey: string | null,
  agentAtmIds: readonly string[],
): Promise<void> => {
  const body = { agentAtmIds, institutionKey, register: true }
  await platform.prepare(null, { call: 'POST /incident/api/internal/atms/resolve', body, internal: true })
}

/** A journal of a day with this text. */
export type Journal = readonly [agentAtmId: string, journalDate: string, text: string]

/** Text of a journal with so many approved, declined and undecided transactions of a day, all of one card. */
export const transactions = (day: string, approved: number, declined = 0, undecided = 0, card?: string): string => {
  const codes = [
    ...Array.from({ length: approved }, () => '000'),
    ...Array.from({ length: declined }, () => '105'),
    ...Array.from({ length: undecided }, () => null),
  ]
  return recyclerDay(day, codes, card)
}

/** Text that only a part of can be read. */
export const partlyReadable = (day: string): string => `${transactions(day, 1)}${'x'.repeat(20_000)}\n`

/** Uploads under way at once. */
const TOGETHER = 10

/** Uploads journals in no particular order, and waits until all are parsed. */
export const uploadJournals = async ({ whole }: RequirementsPlatform, journals: readonly Journal[]): Promise<void> => {
  const as = await whole.token({ role: 'ADMIN' })
  const bytes = (text: string) => new Uint8Array(Buffer.from(text))
  const upload = async ([agentAtmId, journalDate, text]: Journal) => {
    const path = `/journal/api/journal/files?agentAtmId=${agentAtmId}&journalDate=${journalDate}`
    expect((await whole.ask('POST', path, { as, bytes: bytes(text) })).status).toBe(201)
  }
  for (let from = 0; from < journals.length; from += TOGETHER)
    await Promise.all(journals.slice(from, from + TOGETHER).map(upload))
  const queues = async () => Object((await whole.ask('GET', '/journal/api/journal/parse-queue', { as })).body)
  const waiting = async () => (await queues()).filter((queue: { waiting: number }) => queue.waiting > 0)
  await vi.waitFor(async () => expect(await waiting()).toEqual([]), { timeout: 30_000, interval: 20 })
}

const numbered = (letter: string, count: number) =>
  Array.from({ length: count }, (_, n) => `${letter}-${String(n + 1).padStart(2, '0')}`)

/** The agent ids of ACME's 53 ATMs in the order of their numeric ids, 1 to 53; their names sort otherwise. */
export const ACME_ATMS = [...numbered('M', 27), ...numbered('A', 26)]

/** Registers ACME's ATMs. Today ATM 2 has three transactions, ATM 3 two and each other one up to the ATM `last`. */
export const seedVolumes = async (platform: RequirementsPlatform, last: number): Promise<void> => {
  await registerAtms(platform, 'ACME', ACME_ATMS.slice(0, 27))
  await registerAtms(platform, 'ACME', ACME_ATMS.slice(27))
  const counts = new Map([
    [2, 3],
    [3, 2],
  ])
  await uploadJournals(
    platform,
    ACME_ATMS.slice(0, last).map((id, index) => [id, TODAY, transactions(TODAY, counts.get(index + 1) ?? 1)]),
  )
}

/**
 * Opens three gaps of ACME's ATM 5, two of ATM 6, one of each other up to ATM 22, and one of ATM 7 whose file is
 * asked for.
 */
export const seedGaps = async (platform: RequirementsPlatform): Promise<void> => {
  const firstDays = new Map([
    [5, '2026-11-17'],
    [6, '2026-11-18'],
    [7, '2026-11-18'],
  ])
  const firstDayOf = (index: number) => firstDays.get(index + 1) ?? '2026-11-19'
  await uploadJournals(
    platform,
    ACME_ATMS.slice(0, 22).map((id, index) => [id, firstDayOf(index), transactions(firstDayOf(index), 1)]),
  )
  await platform.runJob('journal.gap-detection')
  const call = `GET /journal/api/journal/gaps?agentAtmId=${ACME_ATMS[6]}`
  const id = await platform.prepare({ institutions: ['ACME'] }, { call, value: (gaps) => Object(gaps)[0].id })
  await platform.prepare({ institutions: ['ACME'] }, { call: `PUT /journal/api/journal/gaps/${id}/request-fetch` })
}
