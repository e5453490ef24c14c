import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runAs } from '../../../tests/support/sql.ts'
import { openTestJournal, recyclerDay, type TestJournal } from '../testing/journal.testing.ts'

const NOW = '2026-05-20T12:00:00Z'

let journal: TestJournal
let admin: string
let atm = 0

beforeAll(async () => {
  const atms = Array.from({ length: 9 }, (_, n) => ({ agentAtmId: `ATM-${n + 1}`, institutionKey: 'ACME' }))
  journal = await openTestJournal(atms, { now: NOW })
  admin = await journal.token({ role: 'ADMIN' })
})
afterAll(() => journal.close())

/** An ATM of its own for each test. */
const nextAtm = (): string => {
  atm += 1
  return `ATM-${atm}`
}
const get = async (path: string, as = admin) => (await journal.ask('GET', `/journal/api/journal/${path}`, { as })).body
const fileOf = async (id: unknown) => Object(await get(`files/${id}`))
const refile = (id: unknown, body?: object, as = admin) =>
  journal.ask('POST', `/journal/api/journal/files/${id}/refile`, { as, ...(body === undefined ? {} : { body }) })
const parsed = (id: unknown) => expect.poll(async () => (await fileOf(id)).status, { timeout: 10_000 })
const gapsOf = async (agentAtmId: string) =>
  Object(await get(`gaps?agentAtmId=${agentAtmId}`)).map((gap: { gapDate: string; status: string }) => [
    gap.gapDate,
    gap.status,
  ])
const rows = (agentAtmId: string) =>
  runAs(journal.database.urls.superuser, [
    `select started_at::date::text as day, count(*)::int as n from journal.transaction_all
      where agent_atm_id = '${agentAtmId}' group by 1 order by 1`,
  ])

