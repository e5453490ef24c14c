import { afterAll, beforeAll, expect, it } from 'vitest'
import { openStores, type Stores } from '../../../db/tenancy.ts'
import { openTestPlatform, type TestPlatform } from '../../../tests/support/platform.ts'
import { runAs } from '../../../tests/support/sql.ts'
import { journalService } from '../service.ts'
import { recyclerDay } from '../testing/journal.testing.ts'
import { insertStoredFile, requestParses } from '../testing/parse.testing.ts'

const NOW = new Date('2026-05-20T12:00:00Z')
const DAY = '2026-05-13'

let platform: TestPlatform
let stores: Stores
let atmId = 0

beforeAll(async () => {
  platform = await openTestPlatform([journalService], { now: NOW.toISOString() })
  stores = await openStores(platform.database.urls, { name: 'tests', max: 4 })
})
afterAll(async () => {
  await stores.close()
  await platform.close()
})

/** Stores files of an institution, each of an ATM of its own, and asks for their parse. */
const send = async (institutionKey: string, count: number) => {
  const ids: number[] = []
  for (let n = 0; n < count; n += 1) {
    atmId += 1
    const text = recyclerDay(DAY, ['000', '105'])
    ids.push(await insertStoredFile(stores, { atmId, journalDate: DAY, text, receivedAt: NOW, institutionKey }))
  }
  await requestParses(stores, ids, NOW)
}

const query = (text: string) => runAs(platform.database.urls.superuser, [text])

/** How many files of the other institutions were parsed before the last one of this. */
const parsedBefore = async (institutionKey: string): Promise<number> => {
  const [row] =
    await query(`select count(*)::int as n from journal.journal_file f where institution_key <> '${institutionKey}'
    and parse_sequence < (select max(parse_sequence) from journal.journal_file
      where institution_key = '${institutionKey}')`)
  return Number(row?.n)
}
const parsed = async (where = 'true'): Promise<number> => {
  const [row] = await query(`select count(*)::int as n from journal.journal_file where status = 'PARSED' and ${where}`)
  return Number(row?.n)
}

it('lets an institution with one file wait for a few of another that has hundreds, and starves none', async () => {
  await send('BIG', 300)
  const institutions = Array.from({ length: 7 }, (_, n) => `BANK${n + 1}`)
  for (const institution of institutions) await send(institution, 3)
  await platform.process.start()
  await expect.poll(() => parsed(`institution_key <> 'BIG'`), { timeout: 20_000 }).toBe(21)
  // Three rounds of eight; two files under way at the beginning and the end may change their places.
  const rounds = await query(`select institution_key as key, rank() over (order by parse_sequence) as place,
    row_number() over (partition by institution_key order by parse_sequence) as nth
    from journal.journal_file where parse_sequence is not null and institution_key <> 'BIG' order by parse_sequence`)
  for (const [place, { nth }] of rounds.entries())
    expect(Math.abs(Number(nth) - 1 - Math.floor(place / 7))).toBeLessThan(2)
  for (const institution of institutions) expect(await parsedBefore(institution)).toBeLessThan(3 * 8 + 8)
  // Later on, while most of the big one's files still wait.
  await send('LATE', 1)
  await expect.poll(() => parsed(`institution_key = 'LATE'`), { timeout: 20_000, interval: 5 }).toBe(1)
  expect(await parsed(`institution_key = 'BIG'`)).toBeLessThan(300)
  const [between] = await query(`select count(*)::int as n from journal.inbox i,
    (select m.published_at, own.received_at from topics.message m join journal.inbox own on own.message_id = m.id
      where m.topic = 'journal.parse-requests.LATE') late
    where i.received_at > late.published_at and i.received_at < late.received_at`)
  expect(Number(between?.n)).toBeLessThan(6)
  await expect.poll(() => parsed(), { timeout: 60_000 }).toBe(300 + 21 + 1)
}, 120_000)
