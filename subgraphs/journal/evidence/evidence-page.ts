import { createHash } from 'node:crypto'
import type { CashOutcome, JournalLine, JournalTransaction } from '../schema.gen.ts'
import type { Evidence } from './evidence.ts'
import { STYLE } from './evidence-style.ts'

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

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Whatever a machine prints is text: no markup of it comes through, nor what turns text around or cannot be seen. */
const escaped = (text: string): string =>
  text
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu, (sign) => (sign === '\t' ? sign : '\ufffd'))
    .replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign)

const NOT_SHOWN = 'not in the journal'

const verdictOf = ({ verdict }: JournalTransaction) => {
  if (verdict === 'APPROVED') return { tone: 'good', text: 'Approved' }
  if (verdict === 'DECLINED') return { tone: 'bad', text: 'Declined' }
  return { tone: 'open', text: 'Undecided: the journal shows no verdict' }
}

const CASH: Readonly<Record<CashOutcome, { readonly tone: string; readonly text: string }>> = {
  DISPENSED: { tone: 'good', text: 'Notes taken by the customer' },
  PARTIAL: { tone: 'open', text: 'Fewer notes than asked for were taken' },
  RETRACTED: { tone: 'bad', text: 'Notes taken back by the machine' },
  NOT_TAKEN: { tone: 'bad', text: 'Notes presented, not taken' },
  NONE: { tone: 'none', text: 'No notes presented' },
  UNKNOWN: { tone: 'open', text: 'Unknown: the journal breaks off before it says' },
}

const KINDS = {
  WITHDRAWAL: 'Withdrawal',
  DEPOSIT: 'Deposit',
  BALANCE: 'Balance enquiry',
  TRANSFER: 'Transfer',
  OTHER: 'Other',
} as const

const localText = (time: string): string => time.replace('T', ' ').slice(0, 19)
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
  const { startedAt, endedAt, kind, amount, currency, card, reference, hostCode, completeness } = transaction
  return [
    ['Begun', `${localText(startedAt)}, ATM’s clock`],
    ['Ended', endedAt == null ? null : `${localText(endedAt)}, ATM’s clock`],
    ['Kind', KINDS[kind]],
    ['Amount', amount == null ? null : `${amount} ${currency ?? '(currency not printed)'}`],
    ['Card', card ?? null],
    ['Reference', reference ?? null],
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

const lineHtml = ({ number, text, ofTransaction }: JournalLine): string =>
  `<tr${ofTransaction ? ' class="of"' : ''}><th scope="row">${number}</th><td>${escaped(text)}</td></tr>`

/** The lines; where some are left out in the middle, a row says how many. */
const linesHtml = (lines: readonly JournalLine[]): string =>
  lines
    .map((line, at) => {
      const before = lines[at - 1]
      const missing = before === undefined ? 0 : line.number - before.number - 1
      const gap =
        missing > 0 ? `<tr class="gap"><th scope="row">⋮</th><td>${missing} lines are left out here</td></tr>\n` : ''
      return gap + lineHtml(line)
    })
    .join('\n')

const badge = (label: string, { tone, text }: { tone: string; text: string }): string =>
  `<div class="badge ${tone}"><span>${label}</span><strong>${escaped(text)}</strong></div>`

/** The evidence as a page to be printed: whole in itself, without scripts. */
export const evidencePage = (evidence: Evidence): string => {
  const { transaction, file, lines, printedAt, timeZone } = evidence
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
</header>
<section class="outcome" aria-label="Outcome">
${badge('Verdict of the host', verdictOf(transaction))}
${badge('Cash', CASH[transaction.cashOutcome])}
</section>
<section>
<h2>What was read</h2>
<dl>
${rowsOf(transactionRows(transaction))}
</dl>
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
<table>
<caption>Line numbers are those of the file.
  The marked lines are of this transaction, the others stand before and after it.</caption>
<tbody>
${linesHtml(lines)}
</tbody>
</table>
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
