import { expect, it } from 'vitest'
import { against } from './against-usual.ts'

const day = { counts: [10, 10, 10, 90], usual: [10, 10, 10, 10] }

it('compares the two last half hours with the usual, without the one that is not over', () => {
  expect([against(day, null, true), against(day, null, false)]).toEqual([1, 5])
})

it('compares the moment that is looked at', () => {
  expect([against(day, 3, true), against({ ...day, usual: [null] }, 0, true)]).toEqual([9, null])
})
