import { describe, expect, it } from 'vitest'
import { INTERNAL_PRINCIPAL, type Principal } from '../auth/principal.ts'
import { createShares, type Holder, holderOf } from './shares.rules.ts'

const caller = (given: Partial<Principal> = {}): Principal => ({
  ...INTERNAL_PRINCIPAL,
  userId: '7',
  role: 'CUSTOMER',
  institutions: ['ACME'],
  unrestricted: false,
  ...given,
})

describe('what a caller uses', () => {
  it('is charged to the institutions of its token, in whatever order it names them', () => {
    expect(holderOf(caller())).toEqual({ group: 'ACME', member: 'user 7' })
    expect(holderOf(caller({ institutions: ['BOREAL', 'ACME'] })).group).toBe('ACME,BOREAL')
    expect(holderOf(caller({ institutions: [] })).group).toBe('')
  })

  it('is charged to the institutions of its token where it asked to see one only', () => {
    const narrowed = { institution: 'ACME', ofToken: ['CORAL', 'ACME'] }
    expect(holderOf(caller({ narrowed })).group).toBe('ACME,CORAL')
  })

  it('is charged to one group for all roles that see every institution', () => {
    const groupsOf = (...roles: readonly Principal['role'][]) => roles.map((role) => holderOf(caller({ role })).group)
    expect(groupsOf('ADMIN', 'BCOS_ADMIN', 'INTERNAL')).toEqual([',platform', ',platform', ',platform'])
    expect(groupsOf('CUSTOMER', 'USER', 'MSP_ADMIN', 'AGENT')).toEqual(['ACME', 'ACME', 'ACME', 'ACME'])
  })

  it('is charged to the ATM of an agent’s token, for every user', () => {
    expect(holderOf(caller({ role: 'AGENT', agentAtmId: ' ACME-001 ' })).member).toBe('atm ACME-001')
  })
})

/** `A/x` is the member x of group A. */
const holder = (name: string): Holder => {
  const [group = '', member = ''] = name.split('/')
  return { group, member }
}
type Shares = ReturnType<typeof createShares>
/** How much more a holder may take at once. */
const mostFor = (shares: Shares, name: string): number => {
  let most = 0
  while (shares.fits(holder(name), most + 1)) most += 1
  return most
}
/** Takes one by one as long as it fits; how many that were. */
const fill = (shares: Shares, name: string): number => {
  let taken = 0
  for (; shares.fits(holder(name), 1); taken += 1) shares.take(holder(name), 1)
  return taken
}

describe('an amount that is shared', () => {
  it('gives half to one group and a quarter to its one member, rounded up', () => {
    expect([mostFor(createShares(100), 'A/x'), fill(createShares(100), 'A/x')]).toEqual([50, 25])
    expect([mostFor(createShares(101), 'A/x'), fill(createShares(101), 'A/x')]).toEqual([51, 26])
  })

  it('leaves each further member half of what is left of the group’s half, and other groups the same again', () => {
    const shares = createShares(100)
    expect(['A/1', 'A/2', 'A/3', 'A/4', 'A/5', 'A/6'].map((name) => fill(shares, name))).toEqual([25, 13, 6, 3, 2, 1])
    expect([shares.taken(), fill(shares, 'A/7')]).toEqual([50, 0])
    expect(['B/1', 'B/2', 'B/3'].map((name) => fill(shares, name))).toEqual([13, 6, 3])
    expect([shares.taken(), mostFor(shares, 'C/1')]).toEqual([72, 14])
  })

  it('is had again by those that gave it back, in part or wholly', () => {
    const shares = createShares(10)
    shares.take(holder('A/x'), 9)
    expect([mostFor(shares, 'A/x'), mostFor(shares, 'B/x')]).toEqual([0, 1])
    shares.give(holder('A/x'), 4)
    expect([shares.taken(), mostFor(shares, 'A/x'), mostFor(shares, 'B/x')]).toEqual([5, 0, 3])
    shares.give(holder('A/x'), 5)
    expect([shares.taken(), mostFor(shares, 'A/x')]).toEqual([0, 5])
    shares.give(holder('Q/x'), 5)
    expect(shares.taken()).toBe(0)
  })

  it('is counted for each member: one that has given all back counts no more', () => {
    const shares = createShares(10)
    shares.take(holder('A/x'), 2)
    shares.take(holder('A/y'), 2)
    shares.give(holder('A/x'), 2)
    expect(['A/x', 'A/y', 'B/x'].map((name) => mostFor(shares, name))).toEqual([3, 1, 4])
  })

  it('lets nothing fit once more is taken than there is, but for nothing at all', () => {
    const shares = createShares(10)
    shares.take(holder('A/x'), 12)
    expect([shares.taken(), shares.fits(holder('B/x'), 1), shares.fits(holder('B/x'), 0)]).toEqual([12, false, true])
  })
})
