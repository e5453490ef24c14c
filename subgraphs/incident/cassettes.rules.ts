import { isoOf } from './arrays.rules.ts'
import { hoursLeftOf } from './cassettes.rate.rules.ts'
import type { CassetteRow } from './cassettes.store.ts'

/** Minor units as a decimal in major units: 12345n is `123.45`. */
export const majorUnits = (minor: bigint): string => {
  const digits = minor.toString().padStart(3, '0')
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`
}

const hoursLeft = ({ type, currentCount, dispensed, observedMs }: CassetteRow): number | null =>
  hoursLeftOf(
    { type, currentCount },
    dispensed === null || observedMs === null ? undefined : { notes: dispensed, observedMs },
  )

const least = (hours: readonly (number | null)[]): number | null => {
  const known = hours.filter((one) => one !== null)
  return known.length === 0 ? null : Math.min(...known)
}

/** The inventory of one ATM from its newest readings. */
export const inventoryOf = (
  atm: { readonly id: number; readonly agentAtmId: string },
  rows: readonly CassetteRow[],
) => {
  const totals = new Map<string, bigint>()
  for (const { currency, denominationMinor, currentCount } of rows) {
    if (currency === null || denominationMinor === null || currentCount === null) continue
    totals.set(currency, (totals.get(currency) ?? 0n) + BigInt(denominationMinor) * BigInt(currentCount))
  }
  const newest = rows.reduce<number | null>((asOf, row) => (asOf === null || row.asOf > asOf ? row.asOf : asOf), null)
  const hours = rows.map(hoursLeft)
  return {
    atmId: atm.id,
    deviceId: atm.id,
    agentAtmId: atm.agentAtmId,
    asOf: isoOf(newest),
    cassettes: rows.map((row, n) => ({
      cassetteNo: row.cassetteNo,
      type: row.type,
      currency: row.currency,
      denomination: row.denominationMinor === null ? null : row.denominationMinor / 100,
      initialCount: row.initialCount,
      currentCount: row.currentCount,
      rejectedCount: row.rejectedCount,
      capacity: row.capacity,
      status: row.status,
      asOf: new Date(row.asOf).toISOString(),
      hoursLeft: hours[n] ?? null,
    })),
    totals: [...totals]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([currency, minor]) => ({ currency, amount: majorUnits(minor) })),
    hoursLeft: least(hours),
  }
}
