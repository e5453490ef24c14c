import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { runAs } from '../../../tests/support/sql.ts'
import { prepareTestJournal, recyclerDay, type TestJournal } from '../testing/journal.testing.ts'

const ATMS = [
  { agentAtmId: 'ATM-1', institutionKey: 'ACME' },
  { agentAtmId: 'ATM-2', institutionKey: 'ACME', timeZone: 'Pacific/Kiritimati' },
  { agentAtmId: 'ATM-3', institutionKey: 'BETA' },
  { agentAtmId: 'ATM-4', institutionKey: 'ACME' },
]

let prepared: Awaited<ReturnType<typeof prepareTestJournal>>
let journal: TestJournal
let acme: string
let opened: string

beforeAll(async () => {
  prepared = await prepareTestJournal(ATMS, '2026-05-10T11:00:00Z', async ({ uploadParsed, runJob }) => {
    await uploadParsed('ATM-1', '2026-05-06', recyclerDay('2026-05-06', ['000']))
    await uploadParsed('ATM-1', '2026-05-08', recyclerDay('2026-05-08', ['000']))
    await uploadParsed('ATM-2', '2026-05-09', recyclerDay('2026-05-09', ['000']))
    await uploadParsed('ATM-3', '2026-05-07', recyclerDay('2026-05-07', ['000']))
    // Not a journal, so its day is a gap if days before it are; alone it makes nothing expected.
    await uploadParsed('ATM-4', '2026-05-01', 'no journal at all\n')
    await uploadParsed('ATM-1', '2026-05-09', 'no journal at all\n')
    opened = await runJob('journal.gap-detection')
  })
})
afterAll(() => prepared?.drop())
beforeEach(async () => {
  journal = await prepared.open()
  acme = await journal.token({ role: 'CUSTOMER', institutions: ['ACME'], email: 'ann@acme.test' })
})
afterEach(() => journal.close())

type Gap = { id: number; agentAtmId: string; gapDate: string; status: string; fetchAttempts: number }

const list = async (query = '', as = acme): Promise<Gap[]> => {
  const { body } = await journal.ask('GET', `/journal/api/journal/gaps${query}`, { as })
  if (!Array.isArray(body)) throw new Error('not a list')
  return body
}
const days = async (query = '', as = acme) => (await list(query, as)).map((gap) => `${gap.agentAtmId} ${gap.gapDate}`)
const counts = async (as = acme) =>
  (await journal.ask('GET', '/journal/api/journal/gaps?status=OPEN&view=counts', { as })).body
const requestFetch = (id: number | string, as = acme) =>
  journal.ask('PUT', `/journal/api/journal/gaps/${id}/request-fetch`, { as })
const gapOf = async (day: string): Promise<Gap> => {
  const found = (await list()).find((gap) => gap.gapDate === day && gap.agentAtmId === 'ATM-1')
  if (found === undefined) throw new Error(`no gap of ${day}`)
  return found
}

describe('gaps as CSV', () => {
  const csv = (query = '', as = acme) => journal.ask('GET', `/journal/api/journal/gaps?format=csv${query}`, { as })
  const lines = async (query = '', as = acme) => (await csv(query, as)).text.trimEnd().split('\r\n').slice(1)

  it('have a header and are those of the list as it is filtered, oldest first', async () => {
    const { headers, text } = await csv()
    expect(headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="gaps-2026-05-10.csv"',
    })
    expect(text).toMatch(/^\uFEFFid,institutionKey,agentAtmId,atmId,gapDate,status,detectedAt,fetchRequestedAt,/)
    await requestFetch((await gapOf('2026-05-07')).id)
    for (const query of ['', '&status=OPEN', '&agentAtmId=ATM-1', '&dateFrom=2026-05-09&dateTo=2026-05-09'])
      expect((await lines(query)).map((line) => line.split(',').slice(2, 5).join(' ').replace(/ \d+ /, ' '))).toEqual(
        await days(`?${query}`),
      )
  })

  it('have only the caller’s gaps, and no cell that is a formula', async () => {
    expect(await lines('', await journal.token({ institutions: [] }))).toEqual([])
    const as = await journal.token({ role: 'CUSTOMER', institutions: ['ACME'], email: '=ann@acme.test' })
    await requestFetch((await gapOf('2026-05-09')).id, as)
    expect(await lines('&status=FETCH_REQUESTED')).toEqual([expect.stringContaining(",'=ann@acme.test,1,")])
  })

  it('are refused in another form, by field', async () => {
    const answer = await journal.ask('GET', '/journal/api/journal/gaps?format=xml', { as: acme })
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ field: 'format' }] } })
    expect(await csv('&dateFrom=2026-05-09&dateTo=2026-05-08')).toMatchObject({ status: 400 })
  })
})

