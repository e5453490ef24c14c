import { expect, it } from 'vitest'
import { ofInstitution, readScope } from './scope.ts'

it('reads an institution whose key is a number, which the router has parsed', () => {
  expect([readScope({ institution: 10096 }), readScope({ institution: ' ' }), readScope({ institution: {} })]).toEqual([
    { institution: '10096' },
    {},
    {},
  ])
})

it('leaves the pages and rows of one institution where another is shown', () => {
  const search = { institution: 'ACME', wall: 1, status: 'OPEN', page: 7, row: '12', after: 'x' } as const
  expect(JSON.parse(JSON.stringify(ofInstitution(search, 'BOREAL')))).toEqual({
    institution: 'BOREAL',
    wall: 1,
    status: 'OPEN',
  })
})
