import type { EvidenceQuery, NotesState } from '../../gql/graphql.gen.ts'
import { t, tc } from '../../language/texts.ts'
import { count, money } from '../../ui/format.ts'
import styles from './notes.module.css'

const STATES: Readonly<Record<NotesState, string>> = {
  COUNTED: tc('notes', 'Counted'),
  ESCROW: tc('notes', 'Held'),
  ACCEPTED: tc('notes', 'Stored'),
  REFUNDED: tc('notes', 'Given back'),
  DISPENSED: tc('notes', 'Counted out'),
  REJECTED: tc('notes', 'Rejected'),
  RETRACTED: tc('notes', 'Retracted'),
}
/** The order in which they happen. */
const STATE_ORDER = ['COUNTED', 'ESCROW', 'ACCEPTED', 'REFUNDED', 'DISPENSED', 'REJECTED', 'RETRACTED'] as const

type Note = NonNullable<EvidenceQuery['journalEvidence']>['transaction']['notes'][number]

const worthOf = ({ denomination, currency }: Note): string => {
  if (denomination === null) return t('Of unknown worth')
  return currency === null ? denomination : money(denomination, currency)
}

/** The notes of an attempt: a row for each denomination, a column for each place where notes went. */
export const Notes = ({ notes }: { readonly notes: readonly Note[] }) => {
  const states = STATE_ORDER.filter((state) => notes.some((note) => note.state === state))
  return (
    <table className={styles.notes}>
      <thead>
        <tr>
          <th scope="col">{t('Notes')}</th>
          {states.map((state) => (
            <th key={state} scope="col">
              {STATES[state]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {[...Map.groupBy(notes, worthOf)].map(([worth, of]) => (
          <tr key={worth}>
            <th scope="row">{worth}</th>
            {states.map((state) => {
              const found = of.filter((note) => note.state === state)
              return <td key={state}>{found.length > 0 && count(found.reduce((sum, note) => sum + note.count, 0))}</td>
            })}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
