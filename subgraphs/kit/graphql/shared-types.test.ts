import { parse, print } from 'graphql'
import { describe, expect, it } from 'vitest'
import { withSharedTypes } from './shared-types.rules.ts'

const shared = `
  "What a person is called."
  type Naming {
    "In full."
    name: String! @cost(weight: 3)
    spelling: Spelling @flatten
  }
  type Spelling { short: String kind: Kind! }
  enum Kind { FIRST LAST }
  type Team @shareable { id: ID! lead: Kind count: Counting @flatten }
  type Counting { count: Int! }
  type Unused { id: ID! }
`
const expectSame = (actual: string, expected: string) => expect(print(parse(actual))).toBe(print(parse(expected)))

describe('the shared SDL', () => {
  it('gives its fields to a type where `@flatten` is, and the types that they need', () => {
    expectSame(
      withSharedTypes('type Person @key(fields: "id") { id: ID! naming: Naming @flatten age: Int }', shared),
      `type Person @key(fields: "id")
       { id: ID! "In full." name: String! @cost(weight: 3) short: String kind: Kind! age: Int }
       enum Kind { FIRST LAST }`,
    )
  })

  it('gives its fields to an input, without the directives of answers', () => {
    expectSame(
      withSharedTypes('input PersonInput { naming: Naming @flatten }', shared),
      'input PersonInput { "In full." name: String! short: String kind: Kind! } enum Kind { FIRST LAST }',
    )
  })

  it('gives a service the types that it refers to and does not define', () => {
    expectSame(
      withSharedTypes('enum Kind { FIRST LAST MIDDLE } type Query { team: Team other: String }', shared),
      `enum Kind { FIRST LAST MIDDLE } type Query { team: Team other: String }
       type Team @shareable { id: ID! lead: Kind count: Int! }`,
    )
    expectSame(withSharedTypes('type Query { other: String }', shared), 'type Query { other: String }')
  })

  it('refuses a `@flatten` of a type that it does not have', () => {
    for (const type of ['Other', 'Kind'])
      expect(() => withSharedTypes(`type Person { naming: ${type} @flatten }`, shared)).toThrow(
        `@flatten: schema/shared.graphql has no type ${type}`,
      )
  })
})
