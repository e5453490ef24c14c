import { readCurrency } from '../sessions/amounts.ts'
import { type Attempt, addNotes } from '../sessions/attempt.ts'
import type { NotesState } from '../sessions/transaction.ts'

/** Notes of one denomination, in hundredths of `currency` (null where the line prints none, or one of many rupees). */
export type CountedNotes = { readonly worthMinor: bigint; readonly count: number; readonly currency: string | null }

/** `IDR50000x7`, `IDR50000*8`, `Rs.500   :8`, `500 x 9`, `TypeC(INR500)    = 10`: what a note is worth, how many. */
const NOTES = /(?:\b([A-Z]{2,3})\.? ?)?(\d{1,7})\)? ?[X*:=] ?(\d{1,5})(?!\d)/g
/** `0500 010 5000`: what a note is worth, how many, and what they come to. */
const ROW = /^(\d{2,7}) (\d{1,4}) (\d{1,9})$/

/** The currency that letters before a number stand for. `RS` are rupees of several countries. */
export const currencyOfSign = (sign: string | undefined): string | null =>
  sign === undefined || sign === 'RS' ? null : sign === 'RP' ? 'IDR' : readCurrency(sign)

/** The notes that a line in capitals, with single spaces, counts; none where it counts none. */
export const notesIn = (text: string): readonly CountedNotes[] =>
  Array.from(text.matchAll(NOTES), ([, sign, worth, count]) => ({
    worthMinor: BigInt(worth ?? 0) * 100n,
    count: Number(count),
    currency: currencyOfSign(sign),
  })).filter(({ count, worthMinor }) => count > 0 && worthMinor > 0n)

/** The notes of a row of a receipt's table of denominations; null for another line. */
export const rowOfNotes = (text: string): CountedNotes | null => {
  const [, worth, count, sum] = ROW.exec(text) ?? []
  const isRow = worth !== undefined && Number(worth) * Number(count) === Number(sum) && Number(sum) > 0
  return isRow ? { worthMinor: BigInt(worth) * 100n, count: Number(count), currency: null } : null
}

/** Adds counted notes of a state; what they are worth. */
export const addCounted = (attempt: Attempt, state: NotesState, notes: readonly CountedNotes[]): bigint => {
  for (const { count, worthMinor, currency } of notes) addNotes(attempt, state, count, worthMinor, currency)
  return notes.reduce((sum, { count, worthMinor }) => sum + worthMinor * BigInt(count), 0n)
}

/** What the notes of a state are worth; null where there are none, or a line does not say what one is worth. */
export const worthOf = ({ notes }: Attempt, state: NotesState): bigint | null => {
  let sum = 0n
  for (const { state: own, denominationMinor, count } of notes) {
    if (own !== state) continue
    if (denominationMinor === null) return null
    sum += denominationMinor * BigInt(count)
  }
  return sum === 0n ? null : sum
}

/** Where counted notes went: those of the first of these states that there are become those of another, once. */
export const moveNotes = (attempt: Attempt, from: readonly NotesState[], to: NotesState): void => {
  const { notes } = attempt
  if (notes.some(({ state }) => state === to)) return
  const state = from.find((each) => notes.some((known) => known.state === each))
  for (const known of notes.filter((each) => each.state === state))
    addNotes(attempt, to, known.count, known.denominationMinor, known.currency)
}
