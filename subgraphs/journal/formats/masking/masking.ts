import { LRUCache } from 'lru-cache'
import { type CardContext, createCardContext } from '../../../kit/cards/card-context.rules.ts'
import { type CardNumber, cardAt, runEnd, type Span } from '../../../kit/cards/card-digits.rules.ts'
import { eachHidden, findCardNumbers } from '../../../kit/cards/card-numbers.rules.ts'
import { hasInvisible, visibleWithPositions } from '../../../kit/cards/card-numbers-visible.ts'
import { CR, ESC, LF } from '../../../kit/cards/character-codes.rules.ts'
import type { CustomerLabel, Family } from '../sessions/family.ts'
import { leadsWithEscapes, skipEscapes, skipLostEscapes } from '../text/text.ts'
import { type Block, createBlockReader, endOfLine } from '../text/text-blocks.ts'
import { detectUnits, SNIFF_BYTES, type Units } from '../text/text-units.ts'
import { createLabelSearch, type LabelSearch } from './customer-labels.ts'
import { type CustomerRules, createCustomerSearch } from './customers.ts'
import { createColumnSearch } from './label-columns.ts'
import { createLineSearch } from './masking-search.ts'
import { createTornCards } from './masking-torn.ts'

/**
 * Counts up with every change of the rules that hides more: texts that were stored by older ones are masked again.
 * 1: card numbers by their shape, customers' numbers of recyclers; 2: all that labels name, stripes and chips; 3:
 * numbers with shift codes in them, and behind what is left of control sequences; 4: what a mark announces, where a
 * chunk ended between its CR and LF; 5: cards behind an application id and alone in a line, track data parted from
 * its number or byte by byte, telephone numbers behind a country code, more labels; 6: customers' numbers behind the
 * word for an amount, the fifth digit from the end of a card byte by byte, values below NOMOR, labels of Indonesia,
 * numbers below labels in columns; 7: all rows below labels in columns, also beside columns of other things, what
 * labels with NO in them announce, and a card alone below its label; 8: rows with words such as BALANCE INQ in them,
 * and what is below NO HP and FROM ACC beside columns of other things.
 */
export const MASKING_VERSION = 8

/** What masking needs of the families: what spares digits, and after which line a customer's number follows. */
export type MaskingRules = Pick<Family, 'evidence' | 'cardLabels' | 'cardLine' | 'customerLabels'> & CustomerRules

/** Masks a stream of any length: what comes out differs from what went in only where a star replaced a character. */
export type Masker = {
  push(chunk: Uint8Array): Buffer
  end(): Buffer
  /** How the characters are stored, by the first bytes. */
  units(): Units
}

const SPACE = 0x20
const STAR = 0x2a
/** Byte order marks as bytes: they are before the first line, and not of it. */
const BYTE_ORDER_MARK = /^(?:\u00ff\u00fe|\u00fe\u00ff|\u00ef\u00bb\u00bf)/
const NOTHING: readonly Span[] = []

/** Marks what no family lets be hidden: 1 for each character of a visible line that its patterns match. */
const sparedOf = (visible: string, patterns: readonly RegExp[]): Uint8Array => {
  const spared = new Uint8Array(visible.length)
  for (const pattern of patterns) {
    pattern.lastIndex = 0
    for (let match = pattern.exec(visible); match !== null; match = pattern.exec(visible))
      spared.fill(1, match.index, pattern.lastIndex)
  }
  return spared
}

/** What to hide of these card numbers in a visible line; evidence spares only what no label or stripe names. */
const cardSpans = (visible: string, evidence: readonly RegExp[], cards: readonly CardNumber[]) => {
  if (cards.length === 0) return NOTHING
  const spared = sparedOf(visible, evidence)
  const hidden = cards.filter(({ from, to, named }) => named || !spared.subarray(from, to).includes(1))
  const spans: Span[] = []
  eachHidden(visible, hidden, (from, to) => spans.push({ from, to }))
  return spans
}

/** The number of a line that is nothing but a card number; at most one. */
const cardAlone = (visible: string, cardLines: readonly RegExp[]): readonly CardNumber[] => {
  for (const cardLine of cardLines) {
    const match = cardLine.exec(visible)
    if (match === null || visible.slice(0, match.index).trim() !== '') continue
    const from = match.index + match[0].search(/[1-9]/)
    return [cardAt(visible, { from, to: runEnd(visible, from) }, (at) => at, true)]
  }
  return []
}

/** What is found by labels: made once for all files, as its expressions are large. */
type Labels = { readonly labels: LabelSearch; readonly context: CardContext }

