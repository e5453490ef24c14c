import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { EvidenceQuery } from '../../gql/graphql.gen.ts'
import { PATHS } from '../../paths.ts'
import { date, fullTime, words } from '../../ui/format.ts'
import styles from './evidence.module.css'
import { Notes } from './notes.tsx'

export type EvidenceOf = NonNullable<EvidenceQuery['journalEvidence']>

const Fact = ({ name, children }: { readonly name: string; readonly children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children ?? <span className={styles.none}>not in the journal</span>}</dd>
  </div>
)

const clock = (text: string): string => `${date(text.slice(0, 10))}, ${text.slice(11, 19)}`

type Transaction = EvidenceOf['transaction']

const NUMBERS: readonly (readonly [string, (transaction: Transaction) => string | null])[] = [
  ['Retrieval reference', ({ rrn }) => rrn],
  ['Audit number', ({ stan }) => stan],
  ['Authorisation code', ({ authorisationCode }) => authorisationCode],
  ['Serial number', ({ serial }) => serial],
  ['Terminal', ({ terminalId }) => terminalId],
  ['Host’s date', ({ hostDate }) => (hostDate === null ? null : date(hostDate))],
]

/** What was read of the transaction. Its times are those of the ATM's clock. */
export const Read = ({ transaction }: { readonly transaction: EvidenceOf['transaction'] }) => {
  const { startedAt, endedAt, kind, card, accountTail, hostCode, completeness, currency, notes } = transaction
  return (
    <section>
      <h2>What was read</h2>
      <dl className={styles.facts}>
        <Fact name="Begun">{clock(startedAt)}</Fact>
        <Fact name="Ended">{endedAt === null ? null : clock(endedAt)}</Fact>
        <Fact name="Kind">{words(kind)}</Fact>
        <Fact name="Currency">{currency}</Fact>
        <Fact name="Card">{card === null ? null : <span className="id">{card}</span>}</Fact>
        <Fact name="Account">{accountTail === null ? null : `ends with ${accountTail}`}</Fact>
        {NUMBERS.map(([name, of]) => {
          const value = of(transaction)
          return (
            <Fact key={name} name={name}>
              {value === null ? null : <span className="id">{value}</span>}
            </Fact>
          )
        })}
        <Fact name="Host’s code">{hostCode}</Fact>
        <Fact name="In the journal">{completeness === 'COMPLETE' ? 'As a whole' : 'Its end mark is missing'}</Fact>
      </dl>
      {notes.length > 0 && <Notes notes={notes} />}
    </section>
  )
}

/** Which machine and which file it comes from. */
export const Source = ({ evidence: { transaction, file } }: { readonly evidence: EvidenceOf }) => {
  const { institutionKey, atmId, agentAtmId, atm, firstLine, lastLine } = transaction
  const zone = atm?.timeZone ?? undefined
  return (
    <section>
      <h2>Where it comes from</h2>
      <dl className={styles.facts}>
        <Fact name="Institution">{institutionKey}</Fact>
        <Fact name="ATM">
          <Link to={PATHS.atm} params={{ atmId: String(atmId) }} className="link">
            <span className="id">{agentAtmId}</span>
          </Link>{' '}
          {atm?.siteName ?? atm?.name}
        </Fact>
        <Fact name="Clock">{zone ?? 'time zone not registered'}</Fact>
        <Fact name="Journal of">{date(file.journalDate)}</Fact>
        <Fact name="Received">{fullTime(file.receivedAt, zone)}</Fact>
        <Fact name="File">
          <Link to={PATHS.file} params={{ fileId: String(file.id) }} className="link">
            {file.id}
          </Link>
          {file.format !== null && `, format ${file.format}`}
        </Fact>
        <Fact name="Lines">
          <Link
            to={PATHS.file}
            params={{ fileId: String(file.id) }}
            search={{ from: firstLine, to: lastLine }}
            className="link"
          >
            {firstLine} to {lastLine}
          </Link>
        </Fact>
      </dl>
      <p className={styles.hash}>
        SHA-256 of the file as the ATM sent it
        <code>{file.sha256}</code>
      </p>
    </section>
  )
}
