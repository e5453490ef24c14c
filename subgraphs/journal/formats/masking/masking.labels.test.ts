import { expect, it } from 'vitest'
import { FAMILIES } from '../families.ts'
import type { CustomerLabel } from '../sessions/family.ts'
import { createLabelledMasking } from './masking.ts'

const createMasker = createLabelledMasking(FAMILIES)
const label = (words: string, kind: CustomerLabel['kind'] = 'IDENTIFIER'): CustomerLabel => ({ words, kind })

const masked = (text: string, ...labels: readonly CustomerLabel[]): string => {
  const masker = createMasker(labels)
  return Buffer.concat([masker.push(Buffer.from(`${text}\n`)), masker.end()])
    .toString()
    .trimEnd()
}

it('labels of an institution hide what they name, besides those that all share', () => {
  const text = 'LOYALTY ID: 447199 MOBILE NO 0911223344'
  expect(masked(text)).toBe('LOYALTY ID: 447199 MOBILE NO **********')
  expect(masked(text, label('LOYALTY ID'))).toBe('LOYALTY ID: ****** MOBILE NO **********')
  expect(masked('Loyalty-Id 447199', label('LOYALTY ID'))).toBe('Loyalty-Id ******')
  expect(masked('PIGGY 12345678', label('PIGGY', 'ACCOUNT'))).toBe('PIGGY ****5678')
  expect(masked('NICKNAME: JO DOE', label('NICKNAME', 'NAME'))).toBe('NICKNAME: ** ***')
  expect(masked(text)).toBe('LOYALTY ID: 447199 MOBILE NO **********')
})

it('labels are words, whatever characters they have', () => {
  expect(masked('AxB 447199', label('A.B'))).toBe('AxB 447199')
  expect(masked('A.B 447199', label('A.B'))).toBe('A.B ******')
})

it('more sets of 50 labels are prepared than are kept', () => {
  const sets = Array.from({ length: 18 }, (_, set) => Array.from({ length: 50 }, (_, n) => label(`LABEL ${set} ${n}`)))
  for (const labels of sets) expect(masked('MOBILE NO 0911223344', ...labels)).toBe('MOBILE NO **********')
  expect(masked('LABEL 17 49 447199', ...(sets.at(-1) ?? []))).toBe('LABEL 17 49 ******')
})
