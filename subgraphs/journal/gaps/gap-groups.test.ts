import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { prepareTestJournal, recyclerDay, type TestJournal } from '../testing/journal.testing.ts'

const ATMS = [
  { agentAtmId: 'ATM-1', institutionKey: 'ACME' },
  { agentAtmId: 'ATM-2', institutionKey: 'ACME' },
  { agentAtmId: 'ATM-3', institutionKey: 'BETA' },
  { agentAtmId: 'ATM-4', institutionKey: 'ACME' },
  { agentAtmId: 'ATM-5', institutionKey: 'ACME' },
]

let prepared: Awaited<ReturnType<typeof prepareTestJournal>>
let journal: TestJournal
let admin: string
let acme: string

const patch = (id: number, body: object, { ask }: Pick<TestJournal, 'ask'> = journal) =>
  ask('PATCH', `/incident/api/atms/${id}`, { as: admin, body })

const fill = async (filled: TestJournal) => {
  admin = await filled.token({ role: 'ADMIN' })
  acme = await filled.token({ role: 'CUSTOMER', institutions: ['ACME'] })
  await patch(1, { vendor: 'NCR', region: 'North', criticality: 'HIGH', tags: ['mall', '24h'] }, filled)
  await patch(2, { vendor: 'NCR', siteName: 'Piazza', tags: ['mall'] }, filled)
  await patch(3, { vendor: 'NCR', tags: ['mall'] }, filled)
  // It sends no journals.
  await patch(5, { vendor: 'GRG' }, filled)
  for (const [agentAtmId, day] of [
    ...[['ATM-1', '2026-05-06'] as const, ['ATM-1', '2026-05-08'] as const, ['ATM-2', '2026-05-08'] as const],
    ...[['ATM-3', '2026-05-07'] as const, ['ATM-4', '2026-05-09'] as const],
  ])
    await filled.uploadParsed(agentAtmId, day, recyclerDay(day, ['000']))
  await filled.runJob('journal.gap-detection')
}

beforeAll(async () => {
  prepared = await prepareTestJournal(ATMS, '2026-05-10T11:00:00Z', fill)
})
afterAll(() => prepared?.drop())

/** Opens a journal for the tests of a group: what one group of them changes, others do not see. */
const openForGroup = () => {
  beforeAll(async () => {
    journal = await prepared.open()
  })
  afterAll(() => journal.close())
}

const groups = async (query: string, as = acme) => {
  const { body } = await journal.ask('GET', `/journal/api/journal/gap-groups?${query}`, { as })
  if (!Array.isArray(body)) throw new Error(`not a list: ${JSON.stringify(body)}`)
  return body.map(({ value, gaps, atmsWithGap, atms }) => `${value}: ${gaps} in ${atmsWithGap} of ${atms}`)
}
const gaps = async (query: string, as = acme) => {
  const { body } = await journal.ask('GET', `/journal/api/journal/gaps?${query}`, { as })
  if (!Array.isArray(body)) throw new Error(`not a list: ${JSON.stringify(body)}`)
  return body.map(({ agentAtmId, gapDate }) => `${agentAtmId} ${gapDate}`)
}

describe('gaps by groups of ATMs', () => {
  openForGroup()

  it('are counted by each attribute, also where nothing is missing, of the caller’s ATMs', async () => {
    expect(await groups('by=VENDOR')).toEqual(['NCR: 3 in 2 of 2', 'null: 0 in 0 of 1'])
    expect(await groups('by=SITE')).toEqual(['null: 2 in 1 of 2', 'Piazza: 1 in 1 of 1'])
    expect(await groups('by=REGION')).toEqual(['North: 2 in 1 of 1', 'null: 1 in 1 of 2'])
    expect(await groups('by=CRITICALITY')).toEqual(['HIGH: 2 in 1 of 1', 'null: 1 in 1 of 2'])
    for (const by of ['MODEL', 'COST_CENTRE']) expect(await groups(`by=${by}`)).toEqual(['null: 3 in 2 of 3'])
    expect(await groups('by=VENDOR', admin)).toEqual(['NCR: 5 in 3 of 3', 'null: 0 in 0 of 1'])
  })

  it('count with each tag of an ATM', async () => {
    expect(await groups('by=TAG')).toEqual(['mall: 3 in 2 of 2', '24h: 2 in 1 of 1', 'null: 0 in 0 of 1'])
  })

  it('are those of the days and of the state that are asked for', async () => {
    expect(await groups('by=VENDOR&dateFrom=2026-05-08')).toEqual(['NCR: 2 in 2 of 2', 'null: 0 in 0 of 1'])
    expect(await groups('by=VENDOR&dateTo=2026-05-07')).toEqual(['NCR: 1 in 1 of 2', 'null: 0 in 0 of 1'])
    expect(await groups('by=VENDOR&status=CLOSED')).toEqual(['NCR: 0 in 0 of 2', 'null: 0 in 0 of 1'])
    const refused = await journal.ask('GET', '/journal/api/journal/gap-groups?by=NAME', { as: acme })
    expect(refused).toMatchObject({ status: 400, body: { errors: [{ field: 'by' }] } })
  })

  it('are those of one ATM for a caller of one', async () => {
    const agent = await journal.token({ role: 'AGENT', institutions: ['ACME'], agentAtmId: 'ATM-2' })
    expect(await groups('by=VENDOR', agent)).toEqual(['NCR: 1 in 1 of 1'])
  })

  it('are the same in the graph', async () => {
    const caller = {
      principal: await journal.process.authenticator.authenticate(`Bearer ${acme}`),
      token: acme,
      traceId: '0',
    }
    const query =
      '{ journalGapGroups(by: REGION) { value gaps atmsWithGap atms } ' +
      'journalGaps(region: "North", limit: 1) { atmId } }'
    expect(await journal.process.hosted.get('journal')?.execute({ query }, caller)).toMatchObject({
      data: {
        journalGapGroups: [{ value: 'North', gaps: 2, atmsWithGap: 1, atms: 1 }, {}],
        journalGaps: [{ atmId: 1 }],
      },
    })
  })

  it('follow the ATM when it is edited', async () => {
    await patch(4, { vendor: 'GRG', costCentre: 'CC-1' })
    await expect.poll(() => groups('by=VENDOR')).toEqual(['NCR: 3 in 2 of 2', 'GRG: 0 in 0 of 1'])
    await patch(4, { vendor: null, costCentre: null })
    await expect.poll(() => groups('by=VENDOR')).toEqual(['NCR: 3 in 2 of 2', 'null: 0 in 0 of 1'])
  })
})

