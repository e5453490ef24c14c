import { dayOf, dispensedBetween, type KnownReading, paysOut } from './cassettes.rate.rules.ts'
import { type AtmState, type CassetteReading, type CassetteUse, cassetteKey } from './ingest.types.ts'

type Seen = { readonly atm: AtmState; readonly reading: CassetteReading; readonly occurredAt: number }

/**
 * Adds the notes that left a cassette since its newest reading in `known` to its day in `uses`, and takes over the reading.
 * One that comes late, after a newer one, tells nothing.
 */
export const noteUse = (
  known: Map<string, KnownReading>,
  uses: Map<string, CassetteUse>,
  { atm, reading, occurredAt }: Seen,
): void => {
  const { cassetteNo, currentCount, denominationMinor, type } = reading
  const key = cassetteKey(atm.id, cassetteNo)
  const before = known.get(key)
  if (before !== undefined && occurredAt < before.asOf) return
  const after = { asOf: occurredAt, currentCount, denominationMinor }
  known.set(key, after)
  const left = before !== undefined && paysOut(type) ? dispensedBetween(before, after) : null
  if (left === null) return
  const day = dayOf(occurredAt)
  const sofar = uses.get(`${key}|${day}`)?.dispensed ?? { notes: 0, observedMs: 0 }
  const dispensed = { notes: sofar.notes + left.notes, observedMs: sofar.observedMs + left.observedMs }
  uses.set(`${key}|${day}`, { atm, cassetteNo, day, dispensed })
}
