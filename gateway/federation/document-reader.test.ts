import { parse } from 'graphql'
import { describe, expect, it } from 'vitest'
import { callerOf } from '../../subgraphs/kit/auth/principal.testing.ts'
import { GRAPH_LIMITS, type GraphLimits } from '../../subgraphs/kit/config/graph-limits.ts'
import { createCostLimit } from './cost-limit.ts'
import { createDocumentReader } from './document-reader.ts'

const principal = callerOf({ userId: 'u', institutions: [] })

const open = (given: Partial<GraphLimits> = {}) => {
  let nowMs = 0
  const limits = { ...GRAPH_LIMITS, ...given }
  const costLimit = createCostLimit({ contracts: ['type Query { one: Int }'], limits, nowMs: () => nowMs })
  const reader = createDocumentReader(costLimit, limits)
  const codeOf = (text: string, userId = 'u'): unknown => {
    try {
      reader.check(text, { ...principal, userId })
      return null
    } catch (error) {
      return Object(error).extensions.code
    }
  }
  return {
    codeOf,
    /** As the graph tells the reader of a document that it found valid. */
    accept: (text: string) => Object(reader.hook).before({ document: parse(text) }),
    wait: (ms: number) => {
      nowMs += ms
    },
  }
}

const many = (count: number, text: string) => Array.from({ length: count }, () => text).join(' ')

describe('the reader of documents', () => {
  it('refuses a text that is above a limit before it is validated, in each of its operations', () => {
    const { codeOf } = open()
    expect(codeOf(`{ ${many(50, 'gone')} }`)).toBeNull()
    expect(codeOf(`{ ${many(51, 'gone')} }`)).toBe('MAX_ROOT_FIELDS_EXCEEDED')
    expect(codeOf(`query A { one } query B { ${many(51, 'gone')} }`)).toBe('MAX_ROOT_FIELDS_EXCEEDED')
    expect(codeOf(`{ one { ${many(300, 'gone')} } }`)).toBe('MAX_FIELDS_EXCEEDED')
    expect(codeOf(`{ one { ${many(101, 'a: gone')} } }`)).toBe('MAX_ALIASES_EXCEEDED')
    expect(codeOf(`{ one { gone ${many(51, '@gone')} } }`)).toBe('MAX_DIRECTIVES_EXCEEDED')
    expect(codeOf(`{ one { ${many(3_000, 'gone')} } }`)).toBe('GRAPHQL_PARSE_FAILED')
    const lists = (levels: number) => `{ one(a: ${'['.repeat(levels)}${']'.repeat(levels)}) { gone } }`
    expect(codeOf(lists(98))).toBeNull()
    expect(codeOf(lists(99))).toBe('MAX_DEPTH_EXCEEDED')
    expect(codeOf(lists(100_000))).toBe('MAX_DEPTH_EXCEEDED')
    expect(codeOf(`{ one(a: "${'['.repeat(200)}") }`)).toBeNull()
    expect(codeOf('{')).toBe('GRAPHQL_PARSE_FAILED')
  })

  it('refuses a subscription with a condition on its root field, which validation cannot evaluate', () => {
    const { codeOf } = open()
    const asked = (root: string, more = '') => codeOf(`subscription ($x: Boolean!) { ${root} } ${more}`)
    for (const condition of ['@skip(if: $x)', '@include(if: $x)', '@skip(if: false)', '@include']) {
      expect(asked(`changed ${condition} { id }`)).toBe('BAD_USER_INPUT')
      expect(asked(`... ${condition} { changed { id } }`)).toBe('BAD_USER_INPUT')
      expect(asked(`...F ${condition}`, 'fragment F on S { changed { id } }')).toBe('BAD_USER_INPUT')
      expect(asked('...F', `fragment F on S { ...G } fragment G on S { ...F changed ${condition} }`)).toBe(
        'BAD_USER_INPUT',
      )
      expect(asked(`changed { id ${condition} ...F }`, `fragment F on S { changed ${condition} }`)).toBeNull()
      expect(codeOf(`query ($x: Boolean!) { one ${condition} }`)).toBeNull()
    }
    expect(codeOf('query A { one } subscription B { changed @skip(if: true) }')).toBe('BAD_USER_INPUT')
  })

  it('charges callers by characters, whether a text is refused or not, and no other caller', () => {
    const { codeOf, wait } = open({ costPerSecond: 100 })
    expect(codeOf('{ one  ')).toBe('GRAPHQL_PARSE_FAILED')
    expect(codeOf(many(10, '{ one }'))).toBeNull()
    expect(codeOf('{ one }')).toBe('COST_BUDGET_EXCEEDED')
    expect(codeOf('{ one }', 'other')).toBeNull()
    wait(100_000)
    expect(codeOf('{ one }')).toBeNull()
  })

  it('charges 20,000 characters at most for one text', () => {
    const { codeOf } = open({ costPerSecond: 100_000 })
    expect(codeOf(`{ one } # ${'.'.repeat(1_000_000)}`)).toBeNull()
    expect(codeOf('{ one }')).toBeNull()
  })

  it('charges nothing for a text that was found valid', () => {
    const { codeOf, accept } = open({ costPerSecond: 1 })
    expect(codeOf('{ one }')).toBeNull()
    accept('{ one }')
    for (let n = 0; n < 10; n += 1) expect(codeOf('{ one }')).toBeNull()
    expect(codeOf('{ one  }')).toBe('COST_BUDGET_EXCEEDED')
  })
})
