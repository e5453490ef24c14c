import { buildSchema, parse } from 'graphql'
import { describe, expect, it } from 'vitest'
import { costOf } from './cost.rules.ts'

const schema = buildSchema(`
  type Query { atms(size: Int = 20): Page! gaps(limit: Int = 100): [Gap!]! one: Atm list: [Atm!]! }
  type Page { content: [Atm!]! total: Int! }
  type Atm { id: Int! gaps(first: Int = 50): [Gap!]! site: Site }
  type Site { name: String! }
  type Gap { id: Int! atm: Atm }
`)
const cost = (query: string, variables = {}) => costOf(schema, parse(query), null, variables)

describe('the cost of an operation', () => {
  it('is the number of objects that its arguments ask for', () => {
    expect(cost('{ one { id site { name } } }').objects).toBe(2)
    expect(cost('{ list { id } }').objects).toBe(20)
    expect(cost('{ gaps { id } }').objects).toBe(100)
    expect(cost('{ gaps(limit: 3) { atm { id } } }').objects).toBe(6)
    expect(cost('query ($n: Int) { gaps(limit: $n) { id } }', { n: 7 }).objects).toBe(7)
    expect(cost('query ($n: Int) { gaps(limit: $n) { id } }').objects).toBe(100)
  })

  it('counts a page once, whatever stands in its content', () => {
    expect(cost('{ atms(size: 200) { total content { id } } }').objects).toBe(400)
  })

  it('multiplies from level to level, under aliases and through fragments', () => {
    expect(cost('{ gaps(limit: 10) { atm { gaps { atm { gaps { id } } } } } }').objects).toBeGreaterThan(25_000)
    expect(cost('{ a: gaps { id } b: gaps { id } }').objects).toBe(200)
    expect(cost('{ ...F } fragment F on Query { gaps { ... on Gap { atm { id } } } }')).toEqual({
      objects: 200,
      depth: 3,
    })
  })

  it('leaves introspection alone', () => {
    expect(cost('{ __schema { types { fields { type { ofType { ofType { name } } } } } } }')).toEqual({
      objects: 0,
      depth: 0,
    })
  })

  it('of the query that took all memory is above the limit, and that of a dashboard is not', () => {
    const bomb = `{ gaps(limit: 10) { atm { ${'gaps { atm { '.repeat(8)} id ${'} }'.repeat(8)} } } }`
    expect(cost(bomb).objects).toBeGreaterThan(50_000)
  })
})
