import { afterAll, beforeAll } from 'vitest'
import { runAs } from '../support/sql.ts'
import {
  type Journal,
  NOW,
  partlyReadable,
  registerAtms,
  TIME_ZONE,
  transactions,
  UTC_TODAY,
  uploadJournals,
} from './journals.ts'
import {
  type BothCalls,
  checkRows,
  each,
  openRequirements,
  type RequirementsPlatform,
  type RestCall,
  type Row,
  refused,
} from './table.ts'

let platform: RequirementsPlatform

/** Institutions of one ATM each, for rows that change its gaps. */
const FLEETS_WITH_GAPS = 40
const withGaps = Array.from({ length: FLEETS_WITH_GAPS }, (_, n) => [`GAPS-${n + 1}`, `G-${n + 1}`] as const)
const DAYS: readonly Journal[] = [
  ['D-1', '2026-11-18', transactions('2026-11-18', 1)],
  ['D-1', '2026-11-19', partlyReadable('2026-11-19')],
  ['D-1', UTC_TODAY, 'nothing that an ATM prints\n'],
]

beforeAll(async () => {
  platform = await openRequirements({ now: NOW, env: TIME_ZONE })
  for (const [institution, agentAtmId] of [['DAYS', 'D-1'], ...withGaps] as const)
    await registerAtms(platform, institution, [agentAtmId])
  const beginnings = withGaps.map(([, id]): Journal => [id, '2026-11-17', transactions('2026-11-17', 1)])
  await uploadJournals(platform, [...DAYS, ...beginnings])
  await platform.runJob('journal.gap-detection')
})
afterAll(() => platform.close())

const of = (institution: string) => ({ institutions: [institution] })

const gaps = (filter: string, status: string | null, field = 'gapDate'): BothCalls => ({
  rest: { call: `GET /journal/api/journal/gaps${filter}`, value: each(field) },
  graph: {
    query: `query ($status: JournalGapStatus) { journalGaps(status: $status) { ${field} } }`,
    variables: { status },
    value: (data) => each(field)(Object(data).journalGaps),
  },
})

let taken = 0
/** The next ATM, alone in its institution, with gaps on the 18th, 19th and 20th; the ids of the gaps in this order. */
const gapsOfItsOwn = async () => {
  taken += 1
  if (taken > FLEETS_WITH_GAPS) throw new Error('there are not enough fleets with gaps')
  const [key, agentAtmId] = [`GAPS-${taken}`, `G-${taken}`]
  const found = await platform.prepare(of(key), { call: 'GET /journal/api/journal/gaps', value: each('id') })
  const [first, second, third] = Array.isArray(found) ? found.map(String) : []
  return { key, agentAtmId, first: first ?? '', second: second ?? '', third: third ?? '' }
}
const ownerOf = ({ key = '' }: Readonly<Record<string, string>>) => of(key)
const fetch = (id: string): RestCall => ({ call: `PUT /journal/api/journal/gaps/${id}/request-fetch` })
const FETCH = 'mutation ($id: SafeInt!) { requestJournalFetch(id: $id) { status } }'
const status = (value: unknown) => ({ status: Object(value).status })

