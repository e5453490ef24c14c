import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays } from '../../kit/common/dates.ts'
import { openTestJournal, recyclerDay, type TestJournal } from '../testing/journal.testing.ts'

type Gap = { readonly id: number; readonly agentAtmId: string; readonly gapDate: string }

let journal: TestJournal
let acme: string
let both: string
let gaps: readonly Gap[]

const list = async (query: string, as = both): Promise<Gap[]> => {
  const { body } = await journal.ask('GET', `/journal/api/journal/gaps?${query}`, { as })
  return Array.isArray(body) ? body : []
}
const request = (ids: unknown, as = acme) =>
  journal.ask('POST', '/journal/api/journal/gaps/request-fetch', { as, body: { ids } })
const idOf = (agentAtmId: string, day: string): number =>
  gaps.find((gap) => gap.agentAtmId === agentAtmId && gap.gapDate === day)?.id ?? 0
const graph = async (query: string, as = acme) => {
  const principal = await journal.process.authenticator.authenticate(`Bearer ${as}`)
  return journal.process.hosted.get('journal')?.execute({ query }, { principal, token: as, traceId: '0' })
}

beforeAll(async () => {
  journal = await openTestJournal(
    [
      { agentAtmId: 'ATM-1', institutionKey: 'ACME' },
      { agentAtmId: 'ATM-2', institutionKey: 'ACME' },
      { agentAtmId: 'ATM-3', institutionKey: 'BETA' },
    ],
    { now: '2026-05-20T11:00:00Z' },
  )
  acme = await journal.token({ role: 'CUSTOMER', institutions: ['ACME'], email: 'ann@acme.test' })
  both = await journal.token({ role: 'MSP_ADMIN', institutions: ['ACME', 'BETA'] })
  for (const agentAtmId of ['ATM-1', 'ATM-2', 'ATM-3'])
    await journal.uploadParsed(agentAtmId, '2026-05-09', recyclerDay('2026-05-09', ['000']))
  await journal.runJob('journal.gap-detection')
  await journal.uploadParsed('ATM-1', '2026-05-10', recyclerDay('2026-05-10', ['000']))
  gaps = await list('')
})
afterAll(() => journal.close())

describe('a request for many files', () => {
  it('answers each id in the order sent, as a request for it alone would have been, and counts each once', async () => {
    const [one, closed, foreign] = [
      idOf('ATM-1', '2026-05-11'),
      idOf('ATM-1', '2026-05-10'),
      idOf('ATM-3', '2026-05-11'),
    ]
    const answer = await request([one, closed, foreign, 999_999, one])
    const done = { id: one, status: 200, message: null, gap: { id: one, status: 'FETCH_REQUESTED', fetchAttempts: 1 } }
    expect(answer).toMatchObject({
      status: 200,
      body: [
        done,
        {
          id: closed,
          status: 409,
          gap: { status: 'CLOSED', fetchAttempts: 0 },
          message: expect.stringMatching(/closed/),
        },
        { id: foreign, status: 404, gap: null, message: expect.any(String) },
        { id: 999_999, status: 404, gap: null },
        done,
      ],
    })
    expect((await request([one])).body).toMatchObject([
      { gap: { fetchAttempts: 2, fetchRequestedBy: 'ann@acme.test' } },
    ])
  })

  it('takes 1 to 500 ids', async () => {
    for (const ids of [[], Array.from({ length: 501 }, (_, n) => n + 1), null, ['x'], 'x']) {
      const { status, body } = await request(ids)
      expect(status).toBe(400)
      expect(Object(body).errors[0].field).toMatch(/^ids/)
    }
    const answer = await request(Array.from({ length: 500 }, (_, n) => 1_000_000 + n))
    expect(answer.status).toBe(200)
    expect(answer.body).toHaveLength(500)
  })

  it('lets an agent ask for its own ATM’s files only', async () => {
    const agent = await journal.token({ role: 'AGENT', institutions: ['ACME'], agentAtmId: 'ATM-2' })
    const [own, other] = [idOf('ATM-2', '2026-05-12'), idOf('ATM-1', '2026-05-12')]
    expect((await request([own, other], agent)).body).toMatchObject([
      { status: 200, gap: { agentAtmId: 'ATM-2' } },
      { status: 403, gap: null, message: expect.stringMatching(/another ATM/) },
    ])
    expect(await list('status=FETCH_REQUESTED&dateFrom=2026-05-12&dateTo=2026-05-12')).toHaveLength(1)
  })

  it('does not deadlock when two ask for the same in another order', async () => {
    const ids = gaps.filter(({ agentAtmId }) => agentAtmId === 'ATM-2').map(({ id }) => id)
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, n) => request(n % 2 === 0 ? ids : ids.toReversed())),
    )
    for (const { status } of answers) expect(status).toBe(200)
    const attempts = (await list('agentAtmId=ATM-2&dateFrom=2026-05-13&dateTo=2026-05-13'))[0]
    expect(attempts).toMatchObject({ fetchAttempts: 8 })
  })

  it('is the same in the graph', async () => {
    const ids = [idOf('ATM-1', '2026-05-14'), 999_999]
    const query = `mutation { requestJournalFetches(ids: [${ids}]) { id status gap { status atm { id } } } }`
    expect(await graph(query)).toEqual({
      data: {
        requestJournalFetches: [
          { id: ids[0], status: 200, gap: { status: 'FETCH_REQUESTED', atm: { id: 1 } } },
          { id: 999_999, status: 404, gap: null },
        ],
      },
    })
    expect(await graph('mutation { requestJournalFetch(id: 999999) { id } }')).toEqual({
      data: { requestJournalFetch: null },
    })
  })
})

