import { type Attempt, sureAmount } from './attempt.ts'
import type { Profile } from './profile.ts'
import type { TransactionKind } from './transaction.ts'

/** In which units a machine sends the amount it asks for. */
type Units = 'hundredths' | 'whole' | 'contradictory'

/** More operations than a machine has; of what a hostile file prints beyond, no units are known. */
const MAX_OPERATIONS = 1_000

/**
 * What the digits of `REQUEST SENT [AMOUNT=…]` are worth. The units are set up between machine and host and printed
 * nowhere: 00001000 may be ten or a thousand, and one operation may ask in hundredths (deposits) where another asks
 * in whole units.
 * They are derived from the attempts of the same file, before or after, in which a receipt, or the notes, name the
 * amount of the same operation; without any the institution's own setting counts, and where two do not agree, the
 * digits say nothing.
 */
export const createRequestUnits = ({ amountUnit, currency }: Profile) => {
  const known = new Map<string, Units>()
  const kinds = new Map<string, TransactionKind | null>()
  const preset = amountUnit === null ? undefined : ({ WHOLE: 'whole', HUNDREDTHS: 'hundredths' } as const)[amountUnit]
  return {
    /** The currency of amounts that are printed without one, as the institution set it. */
    currency,
    /** The kind of the operation, as receipts of the file name it; null where none does, or not all the same. */
    kindOf: ({ operation }: Attempt): TransactionKind | null => kinds.get(operation) ?? null,
    /** The receipt names what the operation is. */
    learnKind({ operation, named }: Attempt): void {
      const known = kinds.get(operation)
      if (operation === '' || named === null || (known === undefined && kinds.size >= MAX_OPERATIONS)) return
      kinds.set(operation, known === undefined || known === named ? named : null)
    },
    /** Compares what was asked for with what the receipt says, or with what the notes are worth. */
    learn(attempt: Attempt, notesMinor: bigint | null = null): void {
      const { requested, requestedBy } = attempt
      const shown = sureAmount(attempt, currency) ?? notesMinor
      if (requested === null || shown === null || shown === 0n) return
      const unit = requested === shown ? 'hundredths' : requested * 100n === shown ? 'whole' : null
      if (unit === null) return
      const units = known.get(requestedBy)
      if (units === undefined && known.size >= MAX_OPERATIONS) return
      known.set(requestedBy, units === undefined || units === unit ? unit : 'contradictory')
    },
    /** The digits of the attempt's request in hundredths; null where the unit is unknown. */
    minorOf({ requested, requestedBy }: Attempt): bigint | null {
      const units = known.get(requestedBy) ?? preset
      if (requested === null || requested === 0n) return null
      if (units === 'hundredths') return requested
      return units === 'whole' ? requested * 100n : null
    },
  }
}

/** The units of one file. */
export type RequestUnits = ReturnType<typeof createRequestUnits>
