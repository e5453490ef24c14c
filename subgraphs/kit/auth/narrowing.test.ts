import { describe, expect, it } from 'vitest'
import { DomainError } from '../common/errors.ts'
import { INSTITUTION_HEADER, narrowedTo, narrowingHeaders, tokenKeysOf } from './narrowing.ts'
import { callerOf } from './principal.testing.ts'
import type { Principal } from './principal.ts'

const caller: Principal = callerOf({ institutions: ['ACME', 'BANK'] })

const refusalOf = (header: string | readonly string[], principal = caller) => {
  try {
    return narrowedTo(principal, header)
  } catch (error) {
    return error instanceof DomainError ? [error.code, error.message] : error
  }
}

describe('a caller that asks to see one institution', () => {
  it('sees it alone, and is who it was', () => {
    expect(narrowedTo(caller, undefined)).toBe(caller)
    const narrowed = { institution: 'BANK', ofToken: ['ACME', 'BANK'] }
    expect(narrowedTo(caller, 'BANK')).toEqual({ ...caller, institutions: ['BANK'], narrowed })
  })

  it('must see it by its token, unless it sees every institution', () => {
    expect(refusalOf('OTHER')).toEqual(['FORBIDDEN', 'Fleet-Institution: your token does not see this institution.'])
    const all = { ...caller, institutions: [], unrestricted: true }
    expect(narrowedTo(all, 'OTHER')).toEqual({
      ...all,
      unrestricted: false,
      institutions: ['OTHER'],
      narrowed: { institution: 'OTHER', ofToken: [] },
    })
  })

  it('names exactly one, in percent encoding where it has to', () => {
    const encoded = { ...caller, institutions: ['Bänk'] }
    expect(refusalOf('B%C3%A4nk', encoded)).toMatchObject({ institutions: ['Bänk'] })
    for (const header of ['', '%', '%zz', ['ACME', 'BANK']])
      expect(refusalOf(header)).toMatchObject(['BAD_USER_INPUT', expect.any(String)])
  })

  it('is seen in the same way by the next service', () => {
    expect(narrowingHeaders(caller)).toEqual({})
    const narrowed = { ...caller, narrowed: { institution: 'Bä nk', ofToken: [] } }
    expect(narrowingHeaders(narrowed)).toEqual({ [INSTITUTION_HEADER]: 'B%C3%A4%20nk' })
    expect(INSTITUTION_HEADER).toBe('fleet-institution')
  })

  it('has those keys of its token that it wants to see', () => {
    const keysOf = (institution: string, ofToken: readonly string[]) =>
      tokenKeysOf({ ...caller, narrowed: { institution, ofToken } })
    expect(tokenKeysOf(caller)).toEqual(['ACME', 'BANK'])
    expect(keysOf('ACME', [])).toEqual([])
    expect(keysOf('ACME', ['ACME', 'BANK'])).toEqual(['ACME'])
    expect(keysOf('OTHER', ['ACME'])).toBeNull()
  })
})