describe('the list of gaps', () => {
  openForGroup()

  it('is limited to groups of ATMs', async () => {
    expect(await gaps('vendor=NCR&criticality=HIGH')).toEqual(['ATM-1 2026-05-07', 'ATM-1 2026-05-09'])
    expect(await gaps('site=Piazza')).toEqual(['ATM-2 2026-05-09'])
    expect(await gaps('tag=mall&without=REGION', admin)).toEqual([
      ...['ATM-3 2026-05-08', 'ATM-2 2026-05-09', 'ATM-3 2026-05-09'],
    ])
    expect(await gaps('tag=24h&dateFrom=2026-05-08')).toEqual(['ATM-1 2026-05-09'])
    expect(await gaps('model=H68N')).toEqual([])
    const long = await journal.ask('GET', `/journal/api/journal/gaps?tag=${'x'.repeat(41)}`, { as: acme })
    expect(long.status).toBe(400)
  })

  it('has the same limits as CSV', async () => {
    const { text } = await journal.ask('GET', '/journal/api/journal/gaps?format=csv&region=North', { as: acme })
    expect(text.trimEnd().split('\r\n')).toHaveLength(3)
  })
})

describe('the counts of gaps', () => {
  openForGroup()
  beforeAll(async () => {
    const [asked] = Object((await journal.ask('GET', '/journal/api/journal/gaps?agentAtmId=ATM-1', { as: acme })).body)
    await journal.ask('PUT', `/journal/api/journal/gaps/${asked.id}/request-fetch`, { as: acme })
  })

  const FILTERS = [
    ...['', 'agentAtmId=ATM-1', 'atmId=2', 'dateFrom=2026-05-09', 'dateTo=2026-05-08'],
    ...['vendor=NCR', 'model=H68N', 'site=Piazza', 'region=North', 'costCentre=CC-1', 'criticality=HIGH', 'tag=mall'],
    ...['without=REGION', 'vendor=NCR&without=TAG', 'tag=mall&dateFrom=2026-05-09&dateTo=2026-05-09'],
  ]

  it('are those of the list with the same filters, for every state and caller', async () => {
    const agent = await journal.token({ role: 'AGENT', institutions: ['ACME'], agentAtmId: 'ATM-2' })
    const seen = new Set<number>()
    for (const as of [acme, admin, agent])
      for (const status of ['OPEN', 'FETCH_REQUESTED', 'CLOSED'])
        for (const filter of FILTERS) {
          const path = `/journal/api/journal/gaps?status=${status}&${filter}`
          const listed = (await gaps(`status=${status}&${filter}`, as)).map((text) => text.split(' ')[0])
          const { body } = await journal.ask('GET', `${path}&view=counts`, { as })
          const { open, atms, top } = Object(body)
          const gapsOfTop = top.flatMap((atm: { agentAtmId: string; gapCount: number }) =>
            Array(atm.gapCount).fill(atm.agentAtmId),
          )
          const expected = [path, listed.length, new Set(listed).size, listed.toSorted()]
          expect([path, open, atms, gapsOfTop.toSorted()]).toEqual(expected)
          seen.add(open)
        }
    expect([...seen].toSorted()).toEqual([0, 1, 2, 3, 4])
  })

  it('are those of open gaps where no state is asked for', async () => {
    const count = async (query: string) =>
      Object((await journal.ask('GET', `/journal/api/journal/gaps?view=counts${query}`, { as: acme })).body).open
    expect([await count(''), await count('&status=')]).toEqual([2, 2])
    expect(await count('&status=FETCH_REQUESTED')).toBe(1)
  })

  it('refuse what the list refuses, and what is for the list alone', async () => {
    const refused = async (query: string) => {
      const { status, body } = await journal.ask('GET', `/journal/api/journal/gaps?view=counts&${query}`, { as: acme })
      return [status, Object(body).errors?.map(({ field }: { field: string }) => field)]
    }
    expect(await refused('dateFrom=2026-05-09&dateTo=2026-05-08')).toEqual([400, ['dateFrom']])
    expect(await refused(`tag=${'x'.repeat(41)}`)).toEqual([400, ['tag']])
    expect(await refused('size=20')).toEqual([400, ['size']])
  })
})
