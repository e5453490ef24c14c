import { Counter, type Registry } from 'prom-client'
import { createLimits, type Limits } from '../../domain/sender-limits.ts'
import type { RateLimits } from '../../kit/config/config.ts'
import type { Arrival } from '../../kit/service/service.ts'

/** Admission of events that are posted to this service itself, instead of to the agent proxy. */
export type IngestAdmission = {
  readonly limits: Limits
  /** Lets an event in within the rate limits, before its body is read. @throws DomainError RATE_LIMITED. */
  admit(arrival: Arrival): null
}

/** Creates the admission, with the limits of the agent proxy. Refusals are counted. */
export const createIngestAdmission = (
  rateLimits: RateLimits,
  { metrics, nowMs }: { readonly metrics: Registry; nowMs(): number },
): IngestAdmission => {
  const refused = new Counter({
    name: 'fleetops_ingest_refusals_total',
    help: 'Events posted to this service that were refused: over the limit of an agent, an institution or a user',
    labelNames: ['kind'],
    registers: [metrics],
  })
  const limits = createLimits(rateLimits, { nowMs, onRefused: (kind) => refused.inc({ kind }) })
  return {
    limits,
    admit({ route, caller }) {
      if (route.field.name === 'postJournalEvent') limits.enter(caller.principal)
      return null
    },
  }
}
