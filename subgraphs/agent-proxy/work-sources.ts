import { z } from 'zod'
import type { AgentChanges } from '../domain/agent-changes.ts'
import { senderOf } from '../domain/sender.rules.ts'
import type { Calls, ServiceName } from '../kit/calls/calls.ts'
import type { OperationContext } from '../kit/graphql/context.ts'
import type { InternalCall } from './internal-calls.ts'
import type { Refusals } from './refusals.ts'
import { type AskForWork, createAskForWork } from './work-batches.ts'

/** Short, as what one source has does not wait for the other one for long. */
const TIMEOUT_MS = 5_000

// In memory an instant arrives as it is.
const instant = z.iso
  .datetime()
  .or(z.date())
  .transform((given) => new Date(given))

// A service of an earlier version does not say when it was requested.
const requestedAt = instant.nullable().default(null)
const fetches = z.array(z.object({ gapId: z.number().int(), gapDate: z.iso.date(), requestedAt }))
const tasks = z.array(
  z.object({
    id: z.string(),
    kind: z.string(),
    params: z.unknown().transform((params) => params ?? null),
    expiresAt: instant,
  }),
)
const changes = z.object({ agentAtmIds: z.array(z.string()), next: instant })

export type Fetches = z.infer<typeof fetches>
export type Tasks = z.infer<typeof tasks>

/** Where work comes from: journals that are asked for again, and tasks. */
export type WorkSources = {
  readonly askForFetches: AskForWork
  readonly askForTasks: AskForWork
  /** Changes nothing. @throws DomainError UNAVAILABLE when the service cannot be reached. */
  listFetches(agentAtmId: string, context: OperationContext): Promise<Fetches>
  /**
   * Takes what waits: each task is given once, so call it only when the answer will be delivered.
   * @throws DomainError UNAVAILABLE.
   */
  takeTasks(agentAtmId: string, context: OperationContext): Promise<Tasks>
}

/** The services that have work for agents. */
export const createWorkSources = (pass: InternalCall, calls: Calls, refusalOf: Refusals): WorkSources => ({
  askForFetches: createAskForWork(calls, refusalOf, {
    service: 'journal',
    path: '/api/internal/fetches/waiting',
    bodyOf: (agents) => ({ agentAtmIds: agents.map(({ agentAtmId }) => agentAtmId) }),
  }),
  askForTasks: createAskForWork(calls, refusalOf, {
    service: 'fleet',
    path: '/api/internal/tasks/waiting',
    bodyOf: (agents) => agents,
  }),
  async listFetches(agentAtmId, context) {
    const request = {
      method: 'GET',
      path: '/api/internal/fetches',
      query: { agentAtmId },
      timeoutMs: TIMEOUT_MS,
    } as const
    return fetches.parse((await pass('journal', request, context)).body)
  },
  async takeTasks(agentAtmId, context) {
    const sender = senderOf(context.principal, null)
    const institution: Record<string, string> =
      sender.kind === 'institution' ? { institutionKey: sender.institutionKey } : {}
    const query = { agentAtmId, ...institution }
    const request = { method: 'GET', path: '/api/internal/tasks/next', query, timeoutMs: TIMEOUT_MS } as const
    return tasks.parse((await pass('fleet', request, context)).body)
  },
})

/** Lists the agents that a service has given work since a moment. */
export type ListChanges = (since: Date) => Promise<AgentChanges>

const createListChanges =
  (calls: Calls, service: ServiceName, path: string): ListChanges =>
  async (since) => {
    const query = { since: since.toISOString() }
    const answer = await calls.request(service, {
      method: 'GET',
      path,
      query,
      as: { kind: 'internal' },
      timeoutMs: TIMEOUT_MS,
    })
    if (answer.status !== 200)
      throw new Error(`the ${service} service answered ${answer.status} when asked for changes`)
    return changes.parse(answer.body)
  }

/** The change lists of the services that give work. They reject when a service does not answer. */
export const createChangeLists = (calls: Calls): readonly ListChanges[] => [
  createListChanges(calls, 'journal', '/api/internal/fetches/changes'),
  createListChanges(calls, 'fleet', '/api/internal/tasks/changes'),
]
