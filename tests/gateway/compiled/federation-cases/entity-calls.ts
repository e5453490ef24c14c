import type { FederationCase } from './cases.ts'

type Keyed = { readonly id: string }

const clerks = [
  { id: 'c1', mail: 'one@example.org', nickname: 'one' },
  { id: 'c2', mail: 'two@example.org', nickname: 'two' },
]

/** An entity whose services know it by different keys. */
export const keysByService: FederationCase = {
  services: [
    {
      name: 'clerks',
      sdl: `
        type Query { clerk(id: ID!): Clerk clerks: [Clerk] }
        type Clerk @key(fields: "id") { id: ID! mail: String! @shareable }`,
      resolvers: {
        Query: {
          clerk: (_root: unknown, { id }: Keyed) => clerks.find((clerk) => clerk.id === id),
          clerks: () => [clerks[1], null, { id: 'c3', mail: 'gone@example.org' }, clerks[0]],
        },
      },
    },
    {
      name: 'names',
      sdl: 'type Clerk @key(fields: "mail") { mail: String! @shareable nickname: String }',
      resolvers: {
        Clerk: { __resolveReference: ({ mail }: { mail: string }) => clerks.find((clerk) => clerk.mail === mail) },
      },
    },
  ],
  operations: [
    { query: '{ clerk(id: "c1") { id nickname } }', data: { clerk: { id: 'c1', nickname: 'one' } } },
    { query: '{ clerk(id: "c9") { nickname } }', data: { clerk: null } },
    {
      query: '{ clerks { nickname } }',
      data: { clerks: [{ nickname: 'two' }, null, { nickname: null }, { nickname: 'one' }] },
    },
  ],
}

/** A value whose fields come from several services, which are asked for it by the entity that has it. */
export const valueOfParent: FederationCase = {
  services: [
    {
      name: 'safes',
      sdl: `
        type Query { safe(id: ID!): Safe safes: [Safe!]! }
        type Safe @key(fields: "id") { id: ID! lock: Lock @shareable }
        type Lock { maker: String }`,
      resolvers: {
        Query: {
          safe: (_root: unknown, { id }: Keyed) => ({ id, lock: { maker: `maker of ${id}` } }),
          safes: () => [
            { id: 's1', lock: { maker: 'maker of s1' } },
            { id: 's2', lock: null },
          ],
        },
      },
    },
    {
      name: 'codes',
      sdl: `
        type Safe @key(fields: "id") { id: ID! lock: Lock @shareable }
        type Lock @key(fields: "number") { number: ID! digits: Int }`,
      resolvers: {
        Safe: {
          __resolveReference: ({ id }: Keyed) => ({ id, lock: id === 's2' ? null : { number: `n-${id}`, digits: 4 } }),
        },
      },
    },
    {
      name: 'checks',
      sdl: 'type Lock @key(fields: "number") { number: ID! checked: String }',
      resolvers: {
        Lock: {
          __resolveReference: (lock: object) => lock,
          checked: ({ number }: { number: string }) => `checked ${number}`,
        },
      },
    },
  ],
  operations: [
    {
      query: '{ safe(id: "s1") { lock { maker digits } } }',
      data: { safe: { lock: { maker: 'maker of s1', digits: 4 } } },
    },
    {
      query: '{ safe(id: "s1") { id lock { checked maker } } }',
      data: { safe: { id: 's1', lock: { checked: 'checked n-s1', maker: 'maker of s1' } } },
    },
    {
      query: '{ safes { lock { maker digits checked } } }',
      data: { safes: [{ lock: { maker: 'maker of s1', digits: 4, checked: 'checked n-s1' } }, { lock: null }] },
    },
  ],
}

/** A type that is an entity in one service only, and an interface that its services return. */
export const entityElsewhere: FederationCase = {
  services: [
    {
      name: 'shelves',
      sdl: `
        type Query { shelf: Shelf node(id: ID!): Node }
        interface Node { id: ID! }
        type Shelf implements Node { id: ID! @shareable label: String @shareable }
        type Box implements Node @key(fields: "id") { id: ID! }`,
      resolvers: {
        Query: {
          shelf: () => ({ id: 'h1', label: 'first' }),
          node: (_root: unknown, { id }: Keyed) => ({
            __typename: id.startsWith('h') ? 'Shelf' : 'Box',
            id,
            label: 'any',
          }),
        },
      },
    },
    {
      name: 'sizes',
      sdl: `
        type Shelf @key(fields: "id") { id: ID! @shareable label: String @shareable size: Int }
        type Box @key(fields: "id") { id: ID! weight: Float }`,
      resolvers: {
        Shelf: { __resolveReference: ({ id }: Keyed) => ({ id, label: 'other', size: 7 }) },
        Box: { __resolveReference: ({ id }: Keyed) => ({ id, weight: 1.5 }) },
      },
    },
  ],
  operations: [
    { query: '{ shelf { label size } }', data: { shelf: { label: 'first', size: 7 } } },
    {
      query: '{ node(id: "b1") { ... on Box { id weight __typename } } }',
      data: { node: { id: 'b1', weight: 1.5, __typename: 'Box' } },
    },
    {
      query: `{
        a: node(id: "h1") { id ... on Shelf { size } ... on Box { weight } } b: node(id: "b1") { id ...W }
      } fragment W on Box { weight }`,
      data: { a: { id: 'h1', size: 7 }, b: { id: 'b1', weight: 1.5 } },
    },
  ],
}
