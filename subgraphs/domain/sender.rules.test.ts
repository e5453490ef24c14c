import { describe, expect, it } from 'vitest'
import { refusalOf } from '../../tests/support/refusals.ts'
import { INTERNAL_PRINCIPAL, type Principal } from '../kit/auth/principal.ts'
import { checkAgentAtm, senderOf } from './sender.rules.ts'

describe('who reports', () => {
  const caller = (given: Partial<Principal>): Principal => ({
    ...INTERNAL_PRINCIPAL,
    ...{ role: 'MSP_ADMIN', unrestricted: false, institutions: ['ACME'] },
    ...given,
  })
  const agent = caller({ role: 'AGENT', agentAtmId: 'A-1' })
  const of = (institutionKey: string) => ({ kind: 'institution', institutionKey })

  it('is an agent for its own ATM', () => {
    for (const named of ['A-1', ' A-1 ', 5, undefined]) expect(refusalOf(() => checkAgentAtm(agent, named))).toBeNull()
    expect(refusalOf(() => checkAgentAtm(agent, 'A-2'))).toEqual(['FORBIDDEN'])
    expect(refusalOf(() => checkAgentAtm(caller({}), 'A-2'))).toBeNull()
  })

  it('is an agent for the one institution of its token', () => {
    expect(senderOf(agent, 'BETA')).toEqual(of('ACME'))
    for (const institutions of [[], ['ACME', 'BETA']])
      expect(refusalOf(() => senderOf({ ...agent, institutions }, null))).toEqual(['FORBIDDEN'])
  })

  it('is a person for the institution that is named, else the only one, else that of the ATM', () => {
    const both = caller({ institutions: ['ACME', 'BETA'] })
    const admin = caller({ unrestricted: true, institutions: ['ACME'] })
    expect(senderOf(both, ' BETA ')).toEqual(of('BETA'))
    expect(senderOf(caller({}), ' ')).toEqual(of('ACME'))
    expect(senderOf(admin, 'BETA')).toEqual(of('BETA'))
    for (const [who, named, otherwise] of [
      [both, null, null],
      [admin, null, 'ACME'],
      [caller({ unrestricted: true, institutions: [] }), null, null],
      [caller({ institutions: [] }), 5, null],
    ] as const)
      expect(senderOf(who, named)).toEqual({ kind: 'atm', otherwise })
    expect(refusalOf(() => senderOf(caller({}), 'BETA'))).toEqual(['FORBIDDEN'])
  })
})
