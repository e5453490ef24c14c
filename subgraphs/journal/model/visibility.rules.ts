import type { Principal } from '../../kit/auth/principal.ts'

type Caller = Pick<Principal, 'agentAtmId'>

/** An id that no ATM has, as it is blank. */
const NO_ATM = ''

/**
 * The ATM to which a list is narrowed: what is asked for, and for a token of one ATM that one alone. Null for no limit;
 * an id that no ATM has where another than the token's is asked for.
 */
export const narrowedAtm = ({ agentAtmId: own }: Caller, asked: string | null): string | null => {
  if (own === null) return asked
  return asked === null || asked === own ? own : NO_ATM
}

/**
 * Whether the caller may read what is of this ATM, as far as its token is for one ATM; institutions are another
 * matter.
 */
export const mayRead = ({ agentAtmId: own }: Caller, record: { readonly agentAtmId: string }): boolean =>
  own === null || own === record.agentAtmId