/** Masks the visible text of block after block; keeps what a line says about the next one. */
const createTextMasker = (rules: readonly MaskingRules[], { labels, context }: Labels) => {
  const customers = createCustomerSearch(rules, labels, createColumnSearch(labels, context))
  const torn = createTornCards()
  const cardLines = rules.flatMap(({ cardLine }) => cardLine ?? [])
  const search = createLineSearch(rules, [labels.mark, ...context.marks])
  const evidence = rules.flatMap((rule) => rule.evidence)
  let endedInCr = false
  let isFirst = true
  /** True if the line before ended in the label of a card number. */
  let begins = false

  /** What to hide of the line from `start` to `end`. */
  const spansOf = (text: string, start: number, end: number, cut: boolean): readonly Span[] => {
    const line = text.slice(start, end)
    const cards = [...findCardNumbers(line, context, begins), ...cardAlone(line, cardLines)]
    const spans = [...customers.find(line, cut), ...cardSpans(line, evidence, cards)]
    if (begins && line.trim() === '') begins = !cut
    else begins = context.atEnd.test(line)
    return cut || torn.isTorn() ? [...spans, ...torn.hide(line, cut)] : spans
  }
  /** Where the line begins that is to be looked at next, -1 for none. */
  const nextLine = (text: string, codes: Uint8Array, from: number, cut: boolean): number => {
    if (cut || begins || !customers.isIdle() || torn.isTorn()) return from
    const hit = search.next(text, codes, from)
    if (hit < 0) return -1
    let start = hit
    while (start > from && text.charCodeAt(start - 1) !== LF && text.charCodeAt(start - 1) !== CR) start -= 1
    return start
  }
  /** Calls `hide` for every range of the text that is to be hidden. */
  const mask = (text: string, codes: Uint8Array, cut: boolean, hide: (from: number, to: number) => void): void => {
    if (text === '' && !cut) return
    search.reset()
    // A LF whose CR ended the text before is no line.
    let at = endedInCr && text.charCodeAt(0) === LF ? 1 : 0
    if (isFirst) at = BYTE_ORDER_MARK.exec(text)?.[0].length ?? 0
    isFirst = false
    if (text !== '') endedInCr = text.charCodeAt(text.length - 1) === CR
    // Nothing but the LF of a line that was seen before: no blank line, behind which a number would not be looked for.
    if (at > 0 && at === text.length && !cut) return
    do {
      const line = nextLine(text, codes, at, cut)
      if (line < 0) return
      const start = skipLostEscapes(text, text.charCodeAt(line) === ESC ? skipEscapes(text, line) : line)
      const end = endOfLine(text, start)
      for (const { from, to } of spansOf(text, start, end, cut)) hide(start + from, start + to)
      at = end + (text.charCodeAt(end) === CR && text.charCodeAt(end + 1) === LF ? 2 : 1)
    } while (at < text.length)
  }
  return {
    mask,
    /** Lines may begin with control sequences. */
    looksPastEscapes: search.isAnywhere,
  }
}

/**
 * Hides card numbers (those that `findCardNumbers` finds and no family marks as evidence) and customers' numbers in a
 * stream of bytes, before anything of it is stored. Chunk borders, encodings, line ends and printer control sequences
 * make no difference; everything else stays byte for byte.
 * It works on bytes and looks past NULs, so that UTF-16 needs no detection that a file could mislead.
 */
const createMasker = (rules: readonly MaskingRules[], labels: Labels): Masker => {
  const reader = createBlockReader('bytes')
  const textMasker = createTextMasker(rules, labels)
  let head: Uint8Array = new Uint8Array(0)

  const maskBlock = ({ text, cut }: Block): Buffer => {
    const bytes = Buffer.from(text, 'latin1')
    const isSeen = !hasInvisible(text) || (!cut && textMasker.looksPastEscapes && leadsWithEscapes(text))
    const visible = isSeen ? null : visibleWithPositions(text)
    textMasker.mask(visible?.text ?? text, visible?.codes ?? bytes, cut, (from, to) => {
      for (let at = from; at < to; at += 1) {
        const position = visible?.positionOf(at) ?? at
        if (bytes[position] !== SPACE) bytes[position] = STAR
      }
    })
    return bytes
  }
  const maskBlocks = (blocks: readonly Block[]): Buffer => {
    const [first] = blocks
    return blocks.length === 1 && first !== undefined ? maskBlock(first) : Buffer.concat(blocks.map(maskBlock))
  }
  return {
    push: (chunk) => {
      if (head.length < SNIFF_BYTES) head = Buffer.concat([head, chunk.subarray(0, SNIFF_BYTES - head.length)])
      return maskBlocks(reader.push(chunk))
    },
    end: () => maskBlocks(reader.end()),
    units: () => detectUnits(head),
  }
}

/** How many sets of further labels are kept prepared: their expressions are large. */
const MAX_PREPARED = 16

/**
 * Masking by the rules of families and further labels, such as those of an institution. What it returns makes a masker
 * for one file; sets of labels that were used last are prepared once.
 */
export const createLabelledMasking = (
  rules: readonly MaskingRules[],
): ((labels: readonly CustomerLabel[]) => Masker) => {
  const prepared = new LRUCache<string, () => Masker>({ max: MAX_PREPARED })
  return (customerLabels) => {
    const key = JSON.stringify(customerLabels)
    const known = prepared.get(key)
    const own = {
      ...{ evidence: [], cardLabels: [], cardLine: null, customerLabels },
      ...{ customerNumberNext: null, customerNumberOver: null },
    }
    const create = known ?? createMasking(customerLabels.length === 0 ? rules : [...rules, own])
    if (known === undefined) prepared.set(key, create)
    return create()
  }
}

/** Prepares masking by the rules of families. What it returns makes a masker for each file. */
export const createMasking = (rules: readonly MaskingRules[]): (() => Masker) => {
  const labels = createLabelSearch(rules.flatMap(({ customerLabels }) => customerLabels))
  const context = createCardContext(rules.flatMap(({ cardLabels }) => cardLabels))
  return () => createMasker(rules, { labels, context })
}
