import { localDateOf } from '../../kit/common/dates.ts'
import type { JobDefinition } from '../../kit/jobs/jobs.ts'
import { createCounter } from '../../kit/observability/metrics.ts'
import type { ServiceEnv } from '../../kit/service/service.ts'
import { firstKeptDay } from '../model/kept-days.rules.ts'
import { daysToCheck } from './totals-check.rules.ts'
import { findDaySpan, listTotalDifferences } from './totals-check.store.ts'

/** Differences that are logged each by itself in a run; all of them are counted. */
const MAX_LOGGED = 20

/**
 * Compares the stored totals of days with the rows, every night at 02:30 UTC. A difference is reported and not
 * corrected: both are written in one transaction, so one means a fault of the program, which a silent repair would
 * hide; the parse of any file of that ATM and day counts again. Days of months that are not kept for `keptDays` (null:
 * all are) are left out: retention deletes their totals and their rows one after the other, perhaps in several nights.
 */
export const totalsCheckJob = (
  { stores, metrics }: Pick<ServiceEnv, 'stores' | 'metrics'>,
  keptDays: number | null,
): JobDefinition => {
  const differing = createCounter(
    metrics,
    'fleetops_journal_total_differences_total',
    'Days of ATMs, by institution, whose kept total of transactions was found to differ from their rows',
  )
  return {
    name: 'journal.totals-check',
    cron: '30 2 * * *',
    timeZone: 'UTC',
    run: async ({ now, log, progress, signal }) => {
      const span = await stores.asPlatform(findDaySpan, { mode: 'read' })
      const keptFrom = keptDays === null ? '' : firstKeptDay(now, keptDays)
      const days = span === null ? [] : daysToCheck(span, localDateOf(now, 'UTC')).filter((day) => day >= keptFrom)
      let [found, logged] = [0, 0]
      for (const day of days) {
        signal?.throwIfAborted()
        const check = await stores.asPlatform((tx) => listTotalDifferences(tx, day, MAX_LOGGED), { mode: 'read' })
        found += check.count
        for (const difference of check.differences.slice(0, MAX_LOGGED - logged)) {
          log.error(difference, 'the kept total of an ATM and day differs from its rows')
          logged += 1
        }
        if (check.count > 0) progress(`${day}: ${check.count} totals differ`)
      }
      differing.inc(found)
      return `${days.length} days checked, ${found} totals differ`
    },
  }
}