describe('the list', () => {
  it('is limited to an ATM and to days, for callers of one and of several institutions', async () => {
    const all = await list('')
    expect(all).toHaveLength(30)
    expect(all).toEqual(all.toSorted((a, b) => a.gapDate.localeCompare(b.gapDate) || a.id - b.id))
    expect(await list('', acme)).toHaveLength(20)
    expect((await list('atmId=3')).map(({ agentAtmId }) => agentAtmId)).toEqual(Array(10).fill('ATM-3'))
    expect(await list('atmId=3', acme)).toEqual([])
    const some = await list('dateFrom=2026-05-18&dateTo=2026-05-19&status=OPEN')
    expect(new Set(some.map(({ gapDate }) => gapDate))).toEqual(new Set(['2026-05-18', '2026-05-19']))
    expect(await list('atmId=1&dateFrom=2026-05-19')).toHaveLength(1)
    for (const [query, field] of [
      ['dateFrom=2026-05-19&dateTo=2026-05-18', 'dateFrom'],
      ['dateFrom=yesterday', 'dateFrom'],
      ['atmId=x', 'atmId'],
    ]) {
      const answer = await journal.ask('GET', `/journal/api/journal/gaps?${query}`, { as: acme })
      expect(answer).toMatchObject({ status: 400, body: { errors: [{ field }] } })
    }
  })

  it('goes on in the graph after a gap of the caller’s', async () => {
    const read = async (args: string, as: string): Promise<number[]> => {
      const result = await graph(`{ journalGaps(limit: 7${args}) { id } }`, as)
      return Object(result?.data).journalGaps.map(({ id }: { id: number }) => id)
    }
    for (const as of [acme, both, await journal.token({ role: 'ADMIN' })]) {
      const seen: number[] = []
      for (let page = await read('', as); page.length > 0; page = await read(`, after: ${seen.at(-1)}`, as))
        seen.push(...page)
      expect(seen).toEqual((await list('', as)).map(({ id }) => id))
    }
    const foreign = idOf('ATM-3', '2026-05-12')
    expect(await graph(`{ journalGaps(after: ${foreign}) { id } }`)).toMatchObject({
      errors: [{ extensions: { code: 'BAD_USER_INPUT', errors: [{ field: 'after' }] } }],
    })
  })
})

describe('the list in an order', () => {
  type Gap = { id: number; agentAtmId: string; gapDate: string }
  const byAtm = (a: Gap, b: Gap) => a.agentAtmId.localeCompare(b.agentAtmId) || byDay(a, b)
  const byDay = (a: Gap, b: Gap) => a.gapDate.localeCompare(b.gapDate) || a.id - b.id
  it.each([
    ['gapDate,asc', byDay],
    ['gapDate,desc', (a: Gap, b: Gap) => byDay(b, a)],
    ['agentAtmId,asc', byAtm],
    ['agentAtmId,desc', (a: Gap, b: Gap) => byAtm(b, a)],
  ])('%s has every gap once, from page to page', async (sort, compare) => {
    const read = async (args: string, as: string): Promise<number[]> => {
      const result = await graph(`{ journalGaps(limit: 7, sort: ["${sort}"]${args}) { id } }`, as)
      return Object(result?.data).journalGaps.map(({ id }: { id: number }) => id)
    }
    for (const as of [acme, both, await journal.token({ role: 'ADMIN' })]) {
      const seen: number[] = []
      for (let page = await read('', as); page.length > 0; page = await read(`, after: ${seen.at(-1)}`, as))
        seen.push(...page)
      expect(seen).toEqual((await list('', as)).toSorted(compare).map(({ id }) => id))
    }
  })

  it('that there is none of is refused by its name', async () => {
    for (const [sort, field] of [
      ['["status,asc"]', 'sort[0]'],
      ['["gapDate,up"]', 'sort[0]'],
      ['["gapDate,asc", "agentAtmId,asc"]', 'sort'],
    ])
      expect(await graph(`{ journalGaps(sort: ${sort}) { id } }`)).toMatchObject({
        errors: [{ extensions: { code: 'BAD_USER_INPUT', errors: [{ field }] } }],
      })
  })
})

describe('the tail of requests', () => {
  const tail = async (query: string) => {
    const { status, body } = await journal.askInternal('GET', `/journal/api/internal/fetches/changes?${query}`)
    return { status, agentAtmIds: Object(body).agentAtmIds, next: Date.parse(Object(body).next) }
  }

  it('names each agent once, in the order of the requests, and goes on shortly before now or at its last', async () => {
    journal.clock.set('2026-05-21T11:00:00Z')
    await request([idOf('ATM-2', addDays('2026-05-11', 1))])
    await request([idOf('ATM-1', '2026-05-15'), idOf('ATM-1', '2026-05-16')])
    const { agentAtmIds, next } = await tail('since=2026-05-21T10:59:59Z')
    expect(agentAtmIds).toEqual(['ATM-2', 'ATM-1'])
    expect(next).toBeGreaterThanOrEqual(Date.parse('2026-05-21T10:59:59Z'))
    expect(next).toBeLessThan(journal.clock.now().getTime())
    // Of a proxy whose clock is an hour ahead.
    expect((await tail('since=2026-05-21T12:00:00Z')).agentAtmIds).toEqual(['ATM-2', 'ATM-1'])
    // Where there are more than it may name it goes on at the last one that it named, once nothing earlier can come.
    journal.clock.set('2026-05-21T11:00:30Z')
    const first = await tail('since=2026-05-21T10:59:59Z&limit=1')
    expect(first.agentAtmIds).toEqual(['ATM-2'])
    const second = await tail(`since=${new Date(first.next + 1).toISOString()}&limit=1`)
    expect(second.agentAtmIds).toEqual(['ATM-1'])
    expect((await tail('since=2026-05-21T10:59:59Z&limit=0')).status).toBe(400)
  })
})
