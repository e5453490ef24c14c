import { z } from 'zod'
import { senderOf } from '../domain/sender.rules.ts'
import type { OperationContext } from '../kit/graphql/context.ts'
import type { InternalCall } from './internal-calls.ts'
import type { AgentTaskReport } from './schema.gen.ts'

const TIMEOUT_MS = 10_000

const reported = z.object({ id: z.string(), status: z.string() })

/**
 * Passes on what an agent did with a task. The fleet service decides whether the task is the agent's; null where it is
 * not.
 * @throws DomainError as the fleet service has it, UNAVAILABLE when it cannot be reached.
 */
export const passTaskReport = async (
  pass: InternalCall,
  { id, report }: { readonly id: string; readonly report: AgentTaskReport },
  context: OperationContext,
) => {
  const sender = senderOf(context.principal, null)
  const body = {
    ...report,
    agentAtmId: context.principal.agentAtmId,
    institutionKey: sender.kind === 'institution' ? sender.institutionKey : null,
  }
  const request = {
    method: 'PATCH',
    path: `/api/internal/tasks/${id}`,
    body,
    timeoutMs: TIMEOUT_MS,
    kind: 'event',
    mayBeMissing: true,
  } as const
  return reported.parse((await pass('fleet', request, context)).body)
}
