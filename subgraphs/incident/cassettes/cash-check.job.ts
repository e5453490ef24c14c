import type { Stores } from '../../../db/tenancy.ts'
import type { JobContext, JobDefinition } from '../../kit/jobs/jobs.ts'
import { untilDone } from '../../kit/jobs/portions.ts'
import { createCounter } from '../../kit/observability/metrics.ts'
import type { ServiceEnv } from '../../kit/service/service.ts'
import { addUpPortion, listCashDifferences } from './cash-totals.store.ts'

/** ATMs that are locked and added up in one transaction: ingest waits for some milliseconds. */
const PORTION = 250
/** Differences that are logged each by itself in a run; all of them are counted. */
const MAX_LOGGED = 20

/** Adds up the cassettes of ATMs that were there before their cash was kept. Once that is done, it does nothing. */
export const addUpCash = (stores: Stores, signal?: JobContext['signal']): Promise<number> =>
  untilDone(() => stores.asPlatform((tx) => addUpPortion(tx, PORTION)), { signal })

/**
 * Each night: compares the cash that is kept of ATMs with their cassettes. A difference is reported and not corrected:
 * triggers change both in one transaction, so one means a fault of the program, which a silent repair would hide.
 */
export const cashCheckJob = ({ stores, metrics }: Pick<ServiceEnv, 'stores' | 'metrics'>): JobDefinition => {
  const differing = createCounter(
    metrics,
    'fleetops_cash_differences_total',
    'Amounts of cash, by ATM and currency, that were found to differ from their cassettes',
  )
  return {
    name: 'incident.cash-check',
    cron: '40 2 * * *',
    timeZone: 'UTC',
    async run({ log, signal }) {
      await addUpCash(stores, signal)
      const { count, differences } = await stores.asPlatform((tx) => listCashDifferences(tx, MAX_LOGGED), {
        mode: 'read',
      })
      for (const difference of differences) log.error(difference, 'the cash of an ATM differs from its cassettes')
      differing.inc(count)
      return `${count} amounts differ from the cassettes of their ATMs`
    },
  }
}
