import { composeServices } from '@apollo/composition'
import { ApolloServer } from '@apollo/server'
import { parse } from 'graphql'
import { afterEach, describe, expect, it } from 'vitest'
import { createGraphExecutor } from '../../../gateway/federation/compiled/executor.ts'
import { mergeParts } from '../../../gateway/federation/compiled/split-operations.rules.ts'
import { FEDERATION } from './small-subgraphs.ts'

const SERVICES = {
  names: `
    scalar JSON
    type Query { things: [Thing] }
    type Thing @key(fields: "id") { id: ID! name: String details: JSON @shareable }`,
  sizes: `
    scalar JSON
    type Thing @key(fields: "id") { id: ID! size: Int details: JSON @shareable }`,
}

/** Answers `query` by services that answer each fetch with the next of their texts. */
const answerWith = async (query: string, texts: Readonly<Record<string, string>>) => {
  const composed = composeServices(
    Object.entries(SERVICES).map(([name, sdl]) => ({ name, typeDefs: parse(`${FEDERATION}${sdl}`) })),
  )
  if (composed.errors !== undefined) throw new Error(composed.errors.map(({ message }) => message).join('\n'))
  const { gateway } = createGraphExecutor<object>({
    supergraphSdl: composed.supergraphSdl,
    sourceOf: (name) => ({ prepare: () => () => ({ data: JSON.parse(texts[name] ?? 'null') }) }),
    contextOf: () => ({}),
    openStock: () => Promise.reject(new Error('the stock executor is not to be asked')),
    onUncompiled: () => undefined,
    onAmbiguous: () => undefined,
    onFallback: () => undefined,
  })
  const server = new ApolloServer({ gateway, stopOnTerminationSignals: false })
  await server.start()
  const { body } = await server.executeOperation({ query })
  await server.stop()
  if (body.kind !== 'single') throw new Error('the answer comes in parts')
  return JSON.stringify(body.singleResult)
}

const POISON = '"__proto__":{"polluted":"yes","toJSON":null}'
const HOSTILE = '{"kept":1,"__proto__":{"polluted":"yes"}}'

describe('an answer with the key __proto__', () => {
  afterEach(() => {
    Reflect.deleteProperty(Object.prototype, 'polluted')
    Reflect.deleteProperty(Object.prototype, 'toJSON')
  })

  it.each([
    ['at the root', `{"things":[{"name":"a"}],${POISON}}`, 'null'],
    ['in an entity', '{"things":[{"__typename":"Thing","id":"1","name":"a"}]}', `{"_entities":[{"size":1,${POISON}}]}`],
    [
      'in an entity that occurs twice',
      '{"things":[{"__typename":"Thing","id":"1"},{"__typename":"Thing","id":"1"}]}',
      `{"_entities":[{"size":1,${POISON}}]}`,
    ],
    [
      'in a value that two services answer',
      `{"things":[{"__typename":"Thing","id":"1","details":{"kept":1}}]}`,
      `{"_entities":[{"size":1,"details":${HOSTILE}}]}`,
    ],
    [
      'in a list that two services answer',
      `{"things":[{"__typename":"Thing","id":"1","details":[{"kept":1}]}]}`,
      `{"_entities":[{"size":1,"details":[${HOSTILE}]}]}`,
    ],
  ])('changes no object of the process: %s', async (_where, names, sizes) => {
    const answer = await answerWith('{ things { name size } }', { names, sizes })
    expect(Reflect.get({}, 'polluted')).toBeUndefined()
    expect(Object.hasOwn(Object.prototype, 'toJSON')).toBe(false)
    expect(answer).not.toContain('polluted')
  })

  it('changes no object of the process: in what two parts of an operation answer', () => {
    const target = { things: [{ details: { kept: 1 } }] }
    expect(mergeParts(target, { things: [{ details: JSON.parse(HOSTILE) }] })).toBe(true)
    expect(Reflect.get({}, 'polluted')).toBeUndefined()
    expect(JSON.stringify(target)).toBe(`{"things":[{"details":${HOSTILE}}]}`)
  })

  it('is answered as it is within a value', async () => {
    const names = `{"things":[{"__typename":"Thing","id":"1","details":${HOSTILE}}]}`
    expect(await answerWith('{ things { details } }', { names })).toBe(`{"data":{"things":[{"details":${HOSTILE}}]}}`)
  })
})
