import { agentAtmIdFault } from '../kit/auth/identifiers.rules.ts'
import type { Principal } from '../kit/auth/principal.ts'
import { soleInstitution } from '../kit/auth/visibility.rules.ts'
import { DomainError } from '../kit/common/errors.ts'
import type { RateLimits } from '../kit/config/config.ts'
import type { OperationContext } from '../kit/graphql/context.ts'
import { createBuckets } from '../kit/sharing/rate-limit.rules.ts'

/** Whose limit a request met. */
export type LimitKind = 'agent' | 'institution' | 'user'

type By = Pick<OperationContext, 'principal' | 'isAdmitted'>

/** The limits of those who report events; each process counts for itself. */
export type Limits = {
  /** Takes one from the subject of the token, before the body is read. @throws DomainError RATE_LIMITED. */
  enter(principal: Principal): void
  /**
   * Takes what a request turned out to hold, of one ATM where it names one. What was admitted before is charged for
   * the rest there as well, and refused only because of an ATM that its token did not name. @throws DomainError
   * RATE_LIMITED.
   */
  charge(by: By, request: { readonly agentAtmId: unknown; readonly count: number }): void
  /**
   * Takes one event of a batch that may hold those of several ATMs.
   * @throws DomainError RATE_LIMITED: this ATM sends too much.
   */
  chargeAtm(by: By, agentAtmId: unknown): void
}

/** Some hundred bytes each. */
const MAX_AGENTS = 200_000
const MAX_INSTITUTIONS = 20_000
const MAX_REFUSALS = 1_000

const WORDS: Readonly<Record<LimitKind, string>> = {
  agent: 'This ATM sends more than an agent may',
  institution: "The institution's agents send more than they may",
  user: 'You send more than you may',
}

const refusal = (kind: LimitKind, retryAfterSeconds: number): DomainError =>
  new DomainError('RATE_LIMITED', `${WORDS[kind]}; wait, then send it again.`, { retryAfterSeconds })

/** Of each kind and wait one is made: to note where an error was made costs as much as all the rest of a refusal. */
const createRefusals = () => {
  const known = new Map<string, DomainError>()
  return (kind: LimitKind, retryAfterSeconds: number): DomainError => {
    const key = `${kind} ${retryAfterSeconds}`
    const refused = known.get(key) ?? refusal(kind, retryAfterSeconds)
    if (known.size < MAX_REFUSALS) known.set(key, refused)
    return refused
  }
}

type Key = { readonly kind: LimitKind; readonly key: string }

/** Keyed by institution too, so that another institution that names this ATM does not use up its allowance. */
const atmKey = (principal: Principal, agentAtmId: string): Key => ({
  kind: 'agent',
  key: `agent ${soleInstitution(principal)} ${agentAtmId.trim()}`,
})

/** The sender, as far as the token names it: one ATM, or a user; null for an agent of any ATM of its institution. */
const senderKey = (principal: Principal): Key | null => {
  if (principal.agentAtmId !== null) return atmKey(principal, principal.agentAtmId)
  return principal.role === 'AGENT' ? null : { kind: 'user', key: `user ${principal.userId}` }
}

export type LimitsEnv = {
  /** Milliseconds that only go forward. */
  nowMs(): number
  onRefused(kind: LimitKind): void
}

/** Opens the limits; every bucket is full. */
export const createLimits = ({ agentPerSecond, institutionPerSecond }: RateLimits, env: LimitsEnv): Limits => {
  const senders = createBuckets(agentPerSecond, MAX_AGENTS)
  const institutions = createBuckets(institutionPerSecond, MAX_INSTITUTIONS)

  const refusalOf = createRefusals()

  const check = (kind: LimitKind, waitSeconds: number): void => {
    if (waitSeconds === 0) return
    env.onRefused(kind)
    throw refusalOf(kind, waitSeconds)
  }
  const checkSender = (sender: Key | null, nowMs: number): void => {
    if (sender !== null) check(sender.kind, senders.waitSeconds(sender.key, nowMs))
  }
  const takeFromSender = (sender: Key | null, count: number, nowMs: number): void => {
    if (sender !== null) senders.take(sender.key, count, nowMs)
  }

  const enter: Limits['enter'] = (principal) => {
    const nowMs = env.nowMs()
    const sender = senderKey(principal)
    const institution = soleInstitution(principal)
    checkSender(sender, nowMs)
    if (institution !== null) check('institution', institutions.waitSeconds(institution, nowMs))
    takeFromSender(sender, 1, nowMs)
    if (institution !== null) institutions.take(institution, 1, nowMs)
  }

  const chargeAtm: Limits['chargeAtm'] = ({ principal }, agentAtmId) => {
    // What names no ATM is refused elsewhere, in better words.
    if (senderKey(principal) !== null || typeof agentAtmId !== 'string' || agentAtmIdFault(agentAtmId) !== null) return
    const nowMs = env.nowMs()
    const atm = atmKey(principal, agentAtmId)
    checkSender(atm, nowMs)
    takeFromSender(atm, 1, nowMs)
  }

  return {
    enter,
    chargeAtm,
    charge(by, { agentAtmId, count }) {
      const { principal } = by
      if (by.isAdmitted !== true) enter(principal)
      chargeAtm(by, agentAtmId)
      const institution = soleInstitution(principal)
      if (count <= 1) return
      takeFromSender(senderKey(principal), count - 1, env.nowMs())
      if (institution !== null) institutions.take(institution, count - 1, env.nowMs())
    },
  }
}
