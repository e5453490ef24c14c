import type { FederationCase } from './cases.ts'

const vaultsOf = (field: string, value: unknown) => ({
  vault: () => ({ id: 'v1', [field]: value }),
  vaults: () => [
    { id: 'v1', [field]: value },
    { id: 'v2', [field]: null },
  ],
})

const SHARED = 'type Query { vault: Vault @shareable vaults: [Vault] @shareable }'

/** Root fields that every service has, each with other fields of their type. */
export const sharedRoots: FederationCase = {
  services: [
    {
      name: 'names',
      sdl: `${SHARED} type Vault { id: ID! @shareable name: Name } type Name { text: String }`,
      resolvers: { Query: vaultsOf('name', { text: 'north' }) },
    },
    {
      name: 'prices',
      sdl: `${SHARED} type Vault { id: ID! @shareable price: Price } type Price { amount: Int }`,
      resolvers: { Query: vaultsOf('price', { amount: 3 }) },
    },
    {
      name: 'doors',
      sdl: `${SHARED} type Vault { id: ID! @shareable doors: [Int!] }`,
      resolvers: { Query: vaultsOf('doors', [1, 2]) },
    },
  ],
  operations: [
    {
      query: '{ vault { id name { text } doors price { amount } } }',
      data: { vault: { id: 'v1', name: { text: 'north' }, doors: [1, 2], price: { amount: 3 } } },
    },
    {
      query: '{ vaults { price { amount } name { text } doors id } }',
      data: {
        vaults: [
          { price: { amount: 3 }, name: { text: 'north' }, doors: [1, 2], id: 'v1' },
          { price: null, name: null, doors: null, id: 'v2' },
        ],
      },
    },
  ],
}

const people = [
  { id: 'u1', friends: [{ id: 'u2', kind: 'FAMILY' }] },
  { id: 'u2', friends: [{ id: 'u1', kind: 'COLLEAGUE' }] },
]

/** An argument, a value of an enumeration and a field that clients do not see. */
export const inaccessible: FederationCase = {
  services: [
    {
      name: 'people',
      sdl: `
        type Query { people: [Person] }
        type Person @key(fields: "id") {
          id: ID! friends(kind: Kind @inaccessible): [Person!]!
          kind: Kind secret: String @inaccessible }
        enum Kind { FAMILY @inaccessible COLLEAGUE }`,
      resolvers: { Query: { people: () => people } },
    },
    {
      name: 'ages',
      sdl: `
        type Person @key(fields: "id") { id: ID! secret: String @external age: String @requires(fields: "secret") }`,
      resolvers: {
        Person: {
          __resolveReference: (person: object) => person,
          age: ({ secret }: { secret?: string }) => `age of ${secret}`,
        },
      },
    },
  ],
  operations: [
    {
      query: '{ people { id friends { id } } }',
      data: { people: people.map(({ id, friends }) => ({ id, friends: friends.map((one) => ({ id: one.id })) })) },
    },
    { query: '{ people { friends(kind: COLLEAGUE) { id } } }', isFaulty: true },
    { query: '{ people { secret } }', isFaulty: true },
    {
      query: '{ people { friends { kind } } }',
      data: { people: [{ friends: [{ kind: null }] }, { friends: [{ kind: 'COLLEAGUE' }] }] },
    },
    { query: '{ people { age } }', data: { people: [{ age: 'age of null' }, { age: 'age of null' }] } },
  ],
}
