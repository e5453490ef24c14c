import type { PlatformTx, Stores } from '../../../db/tenancy.ts'
import type { JobDefinition } from '../../kit/jobs/jobs.ts'
import { PATIENCE, type Patience, removeInPortions, repeatPatiently, trustedNow } from '../../kit/jobs/removal.ts'
import { firstKeptDay } from '../model/kept-days.rules.ts'
import {
  deleteDays,
  deleteFiles,
  deleteGaps,
  deleteTotals,
  dropColdMonth,
  updateKeptFrom,
} from './journal-retention.store.ts'

/** Files that one transaction deletes, with their texts. */
const FILES = 500
const ROWS = 5_000

/**
 * Each day: deletes the journals of months that lie wholly more than `keptDays` ago, with gaps and totals, and drops
 * the months of their transactions. Without a limit it deletes nothing.
 */
export const journalRetentionJob = (
  stores: Stores,
  keptDays: number | null,
  patience: Patience = PATIENCE,
): JobDefinition => ({
  name: 'journal.retention',
  cron: '10 3 * * *',
  timeZone: 'UTC',
  async run(context) {
    if (keptDays === null) return 'journals are not deleted by age'
    const { signal } = context
    const before = firstKeptDay(trustedNow(context), keptDays)
    const remove = (
      what: string,
      portion: number,
      work: (tx: PlatformTx, before: string, limit: number) => Promise<number>,
    ) =>
      removeInPortions(stores, portion, (tx) => work(tx, before, portion), {
        signal,
        progress: (rows) => context.progress(`${rows} ${what} deleted`),
      })
    await removeInPortions(stores, ROWS, (tx) => updateKeptFrom(tx, before, ROWS), { signal })
    const files = await remove('files', FILES, deleteFiles)
    const gaps = await remove('gaps', ROWS, deleteGaps)
    const totals = await remove('totals', ROWS, deleteTotals)
    // By the run that finds no totals any more: what others still change of them is in the days as well.
    if (totals === 0) await stores.asPlatform((tx) => deleteDays(tx, before))
    const dropMonth = () => stores.asPlatform((tx) => dropColdMonth(tx, before))
    const { done, isDone } = await repeatPatiently(dropMonth, patience, signal)
    if (!isDone) context.log.warn('transactions are read for so long that old months wait to be dropped')
    const rest = isDone ? '' : '; the rest is left to the next run'
    return `${files} files, ${gaps} gaps and ${totals} totals deleted, ${done} months of transactions dropped${rest}`
  },
})
