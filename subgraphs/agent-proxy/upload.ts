import { checkAgentAtm, senderOf } from '../domain/sender.rules.ts'
import type { OperationContext } from '../kit/graphql/context.ts'
import type { ByteStream } from '../kit/rest/answer.ts'
import type { InternalCall } from './internal-calls.ts'

const UPLOAD_TIMEOUT_MS = 120_000

/**
 * Streams a journal file on to the journal service. Returns its answer, 201 or 200, as the member of the union that
 * it is.
 */
export const passUpload = async (
  pass: InternalCall,
  { agentAtmId, journalDate, file }: { agentAtmId: string; journalDate: string; file: ByteStream },
  context: OperationContext,
) => {
  checkAgentAtm(context.principal, agentAtmId)
  const sender = senderOf(context.principal, null)
  const institution: Record<string, string> =
    sender.kind === 'institution' ? { institutionKey: sender.institutionKey } : {}
  const answer = await pass(
    'journal',
    {
      method: 'POST',
      path: '/api/internal/files',
      query: { agentAtmId, journalDate, ...institution },
      body: file.chunks,
      headers: file.contentEncoding === null ? {} : { 'content-encoding': file.contentEncoding },
      timeoutMs: UPLOAD_TIMEOUT_MS,
      streams: true,
    },
    context,
  )
  return {
    __typename: answer.status === 201 ? ('StoredUpload' as const) : ('KnownUpload' as const),
    ...Object(answer.body),
  }
}
