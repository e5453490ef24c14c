import { checkAgentAtm, senderOf } from '../domain/sender.rules.ts'
import { checkAgentAtmId } from '../kit/auth/identifiers.rules.ts'
import type { OperationContext } from '../kit/graphql/context.ts'
import type { InternalCall } from './internal-calls.ts'

const TIMEOUT_MS = 10_000

/**
 * Hands an agent's sign of life to the incident service.
 * @throws DomainError BAD_USER_INPUT for an id that no ATM can have, FORBIDDEN for an ATM that is not the agent's,
 * UNAVAILABLE when the service cannot be reached.
 */
export type BeatHeart = (agentAtmId: string, context: OperationContext) => Promise<void>

/** Signs of life, checked and handed on. */
export const createBeatHeart =
  (pass: InternalCall): BeatHeart =>
  async (agentAtmId, context) => {
    checkAgentAtmId(agentAtmId)
    checkAgentAtm(context.principal, agentAtmId)
    const sender = senderOf(context.principal, null)
    const body = {
      agentAtmId: agentAtmId.trim(),
      institutionKey: sender.kind === 'institution' ? sender.institutionKey : null,
    }
    const request = { method: 'POST', path: '/api/internal/heartbeats', body, timeoutMs: TIMEOUT_MS } as const
    await pass('incident', request, context)
  }
