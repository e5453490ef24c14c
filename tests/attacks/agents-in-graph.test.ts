import { randomUUID } from 'node:crypto'
import {
  buildClientSchema,
  type GraphQLObjectType,
  getIntrospectionQuery,
  getNamedType,
  isNonNullType,
  isObjectType,
} from 'graphql'
import { beforeAll, describe, expect, it } from 'vitest'
import { choicesOf } from '../../demo/random.ts'
import { SEED as seed } from '../support/seed.ts'
import { useAttackedPlatform } from './attacked-platform.ts'

const attacked = useAttackedPlatform()

/** What only people may read; it is in all that is stored of the ATMs that the agent does not work for. */
const MARK = `MARK${randomUUID().replaceAll('-', '').toUpperCase()}`
const OWN = `OWN-${MARK.slice(0, 12)}`
const NEIGHBOUR = `NEXT-${MARK.slice(0, 12)}`
const FOREIGN = `RIVAL-${MARK.slice(0, 12)}`

let bound: string
let unbound: string
const ids = new Map<string, number>()

beforeAll(async () => {
  const institutionOf = (agentAtmId: string) => (agentAtmId === FOREIGN ? 'RIVAL-GRAPH' : 'ACME-GRAPH')
  const cassettes = [
    { cassetteNo: '1', type: 'DISPENSE', currency: 'ETB', denomination: 100, currentCount: 777, status: 'OK' },
  ]
  for (const agentAtmId of [OWN, NEIGHBOUR, FOREIGN]) {
    const institutions = [institutionOf(agentAtmId)]
    const agent = await attacked.token({ role: 'AGENT', institutions })
    const manager = await attacked.token({ role: 'MSP_ADMIN', institutions })
    const message = `${MARK} of ${agentAtmId}`
    const body = { agentAtmId, eventType: 'DISPENSER_JAM', eventTime: '', message, cassettes }
    const stored = await attacked.ask('POST', '/agent-proxy/api/journal-events', { as: agent, body })
    expect(stored.status).toBe(201)
    const id: number = Object(stored.body).atmId
    ids.set(agentAtmId, id)
    const described = { body: { name: MARK, siteName: MARK, vendor: MARK, model: MARK }, as: manager }
    expect((await attacked.ask('PATCH', `/incident/api/atms/${id}`, described)).status).toBe(200)
    const today = new Date().toISOString().slice(0, 10)
    const path = `/agent-proxy/api/journal-files?agentAtmId=${agentAtmId}&journalDate=${today}`
    const bytes = new TextEncoder().encode(`a journal of ${agentAtmId}`)
    const headers = { 'content-type': 'text/plain' }
    expect((await attacked.ask('POST', path, { as: agent, bytes, headers })).status).toBe(201)
    const incident = { atmId: id, kind: 'VANDALISM', severity: 'HIGH', title: MARK }
    expect((await attacked.ask('POST', '/incident/api/incidents', { as: manager, body: incident })).status).toBe(201)
    const task = { agentAtmId, kind: 'REBOOT', reason: MARK }
    expect((await attacked.ask('POST', '/fleet/api/fleet/tasks', { as: manager, body: task })).status).toBe(201)
  }
  bound = await attacked.token({ role: 'AGENT', institutions: ['ACME-GRAPH'], agentAtmId: OWN })
  unbound = await attacked.token({ role: 'AGENT', institutions: ['ACME-GRAPH'] })
})

/** Types that REST gives to people only. An ATM itself may be named, by its numeric id and nothing else. */
const FOR_PEOPLE = new Set([
  'AtmBadges',
  'AtmOpenIncidents',
  'AtmPage',
  'AtmStatus',
  'AtmStatusPage',
  'Cassette',
  'CassetteInventory',
  'CashTotal',
  'FleetHistory',
  'Incident',
  'IncidentPage',
  'Institution',
  'JournalEvent',
  'JournalEventPage',
  'JournalEventActivity',
  'StateChange',
  'Task',
  'TaskPage',
])

/** The objects of an answer, wherever they are. */
const objectsOf = (value: unknown): Record<string, unknown>[] =>
  typeof value !== 'object' || value === null
    ? []
    : [...(Array.isArray(value) ? [] : [{ ...value }]), ...Object.values(value).flatMap(objectsOf)]

const leaksOf = (answer: { readonly text: string; readonly body: unknown }): string[] => [
  ...(answer.text.includes(MARK) ? ['the mark'] : []),
  ...objectsOf(Object(answer.body).data).flatMap(({ __typename: name, ...rest }) => {
    if (FOR_PEOPLE.has(String(name))) return [String(name)]
    const isRevealed =
      name === 'Atm' &&
      Object.entries(rest).some(
        ([key, value]) => /^(agentAtmId|name|siteName|serviceState)$/.test(key) && value !== null,
      )
    return isRevealed ? ['the record of an ATM'] : []
  }),
]

const codesOf = (body: unknown): string[] =>
  Array.from(Object(body).errors ?? [], (error) => String(Object(Object(error).extensions).code))

