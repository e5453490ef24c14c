import { buildSchema, parse, validate } from 'graphql'
import { describe, expect, it } from 'vitest'
import { limitRootFields } from './root-fields.rules.ts'

const QUERY = 'type Query { one: Row } type Row { id: Int }'
const MESSAGE = 'An operation may ask for 50 root fields at most; send several.'

const faultsOf = (text: string, sdl = QUERY): string[] =>
  validate(buildSchema(sdl), parse(text), [limitRootFields]).map(({ message }) => message)

const aliases = (count: number, field: string): string =>
  Array.from({ length: count }, (_value, n) => `a${n}: ${field}`).join(' ')

describe('an operation', () => {
  it('may ask for 50 root fields and no more, under whatever aliases', () => {
    expect(faultsOf(`{ ${aliases(50, 'one { id }')} }`)).toEqual([])
    expect(faultsOf(`{ ${aliases(51, 'one { id }')} }`)).toEqual([MESSAGE])
    expect(faultsOf(`{ ${aliases(60, 'one { id }')} }`)).toEqual([MESSAGE])
  })

  it('may ask for any number of other fields, and of those that no type has', () => {
    expect(faultsOf(`{ one { ${aliases(60, 'id')} } }`)).toEqual([])
    expect(faultsOf(`{ one { gone { ${aliases(60, 'id')} } } }`)).toEqual([])
  })

  it('may have as many in a mutation, fragments included', () => {
    const sdl = `${QUERY} type Mutation { set: Int }`
    expect(faultsOf(`mutation { ${aliases(50, 'set')} }`, sdl)).toEqual([])
    expect(faultsOf(`mutation { ...F } fragment F on Mutation { ${aliases(51, 'set')} }`, sdl)).toEqual([MESSAGE])
  })
})
