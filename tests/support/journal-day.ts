import { readFileSync } from 'node:fs'

const DAY = readFileSync(new URL('../../subgraphs/journal/formats/fixtures/recycler/day.txt', import.meta.url), 'utf8')

/**
 * The recycler's journal of an ordinary day, printed on another date (`2026-11-22`): three approved and two declined
 * transactions.
 */
export const journalOf = (date: string): Uint8Array<ArrayBuffer> => {
  const [year = '', month = '', day = ''] = date.slice(2).split('-')
  const text = DAY.replaceAll('05/13/26', `${month}/${day}/${year}`)
    .replaceAll('26/05/13', `${year}/${month}/${day}`)
    .replaceAll('20260513', `20${year}${month}${day}`)
  return new Uint8Array(Buffer.from(text))
}
