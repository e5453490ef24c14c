import { expect, it } from 'vitest'
import { filtersIn, hrefOf } from './views.ts'

it('keeps of an address what limits and orders its list', () => {
  const search = { institution: 'ACME', owner: 'me', page: 3, create: true, sort: '-openedAt', q: undefined }
  expect(filtersIn(search)).toEqual({ owner: 'me', sort: '-openedAt' })
})

it('has an address of its own', () => {
  expect(hrefOf({ page: 'TASKS', search: 'status=FAILED' })).toBe('/tasks?status=FAILED')
  expect(hrefOf({ page: 'CASH', search: '' })).toBe('/cash')
})