describe('a journal of another day than it was sent for', () => {
  it('is kept as MISDATED with the days found, and neither a journal nor the end of a gap', async () => {
    const as = nextAtm()
    await journal.uploadParsed(as, '2026-05-10', recyclerDay('2026-05-10', ['000']))
    await journal.runJob('journal.gap-detection')
    const file = await journal.uploadParsed(as, '2026-05-12', recyclerDay('2026-05-11', ['000', '105']))
    expect(file).toMatchObject({
      ...{ status: 'MISDATED', format: 'RECYCLER', transactions: 0, successful: 0, duplicates: 0 },
      error: expect.stringContaining('Nothing in this file is of 2026-05-12: it is of 2026-05-11 (transactions: 2)'),
      daysFound: [{ date: '2026-05-11', lines: expect.any(Number), transactions: 2 }],
    })
    expect(await rows(as)).toEqual([{ day: '2026-05-10', n: 1 }])
    await journal.runJob('journal.gap-detection')
    expect((await gapsOf(as)).slice(0, 2)).toEqual([
      ['2026-05-11', 'OPEN'],
      ['2026-05-12', 'OPEN'],
    ])
    const { text } = await journal.ask('GET', `/journal/api/journal/files/${file.id}/content`, { as: admin })
    expect(text).toContain('TRANSACTION START')
    expect(await get(`files?agentAtmId=${as}&status=MISDATED`)).toMatchObject({ totalElements: 1 })
    const days = await get(`days?view=atm&agentAtmId=${as}&from=2026-05-12&to=2026-05-12`)
    expect(days).toMatchObject([{ files: 1, fileStatus: 'MISDATED', transactions: 0, gapStatus: 'OPEN' }])
  })

  it('is not the first journal of its ATM', async () => {
    const as = nextAtm()
    await journal.uploadParsed(as, '2026-05-12', recyclerDay('2026-05-18', ['000']))
    await journal.runJob('journal.gap-detection')
    expect(await gapsOf(as)).toEqual([])
  })

  it('leaves the journal of the day that it was sent for', async () => {
    const as = nextAtm()
    const standing = await journal.uploadParsed(as, '2026-05-12', recyclerDay('2026-05-12', ['000']))
    await journal.uploadParsed(as, '2026-05-12', recyclerDay('2026-05-11', ['000', '000']))
    expect(await fileOf(standing.id)).toMatchObject({ supersededByFileId: null })
    expect(await rows(as)).toEqual([{ day: '2026-05-12', n: 1 }])
  })

  it('is filed under the day it is mostly of, and then closes that one’s gap', async () => {
    const as = nextAtm()
    await journal.uploadParsed(as, '2026-05-10', recyclerDay('2026-05-10', ['000']))
    await journal.runJob('journal.gap-detection')
    const text = recyclerDay('2026-05-11', ['000', '105', '000']) + recyclerDay('2026-05-12', ['000'])
    const file = await journal.uploadParsed(as, '2026-05-14', text)
    const answer = await refile(file.id)
    expect(answer).toMatchObject({ status: 202, body: { status: 'RECEIVED', journalDate: '2026-05-11', error: null } })
    await parsed(file.id).toBe('PARSED')
    expect(await fileOf(file.id)).toMatchObject({
      ...{ journalDate: '2026-05-11', transactions: 4, supersededByFileId: null },
      daysFound: [
        { date: '2026-05-11', transactions: 3 },
        { date: '2026-05-12', transactions: 1 },
      ],
    })
    expect(await rows(as)).toEqual([
      { day: '2026-05-10', n: 1 },
      { day: '2026-05-11', n: 3 },
      { day: '2026-05-12', n: 1 },
    ])
    expect((await gapsOf(as)).slice(0, 2)).toEqual([
      ['2026-05-11', 'CLOSED'],
      ['2026-05-12', 'OPEN'],
    ])
  })

  it('is filed under another day found where that is asked for, and under no day that is not', async () => {
    const as = nextAtm()
    const text = recyclerDay('2026-05-11', ['000', '105']) + recyclerDay('2026-05-12', ['000'])
    const { id } = await journal.uploadParsed(as, '2026-05-14', text)
    expect(await refile(id, { journalDate: '2026-05-13' })).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'journalDate', message: expect.stringContaining('2026-05-11, 2026-05-12') }] },
    })
    expect(await refile(id, { journalDate: '2026-05-12' })).toMatchObject({ status: 202 })
    await parsed(id).toBe('PARSED')
    expect(await refile(id)).toMatchObject({ status: 409 })
  })

  it('is not filed under a day that has the same bytes already, nor under one that no journal is taken of', async () => {
    const as = nextAtm()
    const text = recyclerDay('2026-05-11', ['000'])
    await journal.uploadParsed(as, '2026-05-11', text)
    const { id } = await journal.uploadParsed(as, '2026-05-12', text)
    expect(await refile(id)).toMatchObject({ status: 409, body: { detail: expect.stringContaining('same bytes') } })
    expect(await fileOf(id)).toMatchObject({ status: 'MISDATED', journalDate: '2026-05-12' })
    const ahead = await journal.uploadParsed(as, '2026-05-13', recyclerDay('2026-06-02', ['000']))
    expect(await refile(ahead.id)).toMatchObject({ status: 400, body: { errors: [{ field: 'journalDate' }] } })
  })

  it('is filed by administrators of its institution only', async () => {
    const as = nextAtm()
    const { id } = await journal.uploadParsed(as, '2026-05-12', recyclerDay('2026-05-11', ['000']))
    const statusFor = async (claims: Parameters<typeof journal.token>[0]) =>
      (await refile(id, {}, await journal.token(claims))).status
    expect(await statusFor({ role: 'USER', institutions: ['ACME'] })).toBe(403)
    expect(await statusFor({ role: 'MSP_ADMIN', institutions: ['BETA'] })).toBe(404)
    expect(await statusFor({ role: 'MSP_ADMIN', institutions: ['ACME'] })).toBe(202)
    expect((await refile(99_999)).status).toBe(404)
  })

  it('gives its day back when it had been taken for a journal of it', async () => {
    const as = nextAtm()
    await journal.uploadParsed(as, '2026-05-10', recyclerDay('2026-05-10', ['000']))
    await journal.runJob('journal.gap-detection')
    const both = recyclerDay('2026-05-11', ['000']) + recyclerDay('2026-05-12', ['000'])
    const { id } = await journal.uploadParsed(as, '2026-05-12', both)
    expect((await gapsOf(as)).slice(1, 2)).toEqual([['2026-05-12', 'CLOSED']])
    // As an older version of the platform stored it, which looked at no day.
    const other = await journal.uploadParsed(as, '2026-05-13', recyclerDay('2026-05-09', ['000']))
    await runAs(journal.database.urls.superuser, [
      `update journal.journal_file set content_id =
        (select content_id from journal.journal_file where id = ${other.id}) where id = ${id}`,
    ])
    journal.clock.set('2026-05-20T12:01:00Z')
    expect(await journal.ask('POST', `/journal/api/journal/files/${id}/reparse`, { as: admin })).toMatchObject({
      status: 202,
    })
    await parsed(id).toBe('MISDATED')
    journal.clock.set(NOW)
    expect(await rows(as)).toEqual([{ day: '2026-05-10', n: 1 }])
    expect((await gapsOf(as)).slice(1, 2)).toEqual([['2026-05-12', 'OPEN']])
    expect(await journal.runJob('journal.totals-check')).toContain(' 0 totals differ')
  })
})
