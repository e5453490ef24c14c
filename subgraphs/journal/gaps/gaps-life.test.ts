import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { openConnection } from '../../../db/client.ts'
import { runAs } from '../../../tests/support/sql.ts'
import { addDays } from '../../kit/common/dates.ts'
import { prepareTestJournal, recyclerDay, type TestJournal } from '../testing/journal.testing.ts'

const ATMS = [
  { agentAtmId: 'WEST', timeZone: 'Etc/GMT+12' },
  { agentAtmId: 'EAST', timeZone: 'Etc/GMT-14' },
  { agentAtmId: 'BERLIN', timeZone: 'Europe/Berlin' },
  { agentAtmId: 'RACE-1' },
  { agentAtmId: 'RACE-2' },
  { agentAtmId: 'MOVED' },
  { agentAtmId: 'BROKEN' },
  { agentAtmId: 'SLOW' },
].map((atm) => ({ ...atm, institutionKey: 'ACME' }))

let prepared: Awaited<ReturnType<typeof prepareTestJournal>>
let journal: TestJournal
let admin: string

const detect = () => journal.runJob('journal.gap-detection')
const query = (text: string) => runAs(journal.database.urls.superuser, [text])
type Gap = { id: number; gapDate: string; status: string; institutionKey: string; closedByFileId: number | null }
const gapsOf = async (agentAtmId: string, filter = '', as = admin): Promise<Gap[]> => {
  const { body } = await journal.ask('GET', `/journal/api/journal/gaps?agentAtmId=${agentAtmId}${filter}`, { as })
  return Array.isArray(body) ? body : []
}
const daysOf = async (agentAtmId: string, filter = '') =>
  (await gapsOf(agentAtmId, filter)).map(({ gapDate }) => gapDate)
const parsed = (agentAtmId: string, day: string) => journal.uploadParsed(agentAtmId, day, recyclerDay(day, ['000']))
const request = (id: number, as = admin) => journal.ask('PUT', `/journal/api/journal/gaps/${id}/request-fetch`, { as })
const daysFrom = (first: string, count: number) => Array.from({ length: count }, (_, n) => addDays(first, n))

beforeAll(async () => {
  prepared = await prepareTestJournal(ATMS, '2026-10-20T06:00:00Z', async () => {})
})
afterAll(() => prepared?.drop())
beforeEach(async () => {
  journal = await prepared.open()
  admin = await journal.token({ role: 'ADMIN' })
})
afterEach(() => journal.close())

describe('the days that are looked at', () => {
  it('end with the ATM’s own yesterday, wherever it is, also when clocks are changed', async () => {
    for (const agentAtmId of ['WEST', 'EAST', 'BERLIN']) await parsed(agentAtmId, '2026-10-18')
    // 11:30 UTC on the 20th: still the 19th at the date line's western side, already the 21st at its eastern one.
    journal.clock.set('2026-10-20T11:30:00Z')
    await detect()
    expect(await daysOf('WEST')).toEqual([])
    expect(await daysOf('EAST')).toEqual(['2026-10-19', '2026-10-20'])
    // On the 25th Berlin's clocks go back at 01:00 UTC: 22:30 UTC is past midnight the day before, and not past it
    // that day.
    journal.clock.set('2026-10-24T22:30:00Z')
    await detect()
    expect((await daysOf('BERLIN')).at(-1)).toBe('2026-10-24')
    journal.clock.set('2026-10-25T22:30:00Z')
    await detect()
    expect((await daysOf('BERLIN')).at(-1)).toBe('2026-10-24')
    journal.clock.set('2026-10-25T23:00:00Z')
    await detect()
    expect((await daysOf('BERLIN')).at(-1)).toBe('2026-10-25')
  })

  it('are all found in one run after ten days without any', async () => {
    await parsed('BERLIN', '2026-10-18')
    journal.clock.set('2026-10-25T23:00:00Z')
    await detect()
    journal.clock.set('2026-11-04T11:30:00Z')
    expect(await detect()).toBe('9 gaps opened')
    expect(await daysOf('BERLIN')).toEqual(daysFrom('2026-10-19', 16))
    expect(await detect()).toBe('0 gaps opened')
  })

  it('follow the ATM into another time zone', async () => {
    await parsed('BERLIN', '2026-10-18')
    journal.clock.set('2026-11-04T11:30:00Z')
    await detect()
    expect((await daysOf('BERLIN')).at(-1)).toBe('2026-11-03')
    await query(`update incident.atm set time_zone = 'Etc/GMT-14' where agent_atm_id = 'BERLIN'`)
    await detect()
    expect((await daysOf('BERLIN')).at(-1)).toBe('2026-11-04')
  })
})

