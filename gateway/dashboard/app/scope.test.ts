import { expect, it } from 'vitest'
import { readScope } from './scope.ts'

it('reads an institution whose key is a number, which the router has parsed', () => {
  expect([readScope({ institution: 10096 }), readScope({ institution: ' ' }), readScope({ institution: {} })]).toEqual([
    { institution: '10096' },
    {},
    {},
  ])
})
