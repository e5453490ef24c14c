import { readCurrency } from '../sessions/amounts.ts'

/** `CAS(00001):2011/0000/1000/YER/…`: the cassette, two counts, what a note is worth and its currency. */
const CASSETTE = /^CAS ?\((\d{1,6})\) ?: ?\d{1,6}\/\d{1,6}\/(\d{1,7})\/([A-Z]{3})\//
/** More cassettes than a machine has; what a hostile file prints beyond is not remembered. */
const MAX_CASSETTES = 100

type Cassette = { readonly worth: number; readonly currency: string | null }

/** What the tables of cassettes in one file say of the notes. */
export const createCassettes = () => {
  const known = new Map<string, Cassette>()
  return {
    /** A line of a table; true if it is one. */
    read(text: string): boolean {
      if (!text.startsWith('CAS')) return false
      const [, cassette, worth, currency = ''] = CASSETTE.exec(text) ?? []
      if (cassette === undefined) return false
      if (known.size < MAX_CASSETTES || known.has(cassette))
        known.set(cassette, { worth: Number(worth), currency: readCurrency(currency) })
      return true
    },
    /** The currency of a cassette's notes; null where no table gives it, or only for notes of another worth. */
    currencyOf(cassette: string, worth: number): string | null {
      const found = known.get(cassette)
      return found?.worth === worth ? found.currency : null
    },
  }
}

/** The cassettes of one file. */
export type Cassettes = ReturnType<typeof createCassettes>
