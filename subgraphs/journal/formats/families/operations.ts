import type { Attempt } from '../sessions/attempt.ts'
import type { Profile } from '../sessions/profile.ts'
import { createRequestUnits } from '../sessions/receipts.ts'
import type { TransactionKind } from '../sessions/transaction.ts'

/** More operations than a machine has; of what a hostile file prints beyond nothing is kept. */
const MAX_OPERATIONS = 1_000

const kindShown = ({ cash, deposit, named }: Attempt): TransactionKind | null =>
  cash.requested || cash.presented || cash.taken ? 'WITHDRAWAL' : deposit.begun ? 'DEPOSIT' : named

/**
 * What the operations of one file are: the kind that receipts and notes show, the unit of the amounts that are sent, and
 * the one currency of the machine's notes. A later attempt of which no line says that may be understood by it.
 */
export const createOperations = (profile: Profile) => {
  const units = createRequestUnits(profile)
  const kinds = new Map<string, TransactionKind | 'several'>()
  let currency: string | null = null
  let isMixed = false
  return {
    /** The letters of a currency, as a line about notes or money prints them. */
    sees(printed: string | null): void {
      if (printed === null || printed === currency) return
      isMixed ||= currency !== null
      currency ??= printed
    },
    /** The currency of the machine's notes; null before a line shows it, and where there are several. */
    currency: (): string | null => (isMixed ? null : currency),
    /** Compares the digits of a request with the notes that a deposit counted. */
    learnCounted(attempt: Attempt): void {
      units.learn(attempt, attempt.deposit.countedMinor)
    },
    /** The digits of a request in hundredths; null where no line shows their unit. */
    minorOf: (attempt: Attempt): bigint | null => units.minorOf(attempt),
    /** An attempt that is over: what it shows of its operation, and what its operation shows of it. */
    close(attempt: Attempt): void {
      const { operation, requested, cash } = attempt
      if (attempt.amountMinor !== null) units.learn(attempt)
      else if (requested !== null && cash.presentedMinor !== null && requested * 100n === cash.presentedMinor)
        units.learn(attempt, cash.presentedMinor)
      const shown = kindShown(attempt)
      const known = kinds.get(operation)
      if (operation === '' || requested === null) return
      if (shown === null) attempt.named = known === undefined || known === 'several' ? null : known
      else if (known !== undefined) kinds.set(operation, known === shown ? shown : 'several')
      else if (kinds.size < MAX_OPERATIONS) kinds.set(operation, shown)
      cash.requestedMinor ??= units.minorOf(attempt)
      if (attempt.amountMinor !== null || cash.requestedMinor !== null) attempt.currency ??= this.currency()
    },
  }
}

/** The operations of one file. */
export type Operations = ReturnType<typeof createOperations>
