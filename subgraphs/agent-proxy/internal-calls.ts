import { type CallAnswer, type Calls, MAX_CONNECTIONS, type ServiceName } from '../kit/calls/calls.ts'
import type { OperationContext } from '../kit/graphql/context.ts'
import type { Method } from '../kit/rest/routes.ts'
import { createFairGate, type FairGate } from '../kit/sharing/fair-gate.ts'
import { holderOf } from '../kit/sharing/shares.rules.ts'
import type { Refusals } from './refusals.ts'

/**
 * Each kind of call has its own queue: events wait neither behind the heartbeats of their institution nor behind
 * batches. At most as many batches are under way as their receiver has room for, and at most as many calls of all kinds
 * together as there are connections between two services.
 */
const BATCHES = 96
const EVENTS = 208
/**
 * Agents repeat heartbeats and looks for work anyway: what cannot be called in time is refused at once, and the agents
 * are told to come back later than those with an event.
 */
const GATES = {
  batch: { places: BATCHES },
  event: { places: EVENTS },
  other: { places: MAX_CONNECTIONS - BATCHES - EVENTS, maxWaiting: 2_000, retryAfterSeconds: 10 },
}
/** The share of its time that a call may wait before it begins. */
const PATIENCE_SHARE = 0.5

export type InternalCall = (
  service: ServiceName,
  request: {
    readonly method: Method
    readonly path: string
    readonly query?: Readonly<Record<string, string>>
    readonly body?: unknown
    readonly headers?: Readonly<Record<string, string>>
    readonly timeoutMs: number
    /** True for a body that is passed on as its sender sends it: the call waits for no turn, and delays no other. */
    readonly streams?: boolean
    /** `other` when left out. */
    readonly kind?: keyof typeof GATES
    /** True where 404 says that a record is not there. */
    readonly mayBeMissing?: boolean
  },
  context: OperationContext,
) => Promise<CallAnswer>

/**
 * Calls an internal endpoint and passes its answer through: a refusal becomes what `refusalOf` says.
 * At most as many calls are under way at once as there are connections between two services; where more wait,
 * institutions take turns, and so do the senders of one institution.
 * @throws DomainError UNAVAILABLE when the service cannot be reached.
 */
export const createInternalCalls = (calls: Calls, refusalOf: Refusals): InternalCall => {
  const gates = new Map<string, FairGate>()
  const gateOf = (service: ServiceName, kind: keyof typeof GATES): FairGate => {
    const key = `${service} ${kind}`
    const gate = gates.get(key) ?? createFairGate(GATES[kind])
    gates.set(key, gate)
    return gate
  }
  return async (service, { streams = false, kind = 'other', mayBeMissing = false, ...request }, context) => {
    const call = () => calls.request(service, { ...request, as: { kind: 'internal' } })
    const patienceMs = request.timeoutMs * PATIENCE_SHARE
    const turn = { holder: holderOf(context.principal), patienceMs, hungUp: context.hungUp }
    const answer = await (streams ? call() : gateOf(service, kind).through(turn, call))
    if (answer.status >= 400) throw refusalOf(service, answer, { mayBeMissing })
    return answer
  }
}
