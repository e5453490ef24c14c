import { z } from 'zod'
import type { Calls } from '../kit/calls/calls.ts'
import { isTimeZone } from '../kit/common/dates.ts'
import { badInputs, DomainError, type FieldFault } from '../kit/common/errors.ts'

const TIMEOUT_MS = 10_000

const resolved = z.array(
  z.object({
    atmId: z.number().int(),
    agentAtmId: z.string(),
    institutionKey: z.string().nullable(),
    timeZone: z.string().nullable(),
    retired: z.boolean().default(false),
    reactivatedAt: z.coerce.date().nullish().default(null),
  }),
)
const refusal = z.object({
  detail: z.string(),
  errors: z.array(z.object({ field: z.string(), message: z.string() })).optional(),
})

/** What the incident service knows of an ATM. */
export type KnownAtm = {
  readonly atmId: number
  readonly agentAtmId: string
  readonly institutionKey: string | null
  readonly timeZone: string | null
  /** Whether it was taken out of use. Who does not see the ATM must not learn it. */
  readonly retired: boolean
  /** When it was last brought back into use; null where it never was retired. */
  readonly reactivatedAt: Date | null
}

/** Finds an ATM in the incident service, which owns them; with an institution one that is new is registered there. */
export type FindAtm = (agentAtmId: string, institutionKey: string | null) => Promise<KnownAtm | null>

const refuse = (status: number, body: unknown): never => {
  const said = refusal.safeParse(body)
  const faults: readonly FieldFault[] = said.data?.errors ?? []
  if (status === 403)
    throw new DomainError('FORBIDDEN', said.data?.detail ?? 'agentAtmId: this ATM belongs to another institution')
  if (status === 400 && faults.length > 0)
    throw badInputs(
      faults.map(({ field, message }) => ({ field: field.replace(/^agentAtmIds.*/, 'agentAtmId'), message })),
    )
  if (status === 503)
    throw new DomainError('UNAVAILABLE', 'The ATM cannot be looked up right now; try again.', { retryAfterSeconds: 2 })
  throw new Error(`the incident service answered ${status} when asked for an ATM`)
}

/** The directory of ATMs behind the incident service's internal listener. */
export const createFindAtm =
  (calls: Calls): FindAtm =>
  async (agentAtmId, institutionKey) => {
    const answer = await calls.request('incident', {
      method: 'POST',
      path: '/api/internal/atms/resolve',
      body: { agentAtmIds: [agentAtmId], institutionKey, register: institutionKey !== null },
      as: { kind: 'internal' },
      timeoutMs: TIMEOUT_MS,
    })
    if (answer.status !== 200) return refuse(answer.status, answer.body)
    const atm = resolved.parse(answer.body).find((found) => found.agentAtmId === agentAtmId)
    if (atm === undefined) return null
    return { ...atm, timeZone: atm.timeZone !== null && isTimeZone(atm.timeZone) ? atm.timeZone : null }
  }
