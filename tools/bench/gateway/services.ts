import type { SmallService } from '../../../tests/support/gateway-services.ts'

const ATMS = 1_000
const PAGE = 50
const PLACES = ['Hauptbahnhof', 'Marktplatz', 'Flughafen', 'Rathaus', 'Universität'] as const

const dateOf = (n: number): string => new Date(Date.UTC(2026, 10, 1 + (n % 20), n % 24, n % 60)).toISOString()

const incidentOf = (atm: number, n: number) => ({
  id: atm * 10 + n,
  kind: n === 0 ? 'CASSETTE_LOW' : 'READER_FAULT',
  openedAt: dateOf(atm + n),
  note: n === 0 ? null : `seen ${atm} times`,
})

const atmOf = (id: number) => ({
  id,
  label: `ATM ${id}`,
  model: `M${id % 7}`,
  site: { city: `City ${id % 40}`, street: `${PLACES[id % PLACES.length] ?? ''} ${id}`, floor: id % 3 },
  seenAt: dateOf(id),
  open: id % 2 === 0,
  incidents: [incidentOf(id, 0), incidentOf(id, 1)],
})

const deviceOf = (id: number) => ({
  id,
  state: id % 5 === 0 ? 'OUT_OF_SERVICE' : 'IN_SERVICE',
  since: dateOf(id + 3),
  firmware: `1.${id % 9}.${id % 4}`,
  signal: id % 100,
  cassettes: [
    { position: 1, currency: 'EUR', notes: id * 3 },
    { position: 2, currency: 'EUR', notes: id * 2 },
  ],
})

const atms = new Map(Array.from({ length: ATMS }, (_one, id) => [id, atmOf(id)]))
const devices = new Map(Array.from({ length: ATMS }, (_one, id) => [id, deviceOf(id)]))

const INCIDENT_TYPES = `
type Site { city: String! street: String! floor: Int! }
type Incident { id: SafeInt! kind: String! openedAt: DateTime! note: String }`
const ATM_FIELDS = `id: SafeInt! label: String! model: String! site: Site! seenAt: DateTime! open: Boolean!`
const DEVICE_TYPES = `type Cassette { position: Int! currency: String! notes: Int! }`
const DEVICE_FIELDS = 'state: String! since: DateTime! firmware: String! signal: Int!'

const firstAtms = () => Array.from({ length: PAGE }, (_one, n) => atms.get(n * 3))

/** Two services: the second adds fields to the entities of the first. */
export const SERVICES: readonly SmallService[] = [
  {
    name: 'incident',
    sdl: `${INCIDENT_TYPES}
      type Atm @key(fields: "id") @access(sameAs: "atm") {
        ${ATM_FIELDS} incidents: [Incident!]! @listSize(assumedSize: 2)
      }
      type Query { atm(id: SafeInt!): Atm @access atms: [Atm!]! @listSize(assumedSize: ${PAGE}) @access }`,
    resolvers: {
      Query: { atm: (_source: unknown, { id }: { id: number }) => atms.get(id) ?? null, atms: firstAtms },
      Atm: { __resolveReference: ({ id }: { id: number }) => atms.get(id) ?? null },
    },
  },
  {
    name: 'devices',
    sdl: `${DEVICE_TYPES}
      type Atm @key(fields: "id") @access(sameAs: "device") {
        id: SafeInt! ${DEVICE_FIELDS} cassettes: [Cassette!]! @listSize(assumedSize: 2)
      }
      type Query { device(id: SafeInt!): Atm @access }`,
    resolvers: {
      Query: { device: (_source: unknown, { id }: { id: number }) => devices.get(id) ?? null },
      Atm: { __resolveReference: ({ id }: { id: number }) => devices.get(id) ?? null },
    },
  },
]

/** The same graph as one schema, whose resolvers read the same data. */
export const MONOLITH = {
  typeDefs: `scalar SafeInt scalar DateTime ${INCIDENT_TYPES} ${DEVICE_TYPES}
    type Atm { ${ATM_FIELDS} incidents: [Incident!]! ${DEVICE_FIELDS} cassettes: [Cassette!]! }
    type Query { atm(id: SafeInt!): Atm atms: [Atm!]! }`,
  atm: (id: number) => atms.get(id) ?? null,
  atms: firstAtms,
  device: (id: number) => devices.get(id) ?? null,
}

const FIELDS = `id label model site { city street floor } seenAt open incidents { id kind openedAt note }
  state since firmware signal cassettes { position currency notes }`

/** The operations that are measured. */
export const OPERATIONS = {
  one: { entities: 1, query: `query One($id: SafeInt!) { atm(id: $id) { ${FIELDS} } }`, variables: { id: 42 } },
  fifty: { entities: PAGE, query: `query Fifty { atms { ${FIELDS} } }`, variables: {} },
} as const

export type OperationName = keyof typeof OPERATIONS

export const DOCUMENTS: ReadonlyMap<string, string> = new Map(
  Object.entries(OPERATIONS).map(([name, { query }]) => [`sha256:${name}`, query]),
)