describe('a file that cannot be read', () => {
  it('is no journal: it begins nothing, closes nothing, and its day is asked for again', async () => {
    journal.clock.set('2026-11-04T11:30:00Z')
    await journal.uploadParsed('BROKEN', '2026-10-30', 'no journal at all\n')
    await detect()
    expect(await gapsOf('BROKEN')).toEqual([])
    await parsed('BROKEN', '2026-11-01')
    await detect()
    const [gap] = await gapsOf('BROKEN')
    expect(gap).toMatchObject({ gapDate: '2026-11-02', status: 'OPEN' })
    await request(gap?.id ?? 0)
    await journal.uploadParsed('BROKEN', '2026-11-02', 'no journal either\n')
    expect((await gapsOf('BROKEN'))[0]).toMatchObject({ status: 'FETCH_REQUESTED', closedByFileId: null })
    const fetches = await journal.askInternal('GET', '/journal/api/internal/fetches?agentAtmId=BROKEN')
    expect(fetches.body).toMatchObject([{ gapId: gap?.id, gapDate: '2026-11-02' }])
  })

  it('leaves no gaps behind that were opened while it was waited for', async () => {
    journal.clock.set('2026-11-04T11:30:00Z')
    await journal.uploadParsed('BROKEN', '2026-10-30', 'no journal at all\n')
    await parsed('BROKEN', '2026-11-01')
    // As if it waited to be read when gaps were looked for, and turned out to be unreadable then.
    const [{ id } = { id: 0 }] = await query(
      `update journal.journal_file set status = 'RECEIVED' where agent_atm_id = 'BROKEN' and journal_date = '2026-10-30'
        returning id::int`,
    )
    await detect()
    expect(await daysOf('BROKEN')).toEqual(['2026-10-31', '2026-11-02', '2026-11-03'])
    await query(`update journal.journal_file set status = 'FAILED' where id = ${Number(id)}`)
    await detect()
    expect(await daysOf('BROKEN')).toEqual(['2026-11-02', '2026-11-03'])
  })
})

describe('a request', () => {
  it('is held by a file that waits to be read, and forgotten a day after it otherwise', async () => {
    journal.clock.set('2026-11-04T11:30:00Z')
    await parsed('SLOW', '2026-10-31')
    await detect()
    const [first, second] = await gapsOf('SLOW')
    for (const gap of [first, second]) await request(gap?.id ?? 0)
    const { body } = await journal.upload('SLOW', first?.gapDate ?? '', 'nothing to read\n')
    await journal.uploadParsed('SLOW', first?.gapDate ?? '', 'nothing to read\n')
    const set = (status: string) =>
      query(`update journal.journal_file set status = '${status}' where id = ${Object(body).id}`)
    await set('RECEIVED')
    journal.clock.set('2026-11-05T11:31:00Z')
    expect(await journal.runJob('journal.gap-reopen')).toBe('1 gaps opened again, 0 closed')
    expect((await gapsOf('SLOW')).slice(0, 2)).toMatchObject([{ status: 'FETCH_REQUESTED' }, { status: 'OPEN' }])
    await set('FAILED')
    expect(await journal.runJob('journal.gap-reopen')).toBe('1 gaps opened again, 0 closed')
  })
})

