import { buildSchema } from 'graphql'
import { expect, it } from 'vitest'
import { constrained, INVISIBLE, type JsonSchema } from './openapi-constraints.ts'

const field = buildSchema(`
  directive @constraint(notNull: Boolean, minItems: Int) on FIELD_DEFINITION
  type Query { sent: String @constraint(notNull: true, minItems: 1) }
`)
  .getQueryType()
  ?.getFields().sent

it.each<[string, JsonSchema, JsonSchema]>([
  ['a text', { type: ['string', 'null'] }, { type: 'string' }],
  ['any of two types', { type: ['string', 'integer', 'null'] }, { type: ['string', 'integer'] }],
  ['a list', { type: ['array', 'null'], items: {} }, { type: 'array', items: {}, minItems: 1 }],
  ['an enum', { anyOf: [{ $ref: '#/x' }, { type: 'null' }] }, { $ref: '#/x' }],
])('notNull takes null from %s', (_what, schema, without) => {
  expect(constrained(schema, { astNode: field?.astNode })).toEqual(without)
})

it('the invisible characters of patterns are all of those up to U+FFFF', () => {
  const listed = new RegExp(`[${INVISIBLE}]`, 'u')
  const known = /[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/u
  const differing: number[] = []
  for (let code = 0; code <= 0xffff; code += 1) {
    const character = String.fromCodePoint(code)
    if (character.isWellFormed() && listed.test(character) !== known.test(character)) differing.push(code)
  }
  expect(differing).toEqual([])
})