describe('gap detection', () => {
  it('opens each day without a journal from the first to the ATM’s own yesterday, once', async () => {
    expect(opened).toBe('5 gaps opened')
    expect(await journal.runJob('journal.gap-detection')).toBe('0 gaps opened')
    // At 11:00 UTC on the 10th it is the 11th on Kiritimati.
    expect(await days()).toEqual(['ATM-1 2026-05-07', 'ATM-1 2026-05-09', 'ATM-2 2026-05-10'])
    expect(await days('', await journal.token({ institutions: ['BETA'] }))).toEqual([
      'ATM-3 2026-05-08',
      'ATM-3 2026-05-09',
    ])
  })

  it('is counted as it is listed', async () => {
    expect(await counts()).toEqual({
      open: 3,
      atms: 2,
      top: [
        { atmId: 1, deviceId: 1, agentAtmId: 'ATM-1', gapCount: 2 },
        { atmId: 2, deviceId: 2, agentAtmId: 'ATM-2', gapCount: 1 },
      ],
    })
    expect(await counts(await journal.token({ role: 'ADMIN' }))).toMatchObject({ open: 5, atms: 3 })
    expect(await days('?status=OPEN&agentAtmId=ATM-2')).toEqual(['ATM-2 2026-05-10'])
    expect(await days('?status=CLOSED')).toEqual([])
    expect(await counts(await journal.token({ institutions: [] }))).toEqual({ open: 0, atms: 0, top: [] })
    expect((await journal.ask('GET', '/journal/api/journal/gaps?status=SHUT', { as: acme })).status).toBe(400)
    expect(await journal.ask('GET', '/journal/api/journal/gaps?view=nope', { as: acme })).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'view' }] },
    })
  })
})

describe('a request for a file', () => {
  it('is in what the agent polls, and may be repeated', async () => {
    const { id } = await gapOf('2026-05-07')
    const first = await requestFetch(id)
    expect(first).toMatchObject({
      status: 200,
      body: {
        id,
        status: 'FETCH_REQUESTED',
        fetchAttempts: 1,
        fetchRequestedBy: 'ann@acme.test',
        fetchRequestedAt: expect.stringMatching(/Z$/),
      },
    })
    const { body: again } = await requestFetch(id)
    expect(again).toMatchObject({ fetchAttempts: 2 })
    const fetches = await journal.askInternal('GET', '/journal/api/internal/fetches?agentAtmId=ATM-1')
    expect(fetches.body).toEqual([{ gapId: id, gapDate: '2026-05-07', requestedAt: Object(again).fetchRequestedAt }])
    const asked = (agentAtmIds: readonly string[]) =>
      journal.askInternal('POST', '/journal/api/internal/fetches/waiting', { body: { agentAtmIds } })
    expect(await asked(['ATM-2', 'ATM-1', 'NONE', 'ATM-1'])).toMatchObject({ status: 200, body: [1, 3] })
    expect(await asked([])).toMatchObject({ status: 200, body: [] })
    expect((await asked(Array(501).fill('ATM-1'))).status).toBe(400)
    expect(await counts()).toMatchObject({ open: 2, atms: 2 })
  })

  it('is 404 if it does not exist or is not the caller’s, 400 for no id, 403 for another ATM’s agent', async () => {
    const { id } = await gapOf('2026-05-09')
    expect((await requestFetch(999_999)).status).toBe(404)
    expect((await requestFetch(id, await journal.token({ institutions: ['BETA'] }))).status).toBe(404)
    expect((await requestFetch('x')).status).toBe(400)
    const agent = await journal.token({ role: 'AGENT', institutions: ['ACME'], agentAtmId: 'ATM-2' })
    expect((await requestFetch(id, agent)).status).toBe(403)
    expect((await journal.ask('PUT', `/journal/api/journal/gaps/${id}/request-fetch`)).status).toBe(401)
  })

  it('that brings no file in 24 hours is forgotten, so that the gap counts again', async () => {
    const { id } = await gapOf('2026-05-07')
    await requestFetch(id)
    await requestFetch(id)
    expect(await journal.runJob('journal.gap-reopen')).toBe('0 gaps opened again, 0 closed')
    journal.clock.set('2026-05-11T11:30:00Z')
    expect(await journal.runJob('journal.gap-reopen')).toBe('1 gaps opened again, 0 closed')
    expect(await gapOf('2026-05-07')).toMatchObject({ status: 'OPEN', fetchAttempts: 2 })
  })
})

