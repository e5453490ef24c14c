import { z } from 'zod'
import type { RolloutFilterRow } from '../../../db/fleet/rollout.ts'
import type { Calls } from '../../kit/calls/calls.ts'
import { DomainError } from '../../kit/common/errors.ts'

const TIMEOUT_MS = 30_000

const atmList = z.array(
  z.object({
    atmId: z.number().int(),
    agentAtmId: z.string(),
    institutionKey: z.string().nullable(),
    retired: z.boolean(),
    reactivatedAt: z.coerce.date().nullish().default(null),
  }),
)
const countList = z.array(z.object({ institutionKey: z.string().nullable(), atms: z.number().int() }))

/** An ATM as the incident service has it now. */
export type FoundAtm = z.infer<typeof atmList>[number]

/** What is selected: a filter, within the institutions of who asks; null for all institutions. */
export type Selection = { readonly filter: RolloutFilterRow; readonly scope: readonly string[] | null }

/** The institutions that a selection is within: those of the caller, of which the filter may name one. */
const institutionsOf = ({ filter: { institutionKey }, scope }: Selection): readonly string[] | null => {
  if (institutionKey === null) return scope
  return scope === null || scope.includes(institutionKey) ? [institutionKey] : []
}

const selectionOf = (selection: Selection) => {
  const { institutionKey: _key, ...conditions } = selection.filter
  return { institutions: institutionsOf(selection), ...conditions }
}

/** ATMs as the incident service, which owns them, has them. Each rejects with UNAVAILABLE while it does not answer. */
export const createAtmSelector = (calls: Calls) => {
  const post = async <T>(path: string, body: unknown, answerOf: z.ZodType<T>): Promise<T> => {
    const as = { kind: 'internal' } as const
    const answer = await calls.request('incident', { method: 'POST', path, body, as, timeoutMs: TIMEOUT_MS })
    if (answer.status === 503)
      throw new DomainError('UNAVAILABLE', 'ATMs cannot be looked up right now; try again.', { retryAfterSeconds: 2 })
    if (answer.status !== 200) throw new Error(`the incident service answered ${answer.status} when asked for ATMs`)
    return answerOf.parse(answer.body)
  }
  return {
    /** The ATMs of these textual ids that are known and not retired, 1,000 at most. */
    findByAgentIds: async (agentAtmIds: readonly string[]): Promise<FoundAtm[]> => {
      const found = await post('/api/internal/atms/resolve', { agentAtmIds, register: false }, atmList)
      return found.filter(({ retired }) => !retired)
    },
    /** Selected ATMs by numeric id from `afterId` on. */
    listAfter: (selection: Selection, afterId: number, limit: number): Promise<FoundAtm[]> =>
      post('/api/internal/atms/select', { selection: selectionOf(selection), afterId, limit }, atmList),
    /** How many are selected, by institution. */
    count: (selection: Selection) => post('/api/internal/atms/select/counts', selectionOf(selection), countList),
  }
}

export type AtmSelector = ReturnType<typeof createAtmSelector>
