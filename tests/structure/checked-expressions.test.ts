import { expect, it } from 'vitest'
import { isOfThisCheck } from './checked-expressions.ts'

it('the list of checked expressions is of the check as it is now, so that no run checks all of them again', () => {
  // A change of the check makes the list void: CHECK_EXPRESSIONS=all npm test -- regular-expressions
  expect(isOfThisCheck()).toBe(true)
})
