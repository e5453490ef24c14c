import type { Span } from '../../../kit/cards/card-digits.rules.ts'
import type { CustomerLabel, Family } from '../sessions/family.ts'
import type { LabelSearch } from './customer-labels.ts'
import type { ColumnSearch } from './label-columns.ts'

/** What the search for customers' numbers needs of the families. */
export type CustomerRules = Pick<Family, 'customerNumberNext' | 'customerNumberOver'>

/** Finds customers' numbers line by line; keeps what a line says about those that follow. */
export type CustomerSearch = {
  /** What to hide of the visible line. `cut`: the line goes on in the next piece. */
  find(visible: string, cut: boolean): readonly Span[]
  /** True while only a line that has a mark can matter. */
  isIdle(): boolean
}

/** How many lines after its mark a number is looked for, and after a number its repeats. */
const MAX_LINES = 12
const RULER = /^[-=*]{6}/
/** `**HOST OFFLINE   MM/DD/YY HH:MM` */
const STATUS = /^\s*\*\*/
const TIMED = /^\s*\d\d:\d\d:\d\d\s/
const HAS_DIGIT = /\d/
/** What is a number in any place: digits, perhaps in groups, perhaps after letters. */
const NUMBER = /^[A-Z]{0,4}[- ]?\d[\d -]{3,40}$/

/**
 * The state of the search: the mark's next line holds the number whatever it looks like, later ones if they look like
 * it.
 */
type Stage = 'none' | 'next' | 'later' | 'rest'

/** The text of a line without its time and the spaces around it. */
const bareSpan = (visible: string): Span => {
  const from = (TIMED.exec(visible)?.[0] ?? '').length
  const bare = visible.slice(from)
  return { from: from + Math.max(0, bare.search(/\S/)), to: visible.trimEnd().length }
}

/** The number after a family's own mark. */
const createMarkedSearch = (rules: readonly CustomerRules[]) => {
  const marks = rules.flatMap(({ customerNumberNext }) => customerNumberNext ?? [])
  const ends = rules.flatMap(({ customerNumberOver }) => customerNumberOver ?? [])
  let stage: Stage = 'none'
  let left = 0
  let hidden: string | null = null

  const begin = (next: Stage): null => {
    stage = next
    left = MAX_LINES
    return null
  }
  const skip = (): null => {
    if (stage === 'next') stage = 'later'
    return null
  }
  const hide = (span: Span, text: string, isNumber: boolean, cut: boolean): Span => {
    hidden = isNumber ? text : hidden
    begin(cut ? 'rest' : isNumber ? 'none' : 'later')
    return span
  }
  return {
    isIdle: () => left === 0,
    find(visible: string, cut: boolean): Span | null {
      if (marks.some((mark) => mark.test(visible))) return begin('next')
      if (left === 0) return null
      left -= 1
      if (left === 0 || ends.some((end) => end.test(visible))) stage = 'none'
      if (stage === 'none' && (hidden === null || !visible.includes(hidden))) return null
      const span = bareSpan(visible)
      const text = visible.slice(span.from, span.to)
      if (stage === 'rest') return hide(span, text, NUMBER.test(text), cut)
      if (text === '' || RULER.test(visible) || STATUS.test(visible)) return skip()
      if (text === hidden) return span
      if (stage === 'none') return null
      const isNumber = NUMBER.test(text)
      if (isNumber) return hide(span, text, true, cut)
      return stage === 'next' && !TIMED.test(visible) && HAS_DIGIT.test(text) ? hide(span, text, false, cut) : skip()
    },
  }
}

/** How many blank lines may part a label and its value. */
const MAX_BLANK_LINES = 2

/**
 * Finds what labels name: on their line, alone on the next one, or below them in columns. A search that tolerates
 * noise finds a family's marked number: between mark and number may be blank and timed lines, rulers and status lines,
 * mark and number may be printed again. What is no number by its looks is hidden only right after the mark.
 */
export const createCustomerSearch = (
  rules: readonly CustomerRules[],
  labels: LabelSearch,
  columns: ColumnSearch,
): CustomerSearch => {
  const marked = createMarkedSearch(rules)
  let open: { readonly kind: CustomerLabel['kind']; readonly blank: number } | null = null

  const findOpened = (visible: string): Span | null => {
    if (open === null) return null
    const { kind, blank } = open
    const isBlank = visible.trim() === ''
    open = isBlank && blank < MAX_BLANK_LINES ? { kind, blank: blank + 1 } : null
    return isBlank ? null : labels.valueOf(visible, kind)
  }
  return {
    isIdle: () => open === null && columns.isIdle() && marked.isIdle(),
    find(visible, cut) {
      const found = [marked.find(visible, cut), findOpened(visible), ...columns.find(visible), ...labels.find(visible)]
      const kind = labels.openAt(visible)
      if (kind !== null) open = { kind, blank: 0 }
      return found.filter((span) => span !== null)
    },
  }
}
