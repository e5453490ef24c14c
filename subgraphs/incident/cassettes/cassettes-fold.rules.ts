import { dispensedBetween, type KnownReading, paysOut, usedWith } from '../model/cassette-rates.rules.ts'
import { type AtmState, type CassetteReading, cassetteKey } from '../model/ingest.types.ts'

type Seen = { readonly atm: AtmState; readonly reading: CassetteReading; readonly occurredAt: number }

/**
 * Takes over a reading, and adds the notes that left the cassette since its newest reading in `known` to their day.
 * One that comes late, after a newer one, changes nothing.
 */
export const noteUse = (known: Map<string, KnownReading>, { atm, reading, occurredAt }: Seen): void => {
  const { cassetteNo, currentCount, denominationMinor, type } = reading
  const key = cassetteKey(atm.id, cassetteNo)
  const before = known.get(key)
  if (before !== undefined && occurredAt < before.asOf) return
  const used = before?.used ?? []
  const after = { asOf: occurredAt, currentCount, denominationMinor }
  const left = before !== undefined && paysOut(type) ? dispensedBetween(before, after) : null
  known.set(key, { ...after, used: left === null ? used : usedWith(used, occurredAt, left) })
}
