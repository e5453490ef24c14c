import { describe, expect, it } from 'vitest'
import { refusalOf } from '../../tests/support/refusals.ts'
import { checkVendor, institutionOfVendor, type VendorFields } from './vendors.rules.ts'

const refused = (vendor: VendorFields) => refusalOf(() => checkVendor(vendor))

describe('a vendor', () => {
  it('has a name that is not blank, and texts of 200 characters at most', () => {
    const most = 'x'.repeat(200)
    expect(refused({ name: 'Brinks' })).toBeNull()
    expect(refused({ name: most, contactName: most, contactEmail: most, contactPhone: null })).toBeNull()
    expect(refused({ name: ' ' })).toEqual(['BAD_USER_INPUT', 'name'])
    for (const field of ['name', 'contactName', 'contactEmail', 'contactPhone'] as const)
      expect(refused({ name: 'Brinks', [field]: `${most}x` })).toEqual(['BAD_USER_INPUT', field])
    expect(refused({ name: '', contactEmail: `${most}x`, contactPhone: `${most}x` })).toEqual([
      ...['BAD_USER_INPUT', 'name', 'contactEmail', 'contactPhone'],
    ])
  })

  it('belongs to the institution of the token, to the one that is named of several, or to none', () => {
    expect(institutionOfVendor(['ACME'], null)).toBe('ACME')
    expect(institutionOfVendor([], null)).toBeNull()
    expect(institutionOfVendor(['ACME', 'BETA'], 'BETA')).toBe('BETA')
    expect([institutionOfVendor(['ACME'], ' '), institutionOfVendor([], '')]).toEqual(['ACME', null])
    expect(refusalOf(() => institutionOfVendor(['ACME', 'BETA'], null))).toEqual(['BAD_USER_INPUT', 'institutionKey'])
    expect(() => institutionOfVendor(['ACME', 'BETA'], null)).toThrow('ACME, BETA')
    for (const keys of [[], ['ACME'], ['ACME', 'BETA']])
      expect(refusalOf(() => institutionOfVendor(keys, 'ZETA'))?.[0]).toBe('FORBIDDEN')
  })
})
