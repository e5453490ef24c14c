import { isCardNumber } from '../../kit/card-numbers.ts'
import { type CustomerRules, createCustomerSearch, type Span } from './customers.ts'
import type { Family } from './family.ts'
import {
  createLineSplitter,
  detectUnits,
  hasInvisible,
  type RawLine,
  SNIFF_BYTES,
  type Units,
  visiblePositions,
  visibleText,
} from './text.ts'

/** What masking needs of the families: what spares digits, and after which line a customer's number stands. */
export type MaskingRules = Pick<Family, 'evidence'> & CustomerRules

/** Masks a stream of any length: what comes out differs from what went in only where a star replaced a character. */
export type Masker = {
  push(chunk: Uint8Array): Buffer
  end(): Buffer
  /** How the characters are stored, by the first bytes. */
  units(): Units
}

const DIGIT_RUNS = /\d{13,}/g
const MAX_CARD_DIGITS = 19

const overlaps = (a: Span, b: Span): boolean => a.from < b.to && b.from < a.to

const evidenceSpans = (visible: string, rules: readonly MaskingRules[]): Span[] =>
  rules
    .flatMap((rule) => rule.evidence)
    .flatMap((pattern) => [...visible.matchAll(pattern)])
    .map((match) => ({ from: match.index, to: match.index + match[0].length }))

/** What to hide of the card numbers in a visible line: all but the first 6 and the last 4 digits of each. */
const cardSpans = (visible: string, rules: readonly MaskingRules[]): Span[] => {
  const cards = [...visible.matchAll(DIGIT_RUNS)].filter((match) => isCardNumber(match[0]))
  if (cards.length === 0) return []
  const spared = evidenceSpans(visible, rules)
  return cards
    .map((match) => ({ from: match.index, to: match.index + match[0].length }))
    .filter((card) => !spared.some((span) => overlaps(span, card)))
    .map((card) => ({ from: card.from + 6, to: card.to - 4 }))
}

/** Replaces the stretches of the visible line by stars, and drops what was hidden between their characters. */
const starOut = (text: string, spans: readonly Span[]): string => {
  const positions = hasInvisible(text) ? visiblePositions(text) : null
  const characters = text.split('')
  for (const span of spans) {
    for (let at = span.from; at < span.to; at += 1) {
      const position = positions === null ? at : (positions[at] ?? at)
      if (characters[position] !== ' ') characters[position] = '*'
    }
  }
  return characters.join('')
}

/** How many digits stand at the end of a text. */
const trailingDigits = (text: string): number => {
  let from = text.length
  while (from > 0 && /\d/.test(text.charAt(from - 1))) from -= 1
  return text.length - from
}

/**
 * Hides what a forced cut may tear of a card. It tears a number only where nothing else stands for a whole piece: then this
 * is longer than any card, or its digits stand far apart, with hidden characters between.
 */
const createTornCards = () => {
  let before = 0
  return {
    /** What to hide of this piece; `spans` without what is part of a longer number. */
    hide(visible: string, cut: boolean, spans: readonly Span[]): readonly Span[] {
      const continued = before
      const trailing = cut || continued > 0 ? trailingDigits(visible) : 0
      const isOneNumber = trailing === visible.length
      before = cut ? (isOneNumber ? continued + trailing : trailing) : 0
      const torn: Span[] = []
      if (cut && before <= MAX_CARD_DIGITS)
        torn.push({ from: visible.length - trailing + Math.max(0, 6 - (before - trailing)), to: visible.length })
      if (continued === 0) return [...spans, ...torn]
      const leading = /^\d*/.exec(visible)?.[0].length ?? 0
      if (continued + leading <= MAX_CARD_DIGITS) torn.push({ from: Math.max(0, 6 - continued), to: leading - 4 })
      return [...spans.filter((span) => span.from !== 6), ...torn]
    },
  }
}

/** Masks lines one after the other; keeps what a line says about the next one. */
const createLineMasker = (rules: readonly MaskingRules[]) => {
  const customers = createCustomerSearch(rules)
  const tornCards = createTornCards()
  return (line: RawLine): string => {
    // The second byte of a line end in UTF-16 is no line.
    if (line.text === '\0') return line.text
    const visible = visibleText(line.text)
    const customer = customers.find(visible, line.cut)
    const cards = tornCards.hide(visible, line.cut, cardSpans(visible, rules))
    const spans = customer === null ? cards : [customer, ...cards]
    return spans.length === 0 ? line.text : starOut(line.text, spans)
  }
}

/**
 * Hides card numbers (13 to 19 digits that pass `isCardNumber` and are no part of a longer number, nor of what a family
 * marks as evidence) and customers' numbers in a stream of bytes, before anything of it is stored. Chunk borders,
 * encodings, line ends and printer control sequences make no difference; everything else stays byte for byte.
 * It works on bytes and looks past NULs, so that UTF-16 needs no detection that a file could mislead.
 */
export const createMasker = (rules: readonly MaskingRules[]): Masker => {
  const splitter = createLineSplitter('bytes')
  const maskLine = createLineMasker(rules)
  let head: Uint8Array = new Uint8Array(0)
  const encode = (lines: readonly RawLine[]): Buffer => {
    let text = ''
    for (const line of lines) text += maskLine(line) + line.end
    return Buffer.from(text, 'latin1')
  }
  return {
    push: (chunk) => {
      if (head.length < SNIFF_BYTES) head = Buffer.concat([head, chunk.subarray(0, SNIFF_BYTES - head.length)])
      return encode(splitter.push(chunk))
    },
    end: () => encode(splitter.end()),
    units: () => detectUnits(head),
  }
}
