import { expect, it } from 'vitest'
import { INVISIBLE } from './openapi-constraints.ts'

it('what cannot be seen is listed in full, up to U+FFFF', () => {
  const listed = new RegExp(`[${INVISIBLE}]`, 'u')
  const known = /[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/u
  const differing: number[] = []
  for (let code = 0; code <= 0xffff; code += 1) {
    const character = String.fromCodePoint(code)
    if (character.isWellFormed() && listed.test(character) !== known.test(character)) differing.push(code)
  }
  expect(differing).toEqual([])
})
