import { z } from 'zod'
import type { PlatformTx } from '../../../db/tenancy.ts'
import type { Calls } from '../../kit/calls/calls.ts'
import { isTimeZone, localDateOf } from '../../kit/common/dates.ts'
import { type CurrentAtm, updateAtms } from './gap-detection.store.ts'
import { type GroupedAtm, updateAtmGroups } from './gap-groups.store.ts'

const PAGE = 5_000
const TIMEOUT_MS = 30_000

const text = z.string().nullable().default(null)
const records = z.array(
  z.object({
    atmId: z.number().int(),
    agentAtmId: z.string(),
    institutionKey: z.string().nullable(),
    timeZone: z.string().nullable(),
    retiredAt: z.coerce.date().nullable().default(null),
    reactivatedAt: z.coerce.date().nullable().default(null),
    ...{ vendor: text, model: text, siteName: text, region: text, costCentre: text, criticality: text },
    tags: z.array(z.string()).nullable().default(null),
    edition: z.number().int(),
  }),
)
type AtmRecord = z.infer<typeof records>[number]

/** What the incident service says of an ATM. */
export type KnownAtm = CurrentAtm & GroupedAtm

/** An ATM as gaps need it; those of no institution have no journals and are left out. */
export const currentAtms = (atms: readonly AtmRecord[], platformTimeZone: string): readonly KnownAtm[] =>
  atms.flatMap(({ atmId, agentAtmId, institutionKey, timeZone: given, retiredAt, reactivatedAt, edition, ...atm }) => {
    if (institutionKey === null) return []
    const timeZone = given !== null && isTimeZone(given) ? given : null
    const expectedFrom = reactivatedAt === null ? null : localDateOf(reactivatedAt, timeZone ?? platformTimeZone)
    const retired = retiredAt !== null
    return [{ atmId, agentAtmId, institutionKey, timeZone, retired, expectedFrom, edition, groups: atm }]
  })

/** Takes over what ATMs are now, and what they are grouped by, but for those of which a newer edition is held. */
export const takeOverAtms = async (tx: PlatformTx, atms: readonly KnownAtm[]): Promise<void> => {
  const outdated = await updateAtmGroups(tx, atms)
  const current = atms.filter(({ atmId }) => !outdated.has(atmId))
  if (current.length > 0) await updateAtms(tx, current)
}

/**
 * Every ATM as the incident service has it now, by pages.
 */
export type ListAtms = () => AsyncIterable<readonly KnownAtm[]>

/** The list of ATMs behind the incident service's internal listener. Its reader rejects when that cannot be reached. */
export const createListAtms = (calls: Calls, platformTimeZone: string): ListAtms =>
  async function* () {
    for (let afterId = 0; ; ) {
      const answer = await calls.request('incident', {
        method: 'GET',
        path: '/api/internal/atms',
        query: { afterId, limit: PAGE },
        as: { kind: 'internal' },
        timeoutMs: TIMEOUT_MS,
      })
      if (answer.status !== 200)
        throw new Error(`the incident service answered ${answer.status} when asked for its ATMs`)
      const page = records.parse(answer.body)
      yield currentAtms(page, platformTimeZone)
      afterId = page.at(-1)?.atmId ?? afterId
      if (page.length < PAGE) return
    }
  }
