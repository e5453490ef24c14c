import type { TenantTx } from '../../db/tenancy.ts'
import { badInput } from '../kit/common/errors.ts'
import { checkBetween } from '../kit/graphql/bounds.rules.ts'
import type { OperationContext } from '../kit/graphql/context.ts'

/** Requests may be committed some time after their moment, and the clocks of replicas differ: so much is read again. */
export const OVERLAP_MS = 10_000
const MAX_CHANGES = 10_000

/** A service is asked about so many agents at once. */
export const MAX_AGENTS_ASKED = 500

/** @throws DomainError BAD_USER_INPUT for more agents than may be asked about at once. */
export const checkAgentsAsked = (field: string, agents: readonly unknown[]): void => {
  if (agents.length > MAX_AGENTS_ASKED) throw badInput(field, `must have at most ${MAX_AGENTS_ASKED} entries`)
}

/** Agents that were asked for something since a moment, and from when on to look the next time. */
export type AgentChanges = { readonly agentAtmIds: readonly string[]; readonly next: Date }

/** An agent, and when it was first asked for something. */
type AgentChange = { readonly agentAtmId: string; readonly at: Date }

/**
 * Where a look for new requests begins that is to begin at `since`: the clock of whom it is for may be ahead of the one
 * by which requests have their moment.
 */
export const boundedSince = (since: Date, now: Date): Date =>
  since > now ? new Date(now.getTime() - OVERLAP_MS) : since

/**
 * Where the next look for new requests begins: a page that is full ends at its last one. What may still be committed is
 * read again after it, too, so of more than a page in that time the last are read so much later.
 */
export const nextSince = (since: Date, now: Date, lastOfFullPage: Date | null): Date => {
  if (lastOfFullPage !== null && lastOfFullPage <= since) return new Date(since.getTime() + 1)
  const settledMs = now.getTime() - OVERLAP_MS
  return new Date(Math.max(since.getTime(), Math.min(lastOfFullPage?.getTime() ?? settledMs, settledMs)))
}

/**
 * Answers which agents were asked for something since a moment. `list` reads at most so many, the earliest first.
 * @throws DomainError BAD_USER_INPUT for a limit out of bounds.
 */
export const readAgentChanges = async (
  { since, limit }: { readonly since: Date; readonly limit: number },
  { read, now }: Pick<OperationContext, 'read' | 'now'>,
  list: (tx: TenantTx, since: Date, limit: number) => Promise<readonly AgentChange[]>,
): Promise<{ agentAtmIds: string[]; next: Date }> => {
  const most = checkBetween('limit', limit, 1, MAX_CHANGES)
  // Taken before the store is asked: what is committed meanwhile belongs to the next look.
  const askedAt = now()
  const from = boundedSince(since, askedAt)
  const changes = await read((tx) => list(tx, from, most))
  const last = changes.length < most ? null : (changes.at(-1)?.at ?? null)
  return { agentAtmIds: changes.map(({ agentAtmId }) => agentAtmId), next: nextSince(from, askedAt, last) }
}
