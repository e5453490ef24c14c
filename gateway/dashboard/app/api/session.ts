import { useSyncExternalStore } from 'react'
import { t } from '../language/texts.ts'
import { readStored, writeStored } from '../storage.ts'

/** The roles that people have. */
export const ROLES = ['USER', 'CUSTOMER', 'MSP_ADMIN', 'ADMIN', 'BCOS_ADMIN'] as const
export type Role = (typeof ROLES)[number]

/** Who is signed in, as far as the token says so; the platform alone decides what it is worth. */
export type Session = {
  readonly token: string
  readonly role: string
  /** The name in the token, else its address, else its number. */
  readonly name: string
  readonly email: string | null
  /** The caller's number, by which records name who did something. */
  readonly userId: string
  readonly institutions: readonly string[]
  /** When the token ends, in milliseconds of the epoch; null where it does not say. */
  readonly expiresAt: number | null
}

/** A ready caller of the demo fleet, as the platform gives them away at home. */
export type DemoCaller = {
  readonly role: string
  readonly email: string | null
  readonly institutions: readonly string[]
  readonly token: string
}

type State = {
  readonly session: Session | null
  readonly demo: readonly DemoCaller[]
  readonly expired: boolean
  /** Why the given or stored token was refused; null where there was none, or it was accepted. */
  readonly fault: string | null
}

// The page for developers keeps its token under the same name, so that one sign-in serves both.
const KEY = 'fleetops.token'
/** Where the script before the first paint puts the token of the address. */
const GIVEN = 'fleetops.given'
/** The caller that sees and may do most is whom a newcomer looks at the demo fleet as. */
const FIRST_ROLE: Role = 'BCOS_ADMIN'

let state: State = { session: null, demo: [], expired: false, fault: null }
const listeners = new Set<() => void>()

const change = (part: Partial<State>): void => {
  state = { ...state, ...part }
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

const claimsOf = (token: string): Record<string, unknown> | null => {
  try {
    const payload = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/')
    const bytes = Uint8Array.from(atob(payload), (character) => character.charCodeAt(0))
    return JSON.parse(new TextDecoder().decode(bytes))
  } catch {
    return null
  }
}

const institutionsOf = (key: unknown): readonly string[] => {
  const keys = Array.isArray(key) ? key.map(String) : typeof key === 'string' ? key.split(',') : []
  return keys.map((one) => one.trim()).filter((one) => one !== '')
}

const textOf = (claim: unknown): string | null =>
  typeof claim === 'string' && claim.trim() !== '' ? claim.trim() : null

/** Reads a token as pasted; null for any other text. */
export const readToken = (text: string): Session | null => {
  const token = text.trim().replace(/^bearer\s+/i, '')
  const claims = claimsOf(token)
  if (claims === null || typeof claims.role !== 'string') return null
  return {
    token,
    role: claims.role,
    name: textOf(claims.name) ?? textOf(claims.email) ?? String(claims.sub ?? claims.role),
    email: textOf(claims.email),
    userId: String(claims.sub ?? ''),
    institutions: institutionsOf(claims.institutionKey),
    expiresAt: typeof claims.exp === 'number' ? claims.exp * 1000 : null,
  }
}

/** Why a token is refused, by its own claims; null where it is not. */
export const tokenFault = (session: Session | null): string | null =>
  session === null
    ? t('This is not a token: it has three parts with dots between, and names a role.')
    : session.expiresAt !== null && session.expiresAt <= Date.now()
      ? t('This token has ended; get a new one.')
      : null

/** Signs in with a token, for this tab only. */
export const signIn = (session: Session): void => {
  writeStored('sessionStorage', KEY, session.token)
  change({ session, expired: false, fault: null })
}

export const signOut = (): void => {
  writeStored('sessionStorage', KEY, null)
  change({ session: null, expired: false, fault: null })
}

/** The platform took the token no more: the page stays as it is, and asks for another one over it. */
export const reportExpired = (token: string): void => {
  if (state.session?.token === token && !state.expired) change({ expired: true })
}

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/**
 * The token that was handed over in the address's fragment, which is gone from the address; null where there was
 * none.
 */
const takeGiven = (): string | null => {
  const kept = readStored('sessionStorage', GIVEN)
  writeStored('sessionStorage', GIVEN, null)
  const match = /^#token=(.*)$/s.exec(location.hash)
  if (match !== null) history.replaceState(history.state, '', `${location.pathname}${location.search}`)
  const given = match?.[1] ?? kept
  return given === null || given === undefined ? null : decoded(given)
}

/** Signs in with a token that was handed over, or says why it does not. */
const signInGiven = (given: string): void => {
  const session = readToken(given)
  const fault = tokenFault(session)
  if (session !== null && fault === null) signIn(session)
  else change({ session: null, expired: false, fault })
}

const isCaller = (value: unknown): value is DemoCaller =>
  typeof value === 'object' && value !== null && 'token' in value && 'role' in value && value.role !== 'AGENT'

/** Whether there is a demo fleet here; the gateway says so in the page, and in development one always asks. */
const hasDemo = (): boolean => import.meta.env.DEV || document.documentElement.dataset.demo === 'true'

const askForDemo = async (): Promise<readonly DemoCaller[]> => {
  if (!hasDemo()) return []
  try {
    const answer = await fetch('/api/public/demo-tokens')
    const callers: unknown = answer.ok ? await answer.json() : []
    return Array.isArray(callers) ? callers.filter(isCaller) : []
  } catch {
    return []
  }
}

/** A link with a token may be opened in a tab where the page is already. */
const followFragment = (): void => {
  addEventListener('hashchange', () => {
    const given = takeGiven()
    if (given !== null) signInGiven(given)
  })
}

/** Signs in with what the address or the tab holds, else as a caller of the demo fleet, if there is one. */
export const openSession = async (): Promise<void> => {
  followFragment()
  const given = takeGiven()
  const kept = readStored('sessionStorage', KEY)
  const held = given !== null || kept === null ? null : readToken(kept)
  if (given !== null) signInGiven(given)
  else if (held !== null && tokenFault(held) === null) signIn(held)
  const demo = askForDemo().then((callers) => {
    change({ demo: callers })
    return callers
  })
  if (given !== null || state.session !== null) return
  const callers = await demo
  const first = callers.find(({ role }) => role === (held?.role ?? FIRST_ROLE)) ?? callers[0]
  const session = first === undefined ? null : readToken(first.token)
  if (session !== null) signIn(session)
  else if (kept !== null) change({ fault: tokenFault(held) })
}

/** Who somebody is: tokens of the same caller show and may the same. */
export const callerOf = ({ role, userId, institutions }: Session): string =>
  JSON.stringify([role, userId, institutions])

export const currentSession = (): Session | null => state.session

export const useAuth = (): State => useSyncExternalStore(subscribe, () => state)

/** Whether the caller has one of these roles. */
export const useRole = (...roles: readonly Role[]): boolean => {
  const { session } = useAuth()
  return session !== null && roles.some((role) => role === session.role)
}
