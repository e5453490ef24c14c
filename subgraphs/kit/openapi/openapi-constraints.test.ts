import { expect, it } from 'vitest'
import { INVISIBLE } from './openapi-constraints.ts'

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
