import { createHash } from 'node:crypto'
import type { JournalTransaction } from '../schema.gen.ts'
import type { Evidence } from './evidence.ts'
import { amountWords, CASH, conflictsHtml, escaped, KINDS, localText, notesHtml, VERDICTS } from './evidence-html.ts'
import { attemptName, printedHtml } from './evidence-lines.ts'
import { STYLE } from './evidence-style.ts'
import { explanationOf } from './evidence-words.rules.ts'

/** The page runs nothing, loads nothing and is shown in no frame; its one style is known by its hash. */
export const PAGE_HEADERS: Readonly<Record<string, string>> = {
  'cache-control': 'private, no-store',
  'content-security-policy': [
    "default-src 'none'",
    `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'referrer-policy': 'no-referrer',
}

const NOT_SHOWN = 'not in the journal'

const utcText = (instant: Date): string => `${localText(instant.toISOString())} UTC`

/** An instant in UTC, and as the clock of the ATM shows it where that is known to differ. */
const instantText = (instant: Date, timeZone: string | null): string => {
  if (timeZone === null || timeZone === 'UTC') return utcText(instant)
  const local = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' }).format(instant)
  return `${utcText(instant)} (${local} ${timeZone})`
}

type Row = readonly [label: string, value: string | null]

const rowsOf = (rows: readonly Row[]): string =>
  rows
    .map(([label, value]) => {
      const text = value === null ? `<dd class="missing">${NOT_SHOWN}</dd>` : `<dd>${escaped(value)}</dd>`
      return `<div><dt>${escaped(label)}</dt>${text}</div>`
    })
    .join('\n')

const transactionRows = (transaction: JournalTransaction): readonly Row[] => {
  const { startedAt, endedAt, kind, card, rrn, stan, authorisationCode, serial, hostCode, completeness } = transaction
  const { terminalId, hostDate, accountTail } = transaction
  return [
    ['Begun', `${localText(startedAt)}, ATM’s clock`],
    ['Ended', endedAt == null ? null : `${localText(endedAt)}, ATM’s clock`],
    ['Kind', KINDS[kind]],
    ['Amount', amountWords(transaction)],
    ['Card', card ?? null],
    ['Account', accountTail == null ? null : `ends with ${accountTail}`],
    ['Retrieval reference', rrn ?? null],
    ['Audit number', stan ?? null],
    ['Authorisation code', authorisationCode ?? null],
    ['Serial number', serial ?? null],
    ['Terminal', terminalId ?? null],
    ['Host’s date', hostDate ?? null],
    ['Host’s code', hostCode ?? null],
    ['Completeness', completeness === 'COMPLETE' ? 'Complete' : 'Truncated: its end mark is missing'],
  ]
}

const fileRows = ({ file, transaction, timeZone }: Evidence): readonly Row[] => [
  ['Institution', transaction.institutionKey],
  ['ATM', `${transaction.agentAtmId} (no. ${transaction.atmId})`],
  ['Journal of', file.journalDate],
  ['Received', instantText(new Date(file.receivedAt), timeZone)],
  ['File', `no. ${file.id}${file.format == null ? '' : `, format ${file.format}`}`],
  ['Lines', `${transaction.firstLine} to ${transaction.lastLine}`],
]

type Look = { readonly tone: string; readonly text: string }

const badge = (label: string, { tone, text }: Look, more = ''): string =>
  `<div class="badge ${tone}"><span>${label}</span><strong>${escaped(text)}</strong>${escaped(more)}</div>`

const outcomeHtml = (transaction: JournalTransaction): string => {
  const { reason, conflicts } = explanationOf(transaction)
  return `<section class="outcome" aria-label="Outcome">
${badge('Verdict', VERDICTS[transaction.verdict ?? 'NONE'], reason)}
${badge('Cash', CASH[transaction.cashOutcome])}
${conflictsHtml(conflicts)}
</section>`
}

/** Which attempt of how many it is; nothing of the only one. */
const placeOf = ({ transaction: { attemptNo, sessionId }, attempts }: Evidence): string =>
  attempts.length < 2 ? '' : `<p>${attemptName(attemptNo)} of the session that begins with transaction ${sessionId}</p>`

/** The evidence as a page to be printed: whole in itself, without scripts. */
export const evidencePage = (evidence: Evidence): string => {
  const { transaction, file, printedAt, timeZone } = evidence
  const title = `Transaction ${transaction.id} · ${transaction.agentAtmId} · ${localText(transaction.startedAt)}`
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<header>
<p>Evidence from the electronic journal</p>
<h1>Transaction ${transaction.id}</h1>
<p>${escaped(transaction.institutionKey)} · ATM ${escaped(transaction.agentAtmId)} ·
  ${escaped(localText(transaction.startedAt))}</p>
${placeOf(evidence)}
</header>
${outcomeHtml(transaction)}
<section>
<h2>What was read</h2>
<dl>
${rowsOf(transactionRows(transaction))}
</dl>
${transaction.notes.length === 0 ? '' : notesHtml(transaction)}
</section>
<section>
<h2>Where it comes from</h2>
<dl>
${rowsOf(fileRows(evidence))}
</dl>
<p class="hash"><span>SHA-256 of the file as the ATM sent it</span> <code>${escaped(file.sha256)}</code></p>
</section>
<section>
<h2>What the machine printed</h2>
<p class="hint">Line numbers are those of the file.
  The marked lines are of this transaction, the others of its session or around it.</p>
${printedHtml(evidence)}
</section>
<footer>
<p>Drawn up ${escaped(instantText(new Date(printedAt), timeZone))}.
  Card numbers show the first 6 and last 4 digits; customer numbers are hidden.</p>
</footer>
</main>
</body>
</html>
`
}
