import type { EvidenceExplanation, JournalLine, JournalTransaction } from '../schema.gen.ts'
import type { Evidence } from './evidence.ts'
import { amountWords, CASH, conflictsHtml, escaped, KINDS, localText, notesHtml, VERDICTS } from './evidence-html.ts'

/** What an attempt is called. */
export const attemptName = (attemptNo: number): string => (attemptNo === 0 ? 'No request' : `Attempt ${attemptNo}`)

/** Lines that follow each other and are of the same attempt, or of none. */
type Block = { readonly attemptNo: number | null; readonly lines: readonly JournalLine[] }

/** An attempt has one card, beside the first of its lines. */
const withoutRepeats = (blocks: readonly Block[]): readonly Block[] =>
  blocks.map((block, at) => {
    const isRepeat = blocks.slice(0, at).some(({ attemptNo }) => attemptNo === block.attemptNo)
    return isRepeat ? { ...block, attemptNo: null } : block
  })

const blocksOf = (lines: readonly JournalLine[]): readonly Block[] => {
  const blocks: { attemptNo: number | null; lines: JournalLine[] }[] = []
  for (const line of lines) {
    const attemptNo = line.attemptNo ?? null
    const last = blocks.at(-1)
    if (last !== undefined && last.attemptNo === attemptNo) last.lines.push(line)
    else blocks.push({ attemptNo, lines: [line] })
  }
  return blocks
}

const lineHtml = ({ number, text, ofTransaction }: JournalLine, decides: boolean): string => {
  const mark = decides ? '<span class="decides">decides the verdict</span>' : ''
  const kind = [ofTransaction ? 'of' : '', decides ? 'deciding' : ''].filter((name) => name !== '').join(' ')
  const marked = kind === '' ? '' : ` class="${kind}"`
  return `<tr${marked}><th scope="row">${number}</th><td>${mark}${escaped(text)}</td></tr>`
}

/** The lines; where some are left out, a row says how many. */
const linesHtml = (lines: readonly JournalLine[], deciding: ReadonlySet<number>): string =>
  lines
    .map((line, at) => {
      const before = lines[at - 1]
      const missing = before === undefined ? 0 : line.number - before.number - 1
      const gap =
        missing > 0 ? `<tr class="gap"><th scope="row">⋮</th><td>${missing} lines are left out here</td></tr>\n` : ''
      return gap + lineHtml(line, deciding.has(line.number))
    })
    .join('\n')

const cardHtml = (
  attempt: JournalTransaction,
  explanation: EvidenceExplanation | undefined,
  isOwn: boolean,
): string => {
  const { id, attemptNo, startedAt, kind, verdict, cashOutcome, notes } = attempt
  const what = [KINDS[kind], amountWords(attempt), localText(startedAt).slice(11)].filter((part) => part !== null)
  const { tone, text } = VERDICTS[verdict ?? 'NONE']
  return `<aside class="card ${tone}">
<h3 id="attempt-${attemptNo}">${attemptName(attemptNo)}${isOwn ? ' <strong>this transaction</strong>' : ''}</h3>
<p class="what">${escaped(what.join(' · '))}</p>
<p class="verdict">${text}</p>
<p>${escaped(explanation?.reason ?? '')}</p>
<p>${CASH[cashOutcome].text}</p>
${conflictsHtml(explanation?.conflicts ?? [])}
${notes.length === 0 ? '' : notesHtml(attempt)}
${isOwn ? '' : `<p class="id">Transaction ${id}</p>`}
</aside>`
}

const blockHtml = ({ attemptNo, lines }: Block, evidence: Evidence, deciding: ReadonlySet<number>): string => {
  const { attempts, explanations, transaction } = evidence
  const table = `<table class="lines"><tbody>
${linesHtml(lines, deciding)}
</tbody></table>`
  const attempt = attempts.find((one) => one.attemptNo === attemptNo)
  if (attempt === undefined) return `<section aria-label="Lines around the session">${table}</section>`
  const explanation = explanations.find((one) => one.attemptNo === attempt.attemptNo)
  const isOwn = attempt.id === transaction.id
  return `<section class="attempt" aria-labelledby="attempt-${attemptNo}">
${cardHtml(attempt, explanation, isOwn)}
${table}
</section>`
}

/** What the machine printed: of a session of several attempts each of them beside its lines. */
export const printedHtml = (evidence: Evidence): string => {
  const { lines, attempts } = evidence
  const deciding = new Set(attempts.flatMap(({ decidedBy }) => (decidedBy == null ? [] : [decidedBy.line])))
  if (attempts.length > 1)
    return `<div class="printed">
${withoutRepeats(blocksOf(lines))
  .map((block) => blockHtml(block, evidence, deciding))
  .join('\n')}
</div>`
  return `<table class="lines"><tbody>
${linesHtml(lines, deciding)}
</tbody></table>`
}
