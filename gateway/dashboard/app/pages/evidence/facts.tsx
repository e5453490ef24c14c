import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { EvidenceQuery } from '../../gql/graphql.gen.ts'
import { t, tc } from '../../language/texts.ts'
import { PATHS } from '../../paths.ts'
import { date, fullTime, words } from '../../ui/format.ts'
import styles from './evidence.module.css'
import { Notes } from './notes.tsx'

export type EvidenceOf = NonNullable<EvidenceQuery['journalEvidence']>

const Fact = ({ name, children }: { readonly name: string; readonly children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children ?? <span className={styles.none}>{t('not in the journal')}</span>}</dd>
  </div>
)

const clock = (text: string): string => [date(text.slice(0, 10)), text.slice(11, 19)].join(t(', '))

type Transaction = EvidenceOf['transaction']

const NUMBERS: readonly (readonly [string, (transaction: Transaction) => string | null])[] = [
  [t('Retrieval reference'), ({ rrn }) => rrn],
  [t('Audit number'), ({ stan }) => stan],
  [t('Authorisation code'), ({ authorisationCode }) => authorisationCode],
  [t('Serial number'), ({ serial }) => serial],
  [t('Terminal'), ({ terminalId }) => terminalId],
  [t('Host’s date'), ({ hostDate }) => (hostDate === null ? null : date(hostDate))],
]

/** What was read of the transaction. Its times are those of the ATM's clock. */
export const Read = ({ transaction }: { readonly transaction: EvidenceOf['transaction'] }) => {
  const { startedAt, endedAt, kind, card, accountTail, hostCode, completeness, currency, notes } = transaction
  return (
    <section>
      <h2>{t('What was read')}</h2>
      <dl className={styles.facts}>
        <Fact name={t('Begun')}>{clock(startedAt)}</Fact>
        <Fact name={tc('transaction', 'Ended')}>{endedAt === null ? null : clock(endedAt)}</Fact>
        <Fact name={t('Kind')}>{words(kind)}</Fact>
        <Fact name={t('Currency')}>{currency}</Fact>
        <Fact name={t('Card')}>{card === null ? null : <span className="id">{card}</span>}</Fact>
        <Fact name={tc('bank', 'Account')}>
          {accountTail === null ? null : t('ends with {digits}', { digits: accountTail })}
        </Fact>
        {NUMBERS.map(([name, of]) => {
          const value = of(transaction)
          return (
            <Fact key={name} name={name}>
              {value === null ? null : <span className="id">{value}</span>}
            </Fact>
          )
        })}
        <Fact name={t('Host’s code')}>{hostCode}</Fact>
        <Fact name={t('In the journal')}>
          {completeness === 'COMPLETE' ? t('As a whole') : t('Its end mark is missing')}
        </Fact>
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
      <h2>{t('Where it comes from')}</h2>
      <dl className={styles.facts}>
        <Fact name={t('Institution')}>{institutionKey}</Fact>
        <Fact name={t('ATM')}>
          <Link to={PATHS.atm} params={{ atmId: String(atmId) }} className="link">
            <span className="id">{agentAtmId}</span>
          </Link>{' '}
          {atm?.siteName ?? atm?.name}
        </Fact>
        <Fact name={t('Clock')}>{zone ?? t('time zone not registered')}</Fact>
        <Fact name={t('Journal of')}>{date(file.journalDate)}</Fact>
        <Fact name={t('Received')}>{fullTime(file.receivedAt, zone)}</Fact>
        <Fact name={t('File')}>
          <Link to={PATHS.file} params={{ fileId: String(file.id) }} className="link">
            {file.id}
          </Link>
          {file.format !== null && `${t(', ')}${t('format {format}', { format: file.format })}`}
        </Fact>
        <Fact name={t('Lines')}>
          <Link
            to={PATHS.file}
            params={{ fileId: String(file.id) }}
            search={{ from: firstLine, to: lastLine }}
            className="link"
          >
            {t('{from} to {to}', { from: firstLine, to: lastLine })}
          </Link>
        </Fact>
      </dl>
      <p className={styles.hash}>
        {t('SHA-256 of the file as the ATM sent it')}
        <code dir="ltr">{file.sha256}</code>
      </p>
    </section>
  )
}