checkRows('States: journal gap', () => platform, [
  {
    requirement: 'opened for each date between the first journal and yesterday without a file, today not among them',
    as: ownerOf,
    given: gapsOfItsOwn,
    ...gaps('?status=OPEN', 'OPEN'),
    expected: ['2026-11-18', '2026-11-19', '2026-11-20'],
  },
  {
    requirement: 'a journal that is partly readable is one, one that is not readable at all is none',
    as: of('DAYS'),
    ...gaps('?status=OPEN', 'OPEN'),
    expected: ['2026-11-20'],
  },
  {
    requirement: 'OPEN, PUT request-fetch: FETCH_REQUESTED',
    as: ownerOf,
    given: gapsOfItsOwn,
    rest: ({ second = '' }) => ({ ...fetch(second), value: status }),
    graph: ({ second }) => ({ query: FETCH, variables: { id: Number(second) } }),
    expected: { status: 'FETCH_REQUESTED' },
  },
  ...(['USER', 'CUSTOMER', 'ADMIN', 'MSP_ADMIN', 'BCOS_ADMIN', 'AGENT'] as const).map(
    (role): Row => ({
      requirement: `PUT request-fetch: any authenticated caller; ${role}`,
      as: ({ key = '' }) => ({ role, institutions: [key] }),
      given: gapsOfItsOwn,
      rest: ({ first = '' }) => ({ ...fetch(first), value: status }),
      graph: ({ first }) => ({ query: FETCH, variables: { id: Number(first) } }),
      expected: { status: 'FETCH_REQUESTED' },
    }),
  ),
  {
    requirement: 'FETCH_REQUESTED: it is no OPEN gap any more',
    as: ownerOf,
    given: async () => {
      const given = await gapsOfItsOwn()
      await platform.prepare(of(given.key), fetch(given.first))
      return given
    },
    ...gaps('?status=OPEN', 'OPEN'),
    expected: ['2026-11-19', '2026-11-20'],
  },
  {
    requirement: 'FETCH_REQUESTED: the agent is asked to re-upload',
    as: ({ key = '', agentAtmId = '' }) => ({ role: 'AGENT', institutions: [key], agentAtmId }),
    given: async () => {
      const given = await gapsOfItsOwn()
      await platform.prepare(of(given.key), fetch(given.third))
      return given
    },
    rest: ({ agentAtmId }) => ({
      call: `GET /agent-proxy/api/agent/work?agentAtmId=${agentAtmId}`,
      value: (body) => each('gapDate')(Object(body).journalFetches),
    }),
    expected: ['2026-11-20'],
  },
  {
    requirement: 'scoped to the institution: the gap of another one is not found (REST)',
    as: of('ANOTHER'),
    given: gapsOfItsOwn,
    rest: ({ first = '' }) => fetch(first),
    expected: refused(404),
  },
  {
    requirement: 'scoped to the institution: the gap of another one is not found (graph)',
    as: of('ANOTHER'),
    given: gapsOfItsOwn,
    graph: ({ first }) => ({ query: FETCH, variables: { id: Number(first) } }),
    expected: null,
  },
  { requirement: 'Errors: missing token, GET gaps', as: null, ...gaps('', null), expected: refused(401) },
  {
    requirement: 'Errors: missing token, PUT request-fetch',
    as: null,
    rest: fetch('1'),
    graph: { query: FETCH, variables: { id: 1 } },
    expected: refused(401),
  },
  {
    requirement: 'lists are scoped to the institution',
    as: of('ANOTHER'),
    given: gapsOfItsOwn,
    ...gaps('', null),
    expected: [],
  },
])

/** The state of the three gaps after some hours and a run of the hourly job. */
const afterHours = async (hours: number, prepare: (id: string, agentAtmId: string) => Promise<unknown>) => {
  const given = await gapsOfItsOwn()
  await platform.prepare(of(given.key), fetch(given.first))
  await prepare(given.first, given.agentAtmId)
  platform.clock.set(new Date(Date.parse(NOW) + hours * 3_600_000).toISOString())
  await platform.runJob('journal.gap-reopen')
  platform.clock.set(NOW)
  return given
}

checkRows('States: journal gap, the hourly job', () => platform, [
  ...(
    [
      ['FETCH_REQUESTED', 24],
      ['OPEN', 24.001],
    ] as const
  ).map(([expected, hours]) => ({
    requirement: `a request without a file is ${expected} after ${hours} hours`,
    as: ownerOf,
    given: () => afterHours(hours, async () => {}),
    ...gaps('', null, 'status'),
    expected: [expected, 'OPEN', 'OPEN'],
  })),
  ...(['PARSED', 'PARTIAL'] as const).map((fileStatus) => ({
    requirement: `a gap whose file is there and ${fileStatus} is closed, not opened again`,
    as: ownerOf,
    given: () =>
      afterHours(48, async (id, agentAtmId) => {
        const text = fileStatus === 'PARSED' ? transactions('2026-11-18', 1) : partlyReadable('2026-11-18')
        await uploadJournals(platform, [[agentAtmId, '2026-11-18', text]])
        // As a detection leaves it that began before the parse ended.
        await runAs(platform.whole.database.urls.superuser, [
          `update journal.gap set status = 'FETCH_REQUESTED', closed_at = null, closed_by_file_id = null
            where id = ${id}`,
        ])
      }),
    ...gaps('', null, 'status'),
    expected: ['CLOSED', 'OPEN', 'OPEN'],
  })),
])
