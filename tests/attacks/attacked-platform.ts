import { afterAll, afterEach, beforeAll, beforeEach, expect, inject } from 'vitest'
import { signToken, type TokenClaims } from '../../subgraphs/kit/auth/sign-token.ts'
import { type Answer, type Ask, request } from '../support/clients/request.ts'
import { ATTACK_SECRET, errorsLogged, type Target } from './platform-process.ts'
import { type Probe, startProbe } from './probe.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The platform that the files of a run attack one after the other. */
    attacked: Target
  }
}

export type { Answer, Ask }

/** A platform under attack, as its callers see it. */
export type Attacked = {
  readonly target: Target
  /** A token that is good for ten minutes; role USER of no institution unless the claims say otherwise. */
  token(claims: Partial<TokenClaims>): Promise<string>
  ask(method: string, path: string, ask?: Ask): Promise<Answer>
  graph(query: string, as: string, variables?: Readonly<Record<string, unknown>>): Promise<Answer>
}

const TOKEN_TTL_MS = 600_000
const SHOWN_FAULTS = 5

/** A token of the attacked platform. */
export const attackToken = (claims: Partial<TokenClaims>): Promise<string> =>
  signToken(
    { role: 'USER', userId: '7', email: null, institutions: [], agentAtmId: null, ...claims },
    { secret: ATTACK_SECRET, issuer: null, audience: null, now: new Date(), ttlMs: TOKEN_TTL_MS },
  )

/** A client of a platform. */
export const createAttacker = (target: Target): Attacked => {
  const ask: Attacked['ask'] = (method, path, given) => request(`${target.url}${path}`, method, given)
  const graph: Attacked['graph'] = (query, as, variables = {}) =>
    ask('POST', '/graphql', { as, body: { query, variables } })
  return { target, token: attackToken, ask, graph }
}

type Options = {
  /** A platform of the file's own; that of the run when left out. */
  readonly target?: () => Target
  /** The probe's events may be answered 503. Liveness may not. */
  readonly mayRefuse?: boolean
  /** The platform may log errors, as it does when its database is gone. */
  readonly mayLogErrors?: boolean
}

/**
 * Puts a file's tests under the probe: after each of them, no call of the probe may have waited over half a second
 * for the platform or been answered wrongly, and the platform may not have logged an error. Call it once, at the top
 * of a file.
 */
export const useAttackedPlatform = (options: Options = {}): Attacked => {
  const target = (): Target => options.target?.() ?? inject('attacked')
  let probe: Probe | null = null
  let errorsBefore = 0
  let worstMs = 0
  let calls = 0

  beforeAll(async () => {
    const agentAtmId = 'PROBE-1'
    const token = await attackToken({ role: 'AGENT', userId: agentAtmId, institutions: ['PROBE'], agentAtmId })
    probe = await startProbe(target(), { token, agentAtmId })
  })
  beforeEach(async () => {
    // What the probe found before the test is not the test's.
    await probe?.findings()
    errorsBefore = errorsLogged(target()).length
  })
  afterEach(async () => {
    const findings = await probe?.findings({ mayRefuse: options.mayRefuse ?? false })
    worstMs = Math.max(worstMs, findings?.worstMs ?? 0)
    calls += findings?.calls ?? 0
    const faults = findings?.faults ?? []
    expect({ faults: faults.length, first: faults.slice(0, SHOWN_FAULTS) }).toEqual({ faults: 0, first: [] })
    if (options.mayLogErrors !== true) expect(errorsLogged(target()).slice(errorsBefore)).toEqual([])
  })
  afterAll(async () => {
    await probe?.stop()
    // A test without a probe beside it would show nothing.
    expect(calls).toBeGreaterThan(0)
    process.stdout.write(`probe: ${calls} calls, the slowest ${worstMs} ms beyond the control server\n`)
  })

  return {
    get target() {
      return target()
    },
    token: attackToken,
    ask: (...given) => createAttacker(target()).ask(...given),
    graph: (...given) => createAttacker(target()).graph(...given),
  }
}