describe('what happens at once', () => {
  it('two runs open each gap once', async () => {
    journal.clock.set('2026-11-05T11:31:00Z')
    await parsed('RACE-1', '2026-08-01')
    const outcomes = await Promise.all([detect(), detect(), detect()])
    const opened = outcomes.map((outcome) => Number.parseInt(outcome, 10)).reduce((sum, count) => sum + count, 0)
    expect(await daysOf('RACE-1')).toHaveLength(95)
    expect(opened).toBe(95)
  })

  it('no gap stays open for a day whose journal comes meanwhile', async () => {
    journal.clock.set('2026-11-05T11:31:00Z')
    await parsed('RACE-2', '2026-10-20')
    const days = daysFrom('2026-10-21', 15)
    await Promise.all([...days.map((day) => parsed('RACE-2', day)), detect(), detect()])
    await detect()
    expect((await gapsOf('RACE-2')).filter(({ status }) => status !== 'CLOSED')).toEqual([])
  })

  it('nor for one whose parse could not see the gap yet, and was not done when the gap was opened', async () => {
    const day = '2026-11-05'
    journal.clock.set('2026-11-06T11:31:00Z')
    await parsed('RACE-2', '2026-11-04')
    const { id } = await journal.uploadParsed('RACE-2', day, 'nothing to read\n')
    const parse = await openConnection({ url: journal.database.urls.superuser, name: 'tests' })
    try {
      await parse.sql.unsafe('begin')
      await parse.sql.unsafe(`update journal.journal_file set status = 'PARSED' where id = ${Number(id)}`)
      await parse.sql.unsafe(
        `update journal.gap set status = 'CLOSED' where agent_atm_id = 'RACE-2' and gap_date = '${day}'`,
      )
      const run = detect()
      await vi.waitFor(async () => expect(await daysOf('RACE-2', '&status=OPEN')).toEqual([day]), { timeout: 5_000 })
      await parse.sql.unsafe('commit')
      expect(await run).toMatch(/, 1 closed$/)
    } finally {
      await parse.close()
    }
    expect(await gapsOf('RACE-2', `&dateFrom=${day}`)).toMatchObject([{ status: 'CLOSED', closedByFileId: id }])
  })
})

describe('an ATM that goes to another institution', () => {
  it('takes what is missing with it, unasked; what is closed stays', async () => {
    journal.clock.set('2026-11-06T11:31:00Z')
    await parsed('MOVED', '2026-11-01')
    await detect()
    await parsed('MOVED', '2026-11-02')
    const clerk = await journal.token({ institutions: ['ACME'], email: 'ann@acme.test' })
    const [, asked] = await gapsOf('MOVED')
    await request(asked?.id ?? 0, clerk)
    await query(`update incident.atm set institution_key = 'BETA' where agent_atm_id = 'MOVED'`)
    await detect()
    const of = async (institution: string) =>
      (await gapsOf('MOVED', '', await journal.token({ institutions: [institution] }))).map(
        ({ gapDate, status }) => `${gapDate} ${status}`,
      )
    expect(await of('ACME')).toEqual(['2026-11-02 CLOSED'])
    expect(await of('BETA')).toEqual(['2026-11-03 OPEN', '2026-11-04 OPEN', '2026-11-05 OPEN'])
    const [gap] = await gapsOf('MOVED', '&dateFrom=2026-11-03')
    expect(gap).toMatchObject({ fetchRequestedBy: null, fetchRequestedAt: null, fetchAttempts: 0 })
    expect((await request(gap?.id ?? 0, clerk)).status).toBe(404)
    const file = await parsed('MOVED', '2026-11-03')
    expect((await gapsOf('MOVED', '&dateFrom=2026-11-03'))[0]).toMatchObject({
      institutionKey: 'BETA',
      status: 'CLOSED',
      closedByFileId: file.id,
    })
  })
})
