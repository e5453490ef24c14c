import { setImmediate as nextTurn } from 'node:timers/promises'
import { z } from 'zod'
import { AUTHOR_HEADER, authorHeader, authorOf } from '../domain/event-author.rules.ts'
import { checkEventCount } from '../domain/event-header.rules.ts'
import { type FindInstitution, reportedBy } from '../domain/event-reporter.ts'
import type { JsonObject } from '../domain/sender.rules.ts'
import type { Limits } from '../domain/sender-limits.ts'
import { problemOf, toDomainError } from '../kit/common/errors.ts'
import { isRecord } from '../kit/common/records.rules.ts'
import type { OperationContext } from '../kit/graphql/context.ts'
import type { InternalCall } from './internal-calls.ts'

const INGEST_TIMEOUT_MS = 15_000
/** As many as take about a millisecond. */
const EVENTS_A_TURN = 100

const resolvedAtms = z.array(z.object({ agentAtmId: z.string(), institutionKey: z.string().nullable() }))

/** Finds the institution of an ATM in the incident service. */
const institutionFinder =
  (pass: InternalCall, context: OperationContext): FindInstitution =>
  async (agentAtmId) => {
    const body = { agentAtmIds: [agentAtmId], institutionKey: null, register: false }
    const answer = await pass(
      'incident',
      { method: 'POST', path: '/api/internal/atms/resolve', body, timeoutMs: INGEST_TIMEOUT_MS, kind: 'event' },
      context,
    )
    return resolvedAtms.parse(answer.body)[0]?.institutionKey
  }

/** The body for the internal endpoint. */
const internalBody = (pass: InternalCall, event: unknown, context: OperationContext): Promise<JsonObject> =>
  reportedBy(event, context, institutionFinder(pass, context))

type Env = { readonly pass: InternalCall; readonly limits: Limits }

/** Passes one event to the incident service. Returns its answer, 201 or 202, as the member of the union that it is. */
export const passEvent = async ({ pass, limits }: Env, given: unknown, context: OperationContext) => {
  limits.charge(context, { agentAtmId: Object(given).agentAtmId, count: 1 })
  const body = await internalBody(pass, given, context)
  const author = authorOf(context)
  const headers = author === null ? {} : { [AUTHOR_HEADER]: authorHeader(author) }
  const answer = await pass(
    'incident',
    {
      method: 'POST',
      path: '/api/internal/journal-events',
      body,
      headers,
      timeoutMs: INGEST_TIMEOUT_MS,
      kind: 'event',
    },
    context,
  )
  return {
    __typename: answer.status === 201 ? ('StoredEvent' as const) : ('NotStoredEvent' as const),
    ...Object(answer.body),
  }
}

export type Entry = { status: number; body: unknown }

/** The path of a batch as agents know it: the entries of an answer must not name an internal endpoint. */
const BATCH_PATH = '/agent-proxy/api/journal-events/batch'

const refused = (error: unknown, context: OperationContext): Entry => {
  const where = { instance: BATCH_PATH, traceId: context.traceId, now: context.now() }
  const body = problemOf(toDomainError(error).error, where)
  return { status: body.status, body }
}

const entries = z.array(z.object({ status: z.number(), body: z.unknown() }))

/** An entry of the incident service, as our own. */
const passedOn = ({ status, body }: Entry): Entry =>
  isRecord(body) && 'instance' in body ? { status, body: { ...body, instance: BATCH_PATH } } : { status, body }

/**
 * Passes a batch to the incident service in one call, without the events that are refused here, each with its own
 * entry. Who may send at all may send a whole batch; of a token for many ATMs the events of one that sends too much are
 * refused, alone.
 */
export const passEvents = async (
  { pass, limits }: Env,
  events: readonly unknown[],
  context: OperationContext,
): Promise<Entry[]> => {
  checkEventCount(events)
  limits.charge(context, { agentAtmId: null, count: events.length })
  const answers: (Entry | null)[] = []
  const forwarded: JsonObject[] = []
  for (const [n, event] of events.entries()) {
    // Other requests get their turn in between.
    if (n > 0 && n % EVENTS_A_TURN === 0) await nextTurn()
    try {
      limits.chargeAtm(context, Object(event).agentAtmId)
      // Only agents post batches, so the token alone settles the institution and nothing is looked up here.
      forwarded.push(await internalBody(pass, event, context))
      answers.push(null)
    } catch (error) {
      answers.push(refused(error, context))
    }
  }
  if (forwarded.length === 0) return answers.filter((answer) => answer !== null)
  const answer = await pass(
    'incident',
    {
      method: 'POST',
      path: '/api/internal/journal-events/batch',
      body: forwarded,
      timeoutMs: 2 * INGEST_TIMEOUT_MS,
      kind: 'batch',
    },
    context,
  )
  const passed = entries.parse(answer.body).map(passedOn).values()
  return answers.map((own) => own ?? passed.next().value ?? { status: 500, body: null })
}
