import fc from 'fast-check'
import { parse } from 'graphql'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { choicesOf } from '../../demo/random.ts'
import { createLog } from '../../subgraphs/kit/observability/log.ts'
import { composeGraph } from '../../tools/schema/compose.ts'
import { listServiceSdls } from '../../tools/schema/services.ts'
import { makeUpOperation } from '../gateway/compiled/made-up-operations.ts'
import { cloneDatabase, type TestDatabase } from '../support/database.ts'
import { buildInstitution, type Institution, withJobs } from '../support/institution.ts'
import { INTERNAL_SECRET } from '../support/platform.ts'
import { SEED } from '../support/seed.ts'
import { openWholePlatform, type WholePlatform } from '../support/whole-platform.ts'
import { faultsOf } from './answers.ts'
import { checkingSchema, dataFaults, errorFaults } from './graph-answers.ts'
import { JSON_VALUES, TEXTS } from './hostile-values.ts'
import { DESCRIBED, describedBy, isInternal, requestsOf, type Sent } from './requests.ts'
import { openSender } from './send.ts'

/** How many requests of REST are made up; a quarter as many operations of the graph. */
const RUNS = Number(process.env.FUZZ_RUNS ?? 1_200)

const { apiSchema } = composeGraph(listServiceSdls())
const checking = checkingSchema(apiSchema)
const sender = openSender()
const lines: string[] = []
const rejections: unknown[] = []
const noteRejection = (reason: unknown) => rejections.push(reason)
const now = Date.now()

let database: TestDatabase
let platform: WholePlatform
let fuzzed: Institution
let tokens: readonly string[]

const ENV = { RATE_LIMIT_AGENT: '1000000/s', RATE_LIMIT_INSTITUTION: '1000000/s', GRAPH_COST_PER_SECOND: '1000000000' }

beforeAll(async () => {
  process.on('unhandledRejection', noteRejection)
  database = await cloneDatabase()
  const builder = await openWholePlatform({ database, env: ENV })
  const [built] = await withJobs(builder, [await buildInstitution(builder, 'FUZZ', 'FUZZTEXT')])
  await builder.close()
  fuzzed = built ?? expect.fail()
  // Without work of its own: no webhook is sent to an address that was made up.
  const log = createLog({ level: 'error', name: 'test' }, { write: (line) => lines.push(line) })
  platform = await openWholePlatform({ database, env: ENV, log, start: false })
  const callers = [
    { role: 'ADMIN', institutions: [] },
    { role: 'MSP_ADMIN', institutions: ['FUZZ'] },
    { role: 'BCOS_ADMIN', institutions: ['FUZZ'] },
    { role: 'CUSTOMER', institutions: ['FUZZ', 'OTHER'] },
    { role: 'USER', institutions: [] },
    { role: 'AGENT', institutions: ['FUZZ'] },
  ] as const
  tokens = await Promise.all(callers.map((caller) => platform.token(caller)))
}, 60_000)
afterAll(async () => {
  process.off('unhandledRejection', noteRejection)
  sender.close()
  await platform?.close()
  await database?.drop()
})

/** Values by which requests come to records. */
const knownOf = ({ own, key }: Institution) => {
  const { atm, otherAtm, agentAtm, incident, gap, file, transaction, session, webhook, window, view, task, rollout } =
    own
  const numbers = [atm, otherAtm, incident, gap, file, transaction, webhook, window, view, rollout]
  return {
    ...{
      id: [...numbers, task],
      ids: numbers,
      atmId: [atm, otherAtm],
      intoId: [atm],
      agentAtmId: [agentAtm, 'FUZZ-ATM-2'],
    },
    ...{ agentAtmIds: [agentAtm], institutionKey: [key], key: [key], fileId: [file], sessionId: [session] },
    ...{ snapshotId: [own.snapshot], userId: [own.user], waitSeconds: [0], timeZone: ['UTC', 'Africa/Addis_Ababa'] },
    ...{ eventType: ['CASSETTE_LOW', 'DISPENSER_JAM', 'ATM_IN_SERVICE'], name: ['journal.gap-detection', 'a name'] },
    ...{ page: [0, 1], size: [1, 20], incident: [incident], query: ['subscription { incidentChanged { id } }'] },
  }
}

/** What a run was, for its report and to have it again. */
const REPORT = `TEST_SEED=${SEED} FUZZ_RUNS=${RUNS}`

/** A line that counts earlier ones is not about the request that was sent last. */
const isOfPresent = (line: string): boolean => !line.includes('"repeated":')

const linesOf = async <T>(work: () => Promise<T>) => {
  const before = lines.length
  const result = await work()
  return { result, logged: lines.slice(before).filter(isOfPresent) }
}

