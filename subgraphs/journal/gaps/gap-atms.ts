import { z } from 'zod'
import type { Calls } from '../../kit/calls/calls.ts'
import { isTimeZone } from '../../kit/common/dates.ts'
import type { CurrentAtm } from './gap-detection.store.ts'

const PAGE = 5_000
const TIMEOUT_MS = 30_000

const records = z.array(
  z.object({
    atmId: z.number().int(),
    agentAtmId: z.string(),
    institutionKey: z.string().nullable(),
    timeZone: z.string().nullable(),
  }),
)

/**
 * Every ATM as the incident service has it now, by pages; those of no institution have no journals and are left out.
 */
export type ListAtms = () => AsyncIterable<readonly CurrentAtm[]>

/** The list of ATMs behind the incident service's internal listener. Its reader rejects when that cannot be reached. */
export const createListAtms = (calls: Calls): ListAtms =>
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
      yield page.flatMap(({ institutionKey, timeZone, ...atm }) =>
        institutionKey === null
          ? []
          : [{ ...atm, institutionKey, timeZone: timeZone !== null && isTimeZone(timeZone) ? timeZone : null }],
      )
      afterId = page.at(-1)?.atmId ?? afterId
      if (page.length < PAGE) return
    }
  }
