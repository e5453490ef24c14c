import type { CashOutcome, JournalTransaction, NotesState, TransactionVerdict } from '../schema.gen.ts'

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Whatever a machine prints is text: no markup of it comes through, nor what turns text around or cannot be seen. */
export const escaped = (text: string): string =>
  text
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu, (sign) => (sign === '\t' ? sign : '\ufffd'))
    .replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign)

/** A machine's local date-time with a space between its parts. */
export const localText = (time: string): string => time.replace('T', ' ').slice(0, 19)

export const KINDS = {
  WITHDRAWAL: 'Withdrawal',
  DEPOSIT: 'Deposit',
  BALANCE: 'Balance enquiry',
  TRANSFER: 'Transfer',
  OTHER: 'Other',
} as const

type Look = { readonly tone: string; readonly text: string }

export const VERDICTS: Readonly<Record<TransactionVerdict | 'NONE', Look>> = {
  APPROVED: { tone: 'good', text: 'Approved' },
  DECLINED: { tone: 'bad', text: 'Declined' },
  CANCELLED: { tone: 'none', text: 'Cancelled' },
  REVERSED: { tone: 'open', text: 'Reversed' },
  NONE: { tone: 'open', text: 'Undecided' },
}

export const CASH: Readonly<Record<CashOutcome, Look>> = {
  DISPENSED: { tone: 'good', text: 'Notes taken by the customer' },
  PARTIAL: { tone: 'open', text: 'Fewer notes than asked for were taken' },
  RETRACTED: { tone: 'bad', text: 'Notes taken back by the machine' },
  NOT_TAKEN: { tone: 'bad', text: 'Notes presented, not taken' },
  NONE: { tone: 'none', text: 'No notes presented' },
  UNKNOWN: { tone: 'open', text: 'Unknown: the journal breaks off before it says' },
}

const STATES: Readonly<Record<NotesState, string>> = {
  DISPENSED: 'Counted out',
  REJECTED: 'Rejected',
  COUNTED: 'Counted',
  ACCEPTED: 'Stored',
  ESCROW: 'Held',
  REFUNDED: 'Given back',
  RETRACTED: 'Retracted',
}
/** The order in which they happen. */
const STATE_ORDER = ['COUNTED', 'ESCROW', 'ACCEPTED', 'REFUNDED', 'DISPENSED', 'REJECTED', 'RETRACTED'] as const

/** An amount with its currency, as far as they are known. */
export const amountWords = ({ amount, currency }: Pick<JournalTransaction, 'amount' | 'currency'>): string | null =>
  amount == null ? null : `${amount} ${currency ?? '(currency not printed)'}`

/** The notes of an attempt: a row for each denomination, a column for each place where notes went. */
export const notesHtml = ({ notes }: Pick<JournalTransaction, 'notes'>): string => {
  const states = STATE_ORDER.filter((state) => notes.some((note) => note.state === state))
  const worth = ({ denomination, currency }: (typeof notes)[number]) =>
    denomination == null ? 'Of unknown worth' : `${denomination} ${currency ?? ''}`.trim()
  const rows = [...new Set(notes.map(worth))].map((name) => {
    const cells = states.map((state) => {
      const counts = notes.filter((note) => note.state === state && worth(note) === name).map(({ count }) => count)
      return `<td>${counts.length === 0 ? '' : counts.reduce((sum, count) => sum + count)}</td>`
    })
    return `<tr><th scope="row">${escaped(name)}</th>${cells.join('')}</tr>`
  })
  return `<table class="notes"><thead><tr><th scope="col">Notes</th>${states
    .map((state) => `<th scope="col">${STATES[state]}</th>`)
    .join('')}</tr></thead>
<tbody>${rows.join('\n')}</tbody></table>`
}

/** What contradicts itself, a sentence for each. */
export const conflictsHtml = (sentences: readonly string[]): string =>
  sentences.length === 0
    ? ''
    : `<ul class="conflicts">${sentences.map((sentence) => `<li>${escaped(sentence)}</li>`).join('')}</ul>`
