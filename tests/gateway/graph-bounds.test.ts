import { getNamedType, isLeafType, isObjectType, parse } from 'graphql'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ListSize, readListSizes } from '../../gateway/federation/list-sizes.rules.ts'
import { composeGraph } from '../../tools/schema/compose.ts'
import { listServiceSdls } from '../../tools/schema/services.ts'
import { openWholePlatform, type WholePlatform } from '../support/whole-platform.ts'

const services = listServiceSdls()
const { apiSchema } = composeGraph(services)
const listSizes = readListSizes(services.map(({ sdl }) => parse(sdl)))

/** What the lists of the graph need besides their size. */
const REQUIRED: Readonly<Record<string, string>> = {
  'Query.journalProfileVersions': 'institutionKey: "BOUND"',
  'Query.atmJournalEvents': 'atmId: 1',
  'Query.atmStateHistory': 'id: 1',
  'Query.incidentEntries': 'id: 1',
  'Query.rolloutAtms': 'id: 1, outcome: FAILED',
  'Query.webhookDeliveries': 'id: 1',
}
/** How to come to the types whose lists are not at the root. */
const WAYS: Readonly<Record<string, (field: string) => string>> = {
  Query: (field) => `{ ${field} }`,
  Atm: (field) => `{ atm(agentAtmId: "BOUND-1") { found: ${field} } }`,
  ShiftReport: (field) =>
    `{ shiftReport(from: "2026-01-01T00:00:00Z", to: "2026-01-02T00:00:00Z") { found: ${field} } }`,
  Incident: (field) => `{ incidents(size: 1) { content { found: ${field} } } }`,
}

let platform: WholePlatform
let token: string

beforeAll(async () => {
  platform = await openWholePlatform({ start: false })
  const agent = await platform.token({ role: 'AGENT', institutions: ['BOUND'] })
  token = await platform.token({ role: 'ADMIN' })
  const body = { agentAtmId: 'BOUND-1', eventType: 'CARD_READER_FAIL' }
  expect(await platform.ask('POST', '/agent-proxy/api/journal-events', { as: agent, body })).toMatchObject({
    status: 201,
  })
  const rollout = { kind: 'REBOOT', agentAtmIds: ['BOUND-1'] }
  expect(await platform.ask('POST', '/fleet/api/fleet/rollouts', { as: token, body: rollout })).toMatchObject({
    status: 201,
  })
  const webhook = { url: 'https://8.8.8.8/', institutionKey: 'BOUND' }
  const added = await platform.ask('POST', '/incident/api/webhooks', { as: token, body: webhook })
  expect(added).toMatchObject({ status: 201, body: { id: 1 } })
})
afterAll(() => platform.close())

type SizedList = readonly [coordinate: string, bound: ListSize & { readonly argument: string }]

const sized = [...listSizes.lists].flatMap(([coordinate, bound]): SizedList[] =>
  bound.slicing.map((argument) => [coordinate, { ...bound, argument }]),
)

const fieldsOf = (coordinate: string) => {
  const [parent = '', name = ''] = coordinate.split('.')
  const type = apiSchema.getType(parent)
  const named = isObjectType(type) ? getNamedType(type.getFields()[name]?.type) : null
  return isObjectType(named) ? named.getFields() : {}
}

/** Whether a list comes in numbered pages, which say their size; others are asked for after the last record. */
const isPage = (coordinate: string): boolean =>
  (listSizes.lists.get(coordinate)?.sized.length ?? 0) > 0 && fieldsOf(coordinate).size !== undefined

const leafOf = (coordinate: string): string => {
  if (isPage(coordinate)) return 'size'
  return Object.values(fieldsOf(coordinate)).find(({ type }) => isLeafType(getNamedType(type)))?.name ?? '__typename'
}

const ask = async (coordinate: string, argument: string, size: number) => {
  const [parent = '', name = ''] = coordinate.split('.')
  const required = REQUIRED[coordinate] === undefined ? '' : `${REQUIRED[coordinate]}, `
  const field = `${name}(${required}${argument}: ${size}) { ${leafOf(coordinate)} }`
  const way = WAYS[parent]
  if (way === undefined) throw new Error(`there is no way to ${parent}`)
  return platform.query(way(field), token)
}

describe('a list of the graph', () => {
  it.each(sized)(
    'gives as many records as its contract says, and no more: %s',
    async (coordinate, { max, argument }) => {
      const within = await ask(coordinate, argument, max)
      expect(within.errors).toBeUndefined()
      const above = await ask(coordinate, argument, max + 1)
      const data: Readonly<Record<string, { readonly size?: number } | undefined>> = Object(above.data)
      const [page] = Object.values(data)
      const isCapped = isPage(coordinate) ? page?.size === max : coordinate === 'Query.topAtms'
      if (!isCapped) expect(above.errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT' } }])
    },
  )
})
