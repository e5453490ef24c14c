import { Temporal } from 'temporal-polyfill'
import type { JournalTransaction } from '../formats/sessions/transaction.ts'

/** The zones of a machine's clock and of its ATM, where they differ. */
export type ClockZones = { readonly clock: string; readonly local: string }

/**
 * What tells the times of transactions as the ATM's local ones. Of a time that the clock shows twice, when it is set
 * back, the first is meant; one that it skips is as much later as it skips.
 */
export const createLocalTimes = (
  zones: ClockZones | null,
): ((transaction: JournalTransaction) => JournalTransaction) => {
  if (zones === null) return (transaction) => transaction
  const localOf = (at: string): string =>
    Temporal.PlainDateTime.from(at)
      .toZonedDateTime(zones.clock)
      .withTimeZone(zones.local)
      .toPlainDateTime()
      .toString({ smallestUnit: 'second' })
  return (transaction) => ({
    ...transaction,
    startedAt: localOf(transaction.startedAt),
    endedAt: transaction.endedAt === null ? null : localOf(transaction.endedAt),
  })
}
