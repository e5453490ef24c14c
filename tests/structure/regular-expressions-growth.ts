import { choicesOf } from '../../demo/random.ts'
import { timeRatio, type Work } from '../support/growth.ts'

/** What represents the characters of a class. */
const CANDIDATES = [...'0a A-.!=:;/,*"\'\t^_#\u00e9\0']
/**
 * Parts of a pattern: quantifiers and groups first, which match no character; then classes, escapes and plain
 * characters.
 */
const PARTS =
  /(?:\{\d+,?\d*\}|\(\?(?:[:=!]|<[=!]|<\w+>)|[()|?*+^$]|\\[bB])|(\[(?:\\.|[^\]\\])*\]|\\u[\da-f]{4}|\\x[\da-f]{2}|\\p\{[^}]*\}|\\.|[A-Za-z0-9]+|[^\\])/gi

const isPlain = (part: string): boolean => /^[A-Za-z0-9 ]+$/.test(part)

/** Texts that single parts of a pattern match, in their order. */
const piecesOf = (source: string, flags: string): readonly string[] => {
  const pieces: string[] = []
  for (const [, part] of source.matchAll(PARTS)) {
    if (part === undefined) continue
    if (isPlain(part)) pieces.push(part)
    else if (!/^\\\d$/.test(part)) {
      const one = new RegExp(`^(?:${part})$`, flags.replace(/[gmy]/g, ''))
      const code = /^\\[ux]([\da-f]+)$/i.exec(part)?.[1]
      const candidates =
        code === undefined ? [part.replace('\\', ''), ...CANDIDATES] : [String.fromCharCode(Number.parseInt(code, 16))]
      pieces.push(...candidates.filter((text) => text.length === 1 && one.test(text)).slice(0, 1))
    }
  }
  return pieces
}

/** A text that grows: its beginning, what is repeated, and its end. */
export type Pump = { readonly begin: string; readonly repeated: string; readonly end: string }

/** What few patterns take. */
const END = '\u0001'
const MAX_PIECES = 16
const RANDOM_PUMPS = 6

/**
 * What a pattern might be slow with: each of its parts over and over, behind those that precede it, and random
 * rows of parts.
 */
export const pumpsOf = (source: string, flags: string): readonly Pump[] => {
  const pieces = piecesOf(source, flags)
  const some = [...new Set(pieces)].slice(0, MAX_PIECES)
  const pumps = new Map<string, Pump>()
  const add = (begin: string, repeated: string) => {
    if (repeated !== '') pumps.set(`${begin} | ${repeated}`, { begin, repeated, end: END })
  }
  for (const [n, piece] of pieces.slice(0, MAX_PIECES).entries()) {
    const begin = pieces.slice(0, n).join('')
    add(begin, piece.length > 1 ? (piece.at(-1) ?? '') : piece)
    add(begin, piece + (pieces[n + 1] ?? ''))
    add('', piece)
  }
  const { below } = choicesOf(String(source.length))
  const pick = () => some[below(some.length)] ?? ''
  for (let n = 0; n < RANDOM_PUMPS; n += 1) add('', Array.from({ length: 2 + below(3) }, pick).join(''))
  return [...pumps.values()]
}

/** Lengths of texts, in characters. The square of the most would be a second. */
const LEAST = 2_048
const MOST = 32_768
/** What takes no longer than this for as many characters is not the square. */
const SHORT_MS = 10
/** Linear is 4, the square 16. */
const MAX_GROWTH = 8

const textOf = ({ begin, repeated, end }: Pump, length: number): string =>
  // Flattened, as what is read from a file or a socket is.
  Buffer.from(begin + repeated.repeat(Math.ceil(length / repeated.length)) + end).toString()

/**
 * A text with which a pattern, looked for everywhere in it, takes much more than four times as long when it is four
 * times as long; null where none of those given is such a text. Not for patterns whose time may grow exponentially.
 */
export const findGrowth = async (source: string, flags: string, pumps: readonly Pump[]): Promise<Pump | null> => {
  const everywhere = new RegExp(source, `${flags.replace(/[gy]/g, '')}g`)
  const search = (pump: Pump, length: number): Work => {
    const text = textOf(pump, length)
    return () => text.replace(everywhere, '')
  }
  for (const pump of pumps) {
    for (let length = LEAST; length <= MOST; length *= 4) {
      const startedMs = performance.now()
      search(pump, length)()
      if (performance.now() - startedMs <= SHORT_MS) continue
      // Where it was the machine that took so long, the growth shows at a greater length.
      if ((await timeRatio(search(pump, length / 4), search(pump, length), MAX_GROWTH)) > MAX_GROWTH) return pump
    }
  }
  return null
}
