import { Counter, Gauge, type Registry } from 'prom-client'
import { createLimits, type Limits } from '../domain/sender-limits.ts'
import type { RateLimits } from '../kit/config/config.ts'
import { NOTHING_TAKEN, tooMuchUnderWay } from '../kit/http/bodies.ts'
import type { Arrival } from '../kit/service/service.ts'
import { createByteBudget } from '../kit/sharing/byte-budget.rules.ts'
import { holderOf } from '../kit/sharing/shares.rules.ts'

/**
 * Requests with a body that are under way at once, and the bytes of their bodies: what is held of them in memory is a
 * few times as much.
 */
const MAX_UNDER_WAY = 4_000
const MAX_BYTES = 67_108_864

/** Admission of requests to the agent proxy: within the rate limits, and while there is room for their bodies. */
export type Admission = {
  readonly limits: Limits
  /** Lets a request in before its body is read; returns what ends it. @throws DomainError RATE_LIMITED, UNAVAILABLE. */
  admit(arrival: Arrival): () => void
}

/** Creates the admission of the agent proxy. Refusals are counted. */
export const createAdmission = (
  rateLimits: RateLimits,
  { metrics, nowMs }: { readonly metrics: Registry; nowMs(): number },
): Admission => {
  const refused = new Counter({
    name: 'fleetops_agent_proxy_refusals_total',
    help:
      'Requests of agents, and events of batches, that were refused: over the limit of an agent, an institution or ' +
      'a user, or for want of room',
    labelNames: ['kind'],
    registers: [metrics],
  })
  const limits = createLimits(rateLimits, { nowMs, onRefused: (kind) => refused.inc({ kind }) })
  const room = createByteBudget({ maxPlaces: MAX_UNDER_WAY, maxBytes: MAX_BYTES })
  new Gauge({
    name: 'fleetops_agent_proxy_body_bytes',
    help: 'Bytes of the bodies of requests under way in the agent proxy',
    registers: [metrics],
    collect() {
      this.set(room.taken().bytes)
    },
  })
  return {
    limits,
    admit({ route, caller, sizeBytes }) {
      limits.enter(caller.principal)
      // Long polls are counted where they wait.
      if (route.method === 'GET') return NOTHING_TAKEN
      const leave = room.enter(holderOf(caller.principal), sizeBytes)
      if (leave !== null) return leave
      refused.inc({ kind: 'room' })
      throw tooMuchUnderWay()
    },
  }
}
