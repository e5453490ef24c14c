import { expect, test } from 'vitest'
import { seesInstitution } from './visibility.rules.ts'

const RESTRICTED = { unrestricted: false, institutions: ['ACME'] }
const UNRESTRICTED = { unrestricted: true, institutions: [] }

test('a caller sees its own institutions, and an unrestricted one sees all and what has none', () => {
  expect(['ACME', 'BETA', null].map((key) => seesInstitution(RESTRICTED, key))).toEqual([true, false, false])
  expect(['ACME', 'BETA', null].map((key) => seesInstitution(UNRESTRICTED, key))).toEqual([true, true, true])
})
