import { expect, it } from 'vitest'
import { poolOf } from './pool.rules.ts'

it('the vendors that are shown are those of the keys of the token, or of the one that was chosen', () => {
  expect(poolOf(['ACME', 'BETA'], undefined)).toEqual({
    keys: ['ACME', 'BETA'],
    words: 'Vendors of ACME and BETA, as your token says.',
  })
  expect(poolOf(['ACME', 'BETA'], 'BETA')).toEqual({ keys: ['BETA'], words: 'Vendors of BETA, as your token says.' })
  expect(poolOf([], undefined)).toMatchObject({ keys: null, words: expect.stringContaining('names no institution') })
  expect(poolOf(['ACME'], 'ZETA')).toMatchObject({ keys: [], words: expect.stringContaining('ZETA is not') })
  expect(poolOf([], 'ZETA')).toMatchObject({ keys: [], words: expect.stringContaining('ZETA is not') })
})