describe('an agent in the graph', () => {
  const ATM_PARTS = `__typename incidents { __typename title } events { __typename message } inventory
    { __typename totals { amount } }
    stateHistory { __typename from } openIncidentSummary { __typename count } status { __typename badge } tasks
      { __typename reason } name siteName`
  const WAYS = [
    `{ atms { content { ${ATM_PARTS} } } }`,
    '{ atms{content{incidents{title} events{message} inventory{totals{amount}}}} }',
    `{ fleetHealth { topProblematicAtms { atm { ${ATM_PARTS} } } } }`,
    `{ journalCoverage { atmsWithGaps { atm { ${ATM_PARTS} } } topAtmsByVolume { atm { ${ATM_PARTS} } } } }`,
    `{ journalGaps { atm { ${ATM_PARTS} } } }`,
    `{ journalGapCounts { top { atm { ${ATM_PARTS} } } } topAtms { atm { ${ATM_PARTS} } } }`,
    `{ journalFiles { content { atm { ${ATM_PARTS} } } } journalTransactions { content { atm { ${ATM_PARTS} } } } }`,
    '{ incidents { content { title atm { name } events { message } } } openIncidents { title } }',
    '{ fleetCassetteInventory { cassettes { currentCount } } fleetCashTotals { amount } }',
    '{ tasks { content { reason } } institutions { key } }',
    '{ atmStatuses { content { siteName atm { name } } } atmBadges { total } }',
  ]

  it('reads nothing by any of the ways to an ATM', async () => {
    for (const as of [bound, unbound]) {
      for (const way of WAYS) {
        const answer = await attacked.graph(way, as)
        expect([way, leaksOf(answer)]).toEqual([way, []])
      }
      for (const [agentAtmId, id] of ids) {
        const answer = await attacked.graph(
          `{ byId: atm(id: ${id}) { ${ATM_PARTS} } byName: atm(agentAtmId: "${agentAtmId}") { ${ATM_PARTS} }
             atmStatus(id: ${id}) { badge } atmJournalEvents(atmId: ${id}) { content { message } }
             atmCassetteInventory(atmId: ${id}) { totals { amount } } atmStateHistory(id: ${id}) { from } }`,
          as,
        )
        expect(leaksOf(answer)).toEqual([])
        expect(new Set(codesOf(answer.body))).toEqual(new Set(['FORBIDDEN']))
      }
    }
  })

  it('is refused a field with 403, and reads its siblings', async () => {
    const answer = await attacked.graph(
      '{ atms { totalElements } journalGapCounts { open } fleetHealth { atmsWithGaps } vendors { uuid } }',
      bound,
    )
    expect(answer).toMatchObject({
      status: 200,
      body: {
        data: { atms: null, journalGapCounts: { open: 0 }, fleetHealth: { atmsWithGaps: 0 }, vendors: [] },
        errors: [{ path: ['atms'], extensions: { code: 'FORBIDDEN', http: { status: 403 } } }],
      },
    })
  })

  it('is refused journal files, its own too, as REST refuses them', async () => {
    const answer = await attacked.graph('{ journalFiles { content { agentAtmId atm { id agentAtmId name } } } }', bound)
    expect(answer.body).toMatchObject({
      data: { journalFiles: null },
      errors: [{ path: ['journalFiles'], extensions: { code: 'FORBIDDEN', http: { status: 403 } } }],
    })
    expect((await attacked.ask('GET', '/journal/api/journal/files', { as: bound })).status).toBe(403)
  })

  it('changes nothing that it may not change on REST', async () => {
    const id = ids.get(NEIGHBOUR)
    for (const mutation of [
      `createTask(task: { agentAtmId: "${NEIGHBOUR}", kind: REBOOT }) { id }`,
      `createIncident(incident: { atmId: ${id}, kind: "X", severity: LOW, title: "X" }) { id }`,
      `updateAtm(id: ${id}, atm: { name: "X" }) { id }`,
      'createAtm(atm: { agentAtmId: "X" }) { id }',
      'publishInsight(insight: { category: TREND, severity: INFO, title: "X", body: "X" }) { id }',
      'setTaskPermissions(key: "ACME-GRAPH", kinds: [REBOOT]) { taskKind }',
    ]) {
      const answer = await attacked.graph(`mutation { ${mutation} }`, bound)
      expect([mutation, codesOf(answer.body)]).toEqual([mutation, ['FORBIDDEN']])
    }
  })

  it('reaches what any caller may have', async () => {
    const answer = await attacked.graph(
      `{ fleetHealth { connectivity { total } } journalCoverage { openGapsTotal } activeInsights { id } journalSummary
        { total } myTaskKinds }`,
      bound,
    )
    expect(codesOf(answer.body)).toEqual([])
  })

  it('reads nothing by generated queries, from every root field down through what refers to ATMs', async () => {
    const random = choicesOf(seed)
    const introspected = await attacked.graph(getIntrospectionQuery(), bound)
    const schema = buildClientSchema(Object(introspected.body).data)
    const select = (type: GraphQLObjectType, depth: number): string => {
      const fields = Object.values(type.getFields()).filter(({ args }) =>
        args.every((argument) => !isNonNullType(argument.type) || argument.defaultValue !== undefined),
      )
      const parts = fields.flatMap((field) => {
        const named = getNamedType(field.type)
        if (!isObjectType(named)) return random.chance(0.3) ? [field.name] : []
        return depth > 0 && random.chance(0.4) ? [`${field.name} ${select(named, depth - 1)}`] : []
      })
      return `{ __typename ${parts.join(' ')} }`
    }
    const answered: number[] = []
    const roots = Object.values(schema.getQueryType()?.getFields() ?? {}).filter(({ args }) =>
      args.every((argument) => !isNonNullType(argument.type) || argument.defaultValue !== undefined),
    )
    for (let round = 0; round < 3; round += 1) {
      for (const root of roots) {
        const named = getNamedType(root.type)
        const query = `{ ${root.name} ${isObjectType(named) ? select(named, 1 + round) : ''} }`
        const answer = await attacked.graph(query, round === 1 ? unbound : bound)
        expect({ seed, query, leaks: leaksOf(answer) }).toEqual({ seed, query, leaks: [] })
        if (answer.status === 200) answered.push(round)
      }
    }
    expect(answered.length).toBeGreaterThan(roots.length)
  })
})
