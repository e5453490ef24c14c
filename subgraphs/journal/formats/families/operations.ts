import type { Attempt } from '../sessions/attempt.ts'
import type { Profile } from '../sessions/profile.ts'
import { createRequestUnits } from '../sessions/request-units.ts'
import type { TransactionKind } from '../sessions/transaction.ts'

const kindShown = ({ cash, deposit, named }: Attempt): TransactionKind | null =>
  cash.requested || cash.presented || cash.taken ? 'WITHDRAWAL' : deposit.begun ? 'DEPOSIT' : named

/**
 * What the operations of one file are: the kind that receipts and notes show, the unit of the amounts that are sent,
 * and the one currency of the machine's notes. A later attempt of which no line says that may be understood by it.
 */
export const createOperations = (profile: Profile) => {
  const units = createRequestUnits(profile)
  let currency: string | null = null
  let isMixed = false
  /** The operation tells in which unit its amount is sent. */
  const byOperation = (attempt: Attempt): Attempt => {
    attempt.requestedBy = attempt.operation
    return attempt
  }
  return {
    /** The letters of a currency, as a line about notes or money prints them. */
    sees(printed: string | null): void {
      if (printed === null || printed === currency) return
      isMixed ||= currency !== null
      currency ??= printed
    },
    /** Compares the digits of a request with the notes that a deposit counted. */
    learnCounted(attempt: Attempt): void {
      units.learn(byOperation(attempt), attempt.deposit.countedMinor)
    },
    /** The digits of a request in hundredths; null where no line shows their unit. */
    minorOf: (attempt: Attempt): bigint | null => units.minorOf(byOperation(attempt)),
    /** What the whole file shows of an attempt's operation. */
    shownLater: (attempt: Attempt) => ({
      requestedMinor: units.minorOf(byOperation(attempt)),
      kind: attempt.requested === null ? null : units.kindOf(attempt),
      currency: isMixed ? null : currency,
    }),
    /** An attempt that is over: what it shows of its operation, and what its operation shows of it. */
    close(attempt: Attempt): void {
      const { requested, cash } = byOperation(attempt)
      attempt.named ??= kindShown(attempt)
      if (attempt.named !== null) units.learnKind(attempt)
      // One code may do several things: only where an amount was asked for it is the same.
      if (requested === null) return
      attempt.named ??= units.kindOf(attempt)
      // Fewer notes may come out than were asked for: they never show that the request is in hundredths.
      const given = cash.presentedMinor
      if (attempt.amountMinor !== null || (given !== null && requested * 100n === given)) units.learn(attempt, given)
      cash.requestedMinor ??= units.minorOf(attempt)
      if (attempt.amountMinor !== null || cash.requestedMinor !== null) attempt.currency ??= isMixed ? null : currency
    },
  }
}

/** The operations of one file. */
export type Operations = ReturnType<typeof createOperations>
