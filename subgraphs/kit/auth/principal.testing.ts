import type { Principal } from './principal.ts'

/** A caller: a user of ACME, unless it is said otherwise. */
export const callerOf = (given: Partial<Principal> = {}): Principal => ({
  userId: '7',
  email: null,
  role: 'USER',
  institutions: ['ACME'],
  unrestricted: false,
  agentAtmId: null,
  ...given,
})
