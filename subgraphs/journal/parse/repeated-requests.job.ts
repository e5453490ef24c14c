import type { Stores } from '../../../db/tenancy.ts'
import type { Waker } from '../../kit/common/waker.ts'
import type { JobDefinition } from '../../kit/jobs/jobs.ts'
import { createCounter } from '../../kit/observability/metrics.ts'
import type { ServiceEnv } from '../../kit/service/service.ts'
import { insertRepeatedRequests } from './parse-requests.store.ts'
import { updateUnanswered } from './repeated-requests.store.ts'

/** Files that one run asks for: those of an hour in which all were lost are asked for within a few runs. */
const MAX_FILES = 1_000

type Env = Pick<ServiceEnv, 'metrics'> & {
  readonly stores: Stores
  readonly outbox: Waker
  /** For how long a file waits before it is asked for once more, and then again. */
  readonly repeatAfterMs: number
  newId(): string
}

/**
 * Asks once more for files that wait to be parsed although they were asked for long ago, every ten minutes: a request
 * can be lost with a topic, and nothing else would notice. Where the first one is only late, whichever comes second
 * finds the file parsed and does nothing.
 */
export const repeatedRequestsJob = ({ stores, outbox, repeatAfterMs, newId, metrics }: Env): JobDefinition => {
  const repeated = createCounter(
    metrics,
    'fleetops_journal_parse_requests_repeated_total',
    'Journal files that were asked for once more, as they had waited too long to be read',
  )
  return {
    name: 'journal.repeated-requests',
    cron: '*/10 * * * *',
    timeZone: 'UTC',
    run: async ({ now, log }) => {
      const before = new Date(now.getTime() - repeatAfterMs)
      const files = await stores.asPlatform(async (tx) => {
        const unanswered = await updateUnanswered(tx, { before, limit: MAX_FILES, at: now })
        await insertRepeatedRequests(tx, unanswered, { now, newId })
        return unanswered
      })
      if (files.length > 0) {
        outbox.wake()
        repeated.inc(files.length)
        log.warn({ files: files.length }, 'journal files have waited too long to be read; they are asked for once more')
      }
      return `${files.length} files asked for once more`
    },
  }
}