describe('a journal that comes', () => {
  it('closes its gap, asked for or not, and the gap stays closed', async () => {
    const { id } = await gapOf('2026-05-07')
    await requestFetch(id)
    const file = await journal.uploadParsed('ATM-1', '2026-05-07', recyclerDay('2026-05-07', ['000']))
    expect(await gapOf('2026-05-07')).toMatchObject({
      id,
      status: 'CLOSED',
      closedByFileId: file.id,
      closedAt: expect.any(String),
    })
    expect((await requestFetch(id)).status).toBe(409)
    await journal.uploadParsed('ATM-1', '2026-05-09', recyclerDay('2026-05-09', ['000']))
    expect(await gapOf('2026-05-09')).toMatchObject({ status: 'CLOSED' })
  })

  it('leaves the gap open if nothing of it can be read', async () => {
    await journal.uploadParsed('ATM-2', '2026-05-10', 'no journal at all\n')
    expect(await days('?status=OPEN&agentAtmId=ATM-2')).toEqual(['ATM-2 2026-05-10'])
  })

  it('from before the first one moves the days that are expected', async () => {
    await journal.uploadParsed('ATM-2', '2026-05-07', recyclerDay('2026-05-07', ['000']))
    await journal.runJob('journal.gap-detection')
    expect(await days('?status=OPEN&agentAtmId=ATM-2')).toEqual(['ATM-2 2026-05-08', 'ATM-2 2026-05-10'])
  })
})

describe('a gap that was detected while its journal came', () => {
  it('is closed by the hourly job', async () => {
    await journal.uploadParsed('ATM-3', '2026-05-09', recyclerDay('2026-05-09', ['000']))
    // Written directly: two transactions that overlap leave the gap so.
    await runAs(journal.database.urls.superuser, [
      `update journal.gap set status = 'OPEN', closed_at = null, closed_by_file_id = null where agent_atm_id = 'ATM-3'
        and gap_date = '2026-05-09'`,
    ])
    expect(await journal.runJob('journal.gap-reopen')).toMatch(/, 1 closed$/)
    const gaps = await list('?status=CLOSED', await journal.token({ institutions: ['BETA'] }))
    expect(gaps).toMatchObject([{ gapDate: '2026-05-09', closedByFileId: expect.any(Number) }])
  })
})

describe('the graph', () => {
  it('gives gaps as the lists do', async () => {
    const hosted = journal.process.hosted.get('journal')
    const caller = {
      principal: await journal.process.authenticator.authenticate(`Bearer ${acme}`),
      token: acme,
      traceId: '0',
    }
    const query =
      '{ journalGaps(status: OPEN, agentAtmId: "ATM-2", limit: 1) { gapDate atm { id } } journalGapCounts { open } }'
    expect(await hosted?.execute({ query }, caller)).toEqual({
      data: { journalGaps: [{ gapDate: '2026-05-10', atm: { id: 2 } }], journalGapCounts: { open: 3 } },
    })
  })
})
