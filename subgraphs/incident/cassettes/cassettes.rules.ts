import { isoOf, numbersOf } from '../model/arrays.rules.ts'
import { hoursLeftOf, usedLately } from '../model/cassette-rates.rules.ts'
import type { CassetteRow } from './cassettes.store.ts'

/** Minor units as a decimal in major units: 12345n is `123.45`. */
export const majorUnits = (minor: number | bigint): string => {
  const digits = minor.toString().padStart(3, '0')
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`
}

const hoursLeft = (row: CassetteRow, now: Date): number | null =>
  hoursLeftOf(row, () => usedLately(numbersOf(row.used), now))

const leastOf = (hours: readonly (number | null)[]): number | null => {
  let least: number | null = null
  for (const one of hours) if (one !== null && (least === null || one < least)) least = one
  return least
}

/** Money adds up as numbers as long as they are exact, which is nearly always, and many times faster. */
const plus = (sum: number | bigint, row: { readonly denominationMinor: number; readonly currentCount: number }) => {
  const more = row.denominationMinor * row.currentCount
  const next = Number(sum) + more
  if (typeof sum === 'number' && Number.isSafeInteger(more) && Number.isSafeInteger(next)) return next
  return BigInt(sum) + BigInt(row.denominationMinor) * BigInt(row.currentCount)
}

const totalsOf = (rows: readonly CassetteRow[]) => {
  const totals = new Map<string, number | bigint>()
  for (const { currency, denominationMinor, currentCount } of rows) {
    if (currency === null || denominationMinor === null || currentCount === null) continue
    totals.set(currency, plus(totals.get(currency) ?? 0, { denominationMinor, currentCount }))
  }
  return [...totals]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([currency, minor]) => ({ currency, amount: majorUnits(minor) }))
}

const newestOf = (rows: readonly CassetteRow[]): number | null => {
  let newest: number | null = null
  for (const { asOf } of rows) if (newest === null || asOf > newest) newest = asOf
  return newest
}

/** The inventory of one ATM from its newest readings, with the hours left by the rate as of `now`. */
export const inventoryOf = (
  atm: { readonly id: number; readonly agentAtmId: string },
  rows: readonly CassetteRow[],
  now: Date,
) => {
  const hours = rows.map((row) => hoursLeft(row, now))
  return {
    atmId: atm.id,
    deviceId: atm.id,
    agentAtmId: atm.agentAtmId,
    asOf: isoOf(newestOf(rows)),
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
    totals: totalsOf(rows),
    hoursLeft: leastOf(hours),
  }
}
