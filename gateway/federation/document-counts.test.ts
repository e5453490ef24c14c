import { type DocumentNode, getOperationAST, parse } from 'graphql'
import { describe, expect, it } from 'vitest'
import { countDocument, countOperations } from './document-counts.rules.ts'

const count = (text: string) => {
  const document = parse(text)
  const operation = getOperationAST(document, 'A') ?? getOperationAST(document)
  if (!operation) throw new Error('no operation')
  return countDocument(document, operation)
}

/** How often the selections of the definitions are read while `work` runs. */
const readsDuring = (document: DocumentNode, work: () => unknown): number => {
  let reads = 0
  for (const definition of document.definitions) {
    const selectionSet = 'selectionSet' in definition ? definition.selectionSet : undefined
    Object.defineProperty(definition, 'selectionSet', {
      get() {
        reads += 1
        return selectionSet
      },
    })
  }
  work()
  return reads
}

describe('what is counted of a document', () => {
  it('are its aliases and directives, wherever they are', () => {
    expect(count('{ a: one { b: id c @skip(if: true) } }')).toEqual({
      aliases: 2,
      directives: 1,
      rootFields: 1,
      fields: 3,
    })
    expect(count('query A @a { ...F @b } fragment F on Query @c { ... @d { x: one } }')).toEqual({
      aliases: 1,
      directives: 4,
      rootFields: 1,
      fields: 1,
    })
  })

  it('are all fields of the operation, those of fragments at each use', () => {
    expect(count('{ one { two ...F } ...F } fragment F on Query { three { four } }').fields).toBe(6)
  })

  it('may be counted of a document that is invalid', () => {
    const { rootFields, fields } = count(
      '{ ...F } fragment F on Query { one ...G } fragment G on Query { two { ...F } }',
    )
    expect([rootFields, fields]).toEqual([2, 2])
  })

  it('are the root fields of the operation, those of fragments at each use', () => {
    expect(count('query A { one two } query B { three four five }').rootFields).toBe(2)
    expect(
      count('{ one ...F ...F ... on Query { two ...F } } fragment F on Query { three four { five } }').rootFields,
    ).toBe(8)
    expect(count('{ ...Gone }').rootFields).toBe(0)
  })

  it('takes time in proportion to the document', () => {
    const levels = Array.from({ length: 60 }, (_value, n) => `fragment F${n} on Query { ...F${n + 1} ...F${n + 1} }`)
    expect(count(`{ ...F0 } ${levels.join(' ')} fragment F60 on Query { one }`).rootFields).toBe(2 ** 60)
  })

  it('takes time in proportion to the document for all of its operations together', () => {
    const readsOf = (operations: number, fragments: number) => {
      const spreads = Array.from({ length: fragments }, (_value, n) => `fragment F${n} on Query { one ...F${n + 1} }`)
      const document = parse(`${'{ ...F0 } '.repeat(operations)} ${spreads.join(' ')}`)
      return readsDuring(document, () => countOperations(document)) / (operations + fragments)
    }
    expect(readsOf(500, 100)).toBeLessThanOrEqual(readsOf(1, 1) + 1)
  })

  it('is counted for each operation of a document', () => {
    const counts = countOperations(
      parse('query A { ...F } query B { x: one ...F } fragment F on Query { two { three } }'),
    )
    expect([...counts].map(([{ name }, count]) => [name?.value, count])).toEqual([
      ['A', { aliases: 1, directives: 0, rootFields: 1, fields: 2 }],
      ['B', { aliases: 1, directives: 0, rootFields: 2, fields: 3 }],
    ])
  })
})
