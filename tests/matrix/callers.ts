import { SignJWT } from 'jose'
import { TEST_SECRET } from '../support/platform.ts'
import type { WholePlatform } from '../support/whole-platform.ts'
import type { Headers_ } from './endpoints.ts'

export const ROLES = ['USER', 'CUSTOMER', 'MSP_ADMIN', 'ADMIN', 'BCOS_ADMIN', 'AGENT'] as const
export type Role = (typeof ROLES)[number]

/** Somebody with a valid token. */
export type Caller = { readonly name: string; readonly role: Role; readonly headers: Headers_ }

const UNRESTRICTED: readonly Role[] = ['ADMIN', 'BCOS_ADMIN']

/** Whether a caller sees every institution. */
export const isUnrestricted = ({ role }: Caller): boolean => UNRESTRICTED.includes(role)

const callerOf = async (platform: WholePlatform, role: Role, institutions: string[], agentAtmId: string | null) => {
  const of = agentAtmId !== null ? ' of one ATM' : institutions.length === 0 ? ' of none' : ''
  const name = `${role}${of}`
  const userId = `${institutions.join()} ${name}`
  const token = await platform.token({ role, institutions, agentAtmId, userId })
  return { name, role, headers: { authorization: `Bearer ${token}` } }
}

/** A caller of each role, of the institution and of none, and agents of one ATM and of any of the institution. */
export const callersOf = (platform: WholePlatform, institution: string): Promise<readonly Caller[]> =>
  Promise.all([
    ...ROLES.map((role) => callerOf(platform, role, [institution], null)),
    callerOf(platform, 'AGENT', [institution], `${institution}-ATM-1`),
    ...ROLES.filter((role) => role !== 'AGENT').map((role) => callerOf(platform, role, [], null)),
  ])

const HOUR_S = 3_600

const bearerOf = async (role: string, secret: string, forS: number): Promise<Headers_> => {
  const exp = Math.floor(Date.now() / 1_000) + forS
  const token = new SignJWT({ sub: '7', role, institutionKey: 'BETA', exp }).setProtectedHeader({ alg: 'HS256' })
  return { authorization: `Bearer ${await token.sign(new TextEncoder().encode(secret))}` }
}

/** Headers that are no valid token, by what is wrong with them. */
export const withoutToken = async (): Promise<Readonly<Record<string, Headers_>>> => ({
  'no token': {},
  'an expired token': await bearerOf('ADMIN', TEST_SECRET, -HOUR_S),
  'a token that another key signed': await bearerOf('ADMIN', TEST_SECRET.toUpperCase(), HOUR_S),
  'a token that claims to be a service': await bearerOf('INTERNAL', TEST_SECRET, HOUR_S),
  'a token of an unknown role': await bearerOf('ROOT', TEST_SECRET, HOUR_S),
})
