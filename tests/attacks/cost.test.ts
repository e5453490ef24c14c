import { beforeAll, describe, expect, it } from 'vitest'
import { choicesOf } from '../../demo/random.ts'
import { readContract } from '../../tools/bench/graph/graph.ts'
import { generateOperations } from '../../tools/bench/graph/graph-operations.ts'
import { shapedOperations } from '../../tools/bench/graph/graph-shapes.ts'
import { type Answer, useAttackedPlatform } from './attacked-platform.ts'

const SEED = 20_261_122
const ATMS = 40
/** Of the operations that the benchmark runs so many are left out for one that is sent. */
const EVERY = 6
const EVENTS_EACH = 50
const DAYS = 'from: "2025-11-01", to: "2026-11-01"'

const attacked = useAttackedPlatform()
let token: string

beforeAll(async () => {
  const agent = await attacked.token({ role: 'AGENT', institutions: ['COST'] })
  token = await attacked.token({ role: 'MSP_ADMIN', institutions: ['COST'] })
  const events = Array.from({ length: ATMS * EVENTS_EACH }, (_value, n) => ({
    agentAtmId: `COST-${n % ATMS}`,
    eventType: 'CARD_READER_FAIL',
    details: { note: 'x'.repeat(500) },
  }))
  for (let from = 0; from < events.length; from += 500) {
    const body = events.slice(from, from + 500)
    const { status } = await attacked.ask('POST', '/agent-proxy/api/journal-events/batch', { as: agent, body })
    expect(status).toBe(200)
  }
})

const aliases = (count: number, text: (n: number) => string) =>
  `{ ${Array.from({ length: count }, (_value, n) => `a${n}: ${text(n)}`).join(' ')} }`

const doubled = (levels: number) =>
  Array.from({ length: levels }, (_value, n) => `fragment F${n} on Atm { ...F${n + 1} ...F${n + 1} }`).join(' ')

const TOO_MUCH: Readonly<Record<string, readonly [query: string, variables?: Readonly<Record<string, unknown>>]>> = {
  'sizes in the defaults of variables': [
    `query ($s: Int = 200, $e: Int = 200)
      { atms(size: $s) { content
      { events(first: $e, hoursBack: 8784) { atm { events(first: $e, hoursBack: 8784) { id } } } } } }`,
  ],
  'sizes in variables': [
    'query ($s: Int) { atms(size: $s) { content { events(first: $s) { atm { events(first: $s) { id } } } } } }',
    { s: 200 },
  ],
  'eleven calendars of a page of ATMs': [
    `{ atms(size: 200)
      { content { ${aliases(11, () => `journalCalendar(${DAYS}) { date files transactions }`).slice(2, -2)} } } }`,
  ],
  'lists without a size': [
    '{ atms(size: 200) { content { journalCalendar(from: "2025-11-01", to: "2026-11-01") { date } } } }',
  ],
  'a size of null': [
    '{ atms(size: null) { content { events(first: null) { id atm { events(first: 200) { id } } } } } }',
  ],
  'fragments that double': [`{ atms(size: 1) { content { ...F0 } } } ${doubled(60)} fragment F60 on Atm { id name }`],
  'fragments that double, without a list': [`{ atm(id: 1) { ...F0 } } ${doubled(30)} fragment F30 on Atm { id }`],
  'more fields than are ever planned': [`{ atms(size: 1) { content ${aliases(1_200, () => 'name')} } }`],
  'plain counts of years of events': [aliases(50, (n) => `journalEventActivity(hoursBack: ${8_784 - n}) { total }`)],
  'sums of the cash of the fleet': [aliases(50, () => 'fleetCashTotals { currency amount }')],
  introspection: [
    aliases(
      49,
      () => '__schema { types { fields { name args { name type { name ofType { name ofType { name } } } } } } }',
    ),
  ],
}

/** The code of a limit. */
const LIMIT = /^MAX_[A-Z_]+_EXCEEDED$/

const refused = ({ status, body }: Answer) => {
  const answer = JSON.parse(JSON.stringify(body))
  return [status, answer.errors?.[0]?.extensions?.code, typeof answer.errors?.[0]?.extensions?.traceId]
}

describe('an operation that asks for too much', () => {
  it.each(Object.entries(TOO_MUCH))('is refused before it is begun: %s', async (_name, [query, variables]) => {
    expect(refused(await attacked.graph(query, token, variables))).toEqual([
      400,
      expect.stringMatching(LIMIT),
      'string',
    ])
  })

  it('is refused in every random form', async () => {
    const { fraction, below } = choicesOf(String(SEED))
    for (let n = 0; n < 20; n += 1) {
      const size = () => 100 + below(101)
      const list = () => (fraction() < 0.5 ? `events(first: ${size()})` : `incidents(first: ${size()})`)
      const query = `query R($s: Int = ${size()})
        { atms(size: $s) { content { ${list()} { atm { x${n}: ${list()} { id } } } } } }`
      expect([SEED, n, ...refused(await attacked.graph(query, token))]).toEqual([
        SEED,
        n,
        400,
        'MAX_COST_EXCEEDED',
        'string',
      ])
    }
  })
})

describe('the most expensive operations that are legal', () => {
  it('are answered beside others, none as a fault of the platform', async () => {
    const contract = readContract()
    const all = [...shapedOperations(contract), ...generateOperations(contract, SEED, 1)]
    const operations = all.filter((_one, n) => n % EVERY === 0)
    process.stdout.write(`${operations.length} operations, seed ${SEED}\n`)
    for (const [n, { name, text }] of operations.entries()) {
      // Each of another user, as one user's operations may cost so much a second.
      const user = await attacked.token({ role: 'MSP_ADMIN', institutions: ['COST'], userId: `cost ${n}` })
      const { status, body } = await attacked.graph(text, user)
      const { errors = [] } = JSON.parse(JSON.stringify(body))
      const codes = errors.map((error: { extensions: { code: string } }) => error.extensions.code)
      expect([name, status < 500, codes.includes('INTERNAL')]).toEqual([name, true, false])
    }
  })

  it('take turns when ten clients send them', async () => {
    const [worst] = shapedOperations(readContract())
    if (worst === undefined) throw new Error('no operations')
    const crowd = await attacked.token({ role: 'MSP_ADMIN', institutions: ['COST'], userId: 'crowd' })
    const send = async (client: number) => {
      const text = worst.text.replace('{', `query Client${client} {`)
      return (await attacked.graph(text, crowd)).status
    }
    const statuses = await Promise.all(Array.from({ length: 10 }, (_value, client) => send(client)))
    expect(statuses.filter((status) => status !== 200 && status !== 503)).toEqual([])
    expect(statuses).toContain(200)
  })
})
