import { z } from 'zod'
import { MAX_AGENTS_ASKED } from '../domain/agent-changes.ts'
import { senderOf } from '../domain/sender.rules.ts'
import type { Calls, ServiceName } from '../kit/calls/calls.ts'
import { createBatchLane } from '../kit/common/batch-lane.ts'
import { DomainError } from '../kit/common/errors.ts'
import type { OperationContext } from '../kit/graphql/context.ts'
import { createFairGate } from '../kit/sharing/fair-gate.ts'
import { holderOf } from '../kit/sharing/shares.rules.ts'
import type { Refusals } from './refusals.ts'

/**
 * Agents that come one after the other go together; a poll waits about as long for its heartbeat, which gathers, too.
 * One sender alone may have more than `enough` in a question, so a crowd waits for no time to pass.
 */
const GATHERING = { ms: 100, enough: 50 }
/**
 * A question waits for its turn, then for the one that is under way, and then for its answer: together it takes no
 * longer than a call of its own that waits for its turn.
 */
const PATIENCE_MS = 2_500
const TIMEOUT_MS = 2_500

const places = z.array(z.number().int())

type Agent = { readonly agentAtmId: string; readonly institutionKey: string | null }

/** An agent that is asked about, with the answer once there is one. */
type Asked = { readonly agent: Agent; mayHaveWork: boolean }

/**
 * Asks whether a service may have work for an agent; false where it has none for sure. Changes nothing.
 * @throws DomainError UNAVAILABLE when the service cannot be reached, or too many are asked about.
 */
export type AskForWork = (agentAtmId: string, context: OperationContext) => Promise<boolean>

/** True for an error that the id of one agent caused. Any other would meet each part of a question. */
const isOfOneAgent = (error: unknown): boolean => error instanceof DomainError && error.code === 'BAD_USER_INPUT'

/** How a service is asked which of many agents it has work for: it answers with their places in the list. */
export type BatchQuestion = {
  readonly service: ServiceName
  readonly path: string
  bodyOf(agents: readonly Agent[]): unknown
}

/**
 * Asks about all agents together that come within a tenth of a second, or while a question is under way. There is room
 * for one question, which institutions share as `createShares` says: those of one take half of it at most, and what
 * does not fit waits for its turn. A service of an earlier version has no such route: then any agent may have work.
 */
export const createAskForWork = (
  calls: Calls,
  refusalOf: Refusals,
  { service, path, bodyOf }: BatchQuestion,
): AskForWork => {
  // Any number may wait: they are agents that wait for work, which are bounded, and all may be woken at once.
  const room = createFairGate({ places: MAX_AGENTS_ASKED, retryAfterSeconds: 10 })

  const placesOf = async (agents: readonly Agent[]): Promise<Iterable<number>> => {
    const request = { method: 'POST', path, body: bodyOf(agents), timeoutMs: TIMEOUT_MS } as const
    const answer = await calls.request(service, { ...request, as: { kind: 'internal' } })
    // 405 where the path is another route's for another method.
    if (answer.status === 404 || answer.status === 405) return agents.keys()
    if (answer.status >= 400) throw refusalOf(service, answer)
    return places.parse(answer.body)
  }
  const submit = createBatchLane(
    async (asked: readonly Asked[]) => {
      for (const place of await placesOf(asked.map(({ agent }) => agent))) {
        const one = asked[place]
        if (one !== undefined) one.mayHaveWork = true
      }
    },
    MAX_AGENTS_ASKED,
    { gathering: GATHERING, isShared: (error) => !isOfOneAgent(error) },
  )

  return async (agentAtmId, context) => {
    const sender = senderOf(context.principal, null)
    const institutionKey = sender.kind === 'institution' ? sender.institutionKey : null
    const asked: Asked = { agent: { agentAtmId, institutionKey }, mayHaveWork: false }
    const turn = { holder: holderOf(context.principal), patienceMs: PATIENCE_MS, hungUp: context.hungUp }
    await room.through(turn, () => submit(asked))
    return asked.mayHaveWork
  }
}