describe('a made-up request', () => {
  it('never makes the platform fail, and is answered as its OpenAPI document says', {
    timeout: 3_600_000,
  }, async () => {
    const statuses = new Map<number, number>()
    /** What was wrong, once each, with a request that it was wrong with. */
    const found = new Map<string, string>()
    const known = knownOf(fuzzed)
    const [first, ...others] = DESCRIBED.map((of) => requestsOf(of, known, now))
    const requests = fc.oneof(first ?? expect.fail(), ...others)
    const ask = async (sent: Sent, token: string) => {
      const of = describedBy(sent.of)
      const internal = isInternal(of)
      const { target, body, headers } = sent
      const given = internal ? { 'x-internal-secret': INTERNAL_SECRET } : { authorization: `Bearer ${token}` }
      const url = internal ? platform.internalUrl : platform.url
      return sender.send(url, { method: of.method, target, body, headers: { ...given, ...headers } })
    }
    const property = fc.asyncProperty(requests, fc.nat(), async (sent, at) => {
      const { result, logged } = await linesOf(() => ask(sent, tokens[at % tokens.length] ?? ''))
      statuses.set(result.status, (statuses.get(result.status) ?? 0) + 1)
      const faults = [...faultsOf(sent, result), ...logged]
      if (faults.length > 0) {
        const asked = `${sent.target} ${JSON.stringify(sent.headers)} ${sent.body}`.slice(0, 1_000)
        found.set(
          `${sent.of}: ${faults.join('; ').slice(0, 600)}`,
          `${asked}\n${result.status} ${result.text.slice(0, 400)}`,
        )
      }
    })
    await fc.assert(property, { numRuns: RUNS })
    console.log(
      REPORT,
      [...statuses]
        .toSorted(([one], [other]) => one - other)
        .map((pair) => pair.join(': '))
        .join(', '),
    )
    expect(Object.fromEntries(found), REPORT).toEqual({})
    expect(rejections).toEqual([])
    expect(statuses.get(200), 'too little is answered with success').toBeGreaterThan(RUNS / 8)
  })
})

describe('a made-up operation of the graph', () => {
  it('never makes the platform fail, and has data of the types of the graph', { timeout: 3_600_000 }, async () => {
    const outcomes = new Map<string, number>()
    const found = new Map<string, string>()
    const hostile = fc.oneof(
      { arbitrary: fc.constant(undefined), weight: 3 },
      { arbitrary: fc.constantFrom(...JSON_VALUES).map((text): unknown => JSON.parse(text)), weight: 1 },
      { arbitrary: fc.constantFrom<unknown>(...TEXTS), weight: 1 },
    )
    const property = fc.asyncProperty(fc.nat(), hostile, fc.nat(), async (seed, put, at) => {
      const { query, variables: sets } = makeUpOperation(apiSchema, choicesOf(String(seed)), 1)
      const names = Object.keys(sets[0] ?? {})
      const name = names[at % names.length]
      const given = name === undefined || put === undefined ? { ...sets[0] } : { ...sets[0], [name]: put }
      // As they are received: JSON has no infinity.
      const variables: Record<string, unknown> = JSON.parse(JSON.stringify(given))
      const { result, logged } = await linesOf(() =>
        sender.send(platform.url, {
          ...{ method: 'POST', target: '/graphql', body: JSON.stringify({ query, variables }) },
          headers: { 'content-type': 'application/json', authorization: `Bearer ${tokens[at % tokens.length]}` },
        }),
      )
      const { data, errors = [] } = JSON.parse(result.text)
      const code = errors[0]?.extensions?.code ?? 'data'
      outcomes.set(code, (outcomes.get(code) ?? 0) + 1)
      const document = parse(query)
      const faults = [
        ...([200, 400].includes(result.status) ? [] : [`status ${result.status}`]),
        ...errors.flatMap(errorFaults),
        ...(data === undefined || data === null ? [] : await dataFaults(checking, { document, variables }, data)),
        ...logged,
      ]
      if (faults.length > 0)
        found.set(
          faults.join('; ').slice(0, 600),
          `${query}\n${JSON.stringify(variables).slice(0, 500)}\n${result.text.slice(0, 800)}`,
        )
    })
    await fc.assert(property, { numRuns: Math.ceil(RUNS / 4) })
    console.log(REPORT, [...outcomes].map((pair) => pair.join(': ')).join(', '))
    expect(Object.fromEntries(found), REPORT).toEqual({})
    expect(rejections).toEqual([])
    expect(outcomes.get('data'), 'too few operations are answered with data').toBeGreaterThan(RUNS / 40)
  })
})
