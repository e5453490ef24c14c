import type { FederationCase } from './cases.ts'

/**
 * Response names that every object of JavaScript has, of fields that a service answers, leaves out or fails on, and
 * aliases that are names of keys: the stock executor answers the key instead, or finds no plan.
 */
export const responseNames: FederationCase = {
  services: [
    {
      name: 'halls',
      sdl: `
        type Query { halls: [Hall] }
        type Hall @key(fields: "id") { id: ID! valueOf: String next: Hall self: Hall }`,
      resolvers: {
        Query: { halls: () => [{ id: 'h1' }, { id: 'h2' }] },
        Hall: { valueOf: ({ id }: { id: string }) => `value ${id}`, next: () => null, self: (hall: object) => hall },
      },
    },
    {
      name: 'keepers',
      sdl: 'type Hall @key(fields: "id") { id: ID! keeper: String strict: String! }',
      resolvers: {
        Hall: {
          __resolveReference: (hall: object) => hall,
          keeper: ({ id }: { id: string }) => {
            if (id === 'h2') throw new Error('no keeper')
            return 'k1'
          },
          strict: () => null,
        },
      },
    },
  ],
  operations: [
    {
      query: '{ halls { valueOf constructor: keeper toString: next { id } renamed_constructor: id } }',
      data: {
        halls: [
          { valueOf: 'value h1', constructor: 'k1', toString: null, renamed_constructor: 'h1' },
          { valueOf: 'value h2', constructor: null, toString: null, renamed_constructor: 'h2' },
        ],
      },
      errorPaths: [['halls', 1, 'constructor']],
    },
    {
      query: `query ($no: Boolean = false) {
        constructor: halls { hasOwnProperty: next @include(if: $no) { id } ...F }
      } fragment F on Hall { isPrototypeOf: __typename toLocaleString: id @skip(if: true) }`,
      data: { constructor: [{ isPrototypeOf: 'Hall' }, { isPrototypeOf: 'Hall' }] },
    },
    {
      query: '{ halls { __proto__: valueOf } }',
      data: JSON.parse('{"halls":[{"__proto__":"value h1"},{"__proto__":"value h2"}]}'),
    },
    {
      query: '{ halls { next { id } constructor: strict } }',
      data: { halls: [null, null] },
      errorPaths: [
        ['halls', 0, 'constructor'],
        ['halls', 1, 'constructor'],
      ],
    },
    {
      query: '{ halls { id: valueOf keeper } }',
      data: {
        halls: [
          { id: 'value h1', keeper: 'k1' },
          { id: 'value h2', keeper: null },
        ],
      },
      errorPaths: [['halls', 1, 'keeper']],
    },
    {
      query: '{ halls { id: self { id __typename: id } strict: keeper } }',
      data: {
        halls: [
          { id: { id: 'h1', __typename: 'h1' }, strict: 'k1' },
          { id: { id: 'h2', __typename: 'h2' }, strict: null },
        ],
      },
      errorPaths: [['halls', 1, 'strict']],
    },
    {
      query: `{ constructor: __type(name: "Hall") { toString: name ...F } } fragment F on __Type { valueOf: kind }`,
      data: { constructor: { toString: 'Hall', valueOf: 'OBJECT' } },
    },
  ],
}
