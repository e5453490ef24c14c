import { HOUR_MS } from '../../kit/common/dates.ts'
import { paysOut } from '../model/cassette-rates.rules.ts'
import type { CashCassette } from '../schema.gen.ts'
import type { CashRow } from './cash.store.ts'
import { majorUnits } from './cassettes.rules.ts'

const worthOf = (notes: number | null, denominationMinor: number | null): string | null =>
  notes === null || denominationMinor === null ? null : majorUnits(BigInt(notes) * BigInt(denominationMinor))

const notesToLoad = ({ type, capacity, currentCount }: CashRow): number | null =>
  !paysOut(type) || capacity === null || currentCount === null ? null : Math.max(0, capacity - currentCount)

/** A cassette as the API shows it at a moment. */
export const cashCassetteOf = (row: CashRow, now: Date): CashCassette => {
  const { denominationMinor, asOf, emptyAt, emptyAtExactly: _exactly, emptySlot: _slot, ...shown } = row
  const missing = notesToLoad(row)
  return {
    ...shown,
    deviceId: row.atmId,
    denomination: denominationMinor === null ? null : denominationMinor / 100,
    asOf: new Date(asOf),
    emptyAt: emptyAt === null ? null : new Date(emptyAt),
    hoursLeft: emptyAt === null ? null : Math.max(0, (emptyAt - now.getTime()) / HOUR_MS),
    amountAtRisk: worthOf(row.currentCount, denominationMinor),
    notesToLoad: missing,
    amountToLoad: worthOf(missing, denominationMinor),
  }
}
