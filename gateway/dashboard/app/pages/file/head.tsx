import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { FileQuery } from '../../gql/graphql.gen.ts'
import { rich } from '../../language/rich.ts'
import { t, tc } from '../../language/texts.ts'
import { PATHS } from '../../paths.ts'
import { count, date, dayTime, fullTime } from '../../ui/format.ts'
import { size } from '../../ui/format-bytes.ts'
import { Refile } from '../files/refile.tsx'
import { Reparse } from '../files/reparse.tsx'
import { FileState } from '../journals/marks.tsx'
import { outcomesOf } from '../journals/outcomes.ts'
import styles from './file.module.css'
import { Notices } from './notices.tsx'

export type FileOf = NonNullable<FileQuery['journalFile']>

const Fact = ({ name, children }: { readonly name: string; readonly children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)

const At = ({ at, zone }: { readonly at: string; readonly zone: string | undefined }) => (
  <time dateTime={at} title={fullTime(at, zone)}>
    {dayTime(at, zone)}
  </time>
)

const Counts = ({ file: { status, transactions, successful, failed, undecided } }: { readonly file: FileOf }) =>
  status === 'RECEIVED' || status === 'FAILED' || status === 'MISDATED' ? (
    '\u2014'
  ) : (
    <>
      {count(transactions)} <small>{outcomesOf({ successful, failed, undecided })}</small>
    </>
  )

/** What a file is, its ATM, its day and its outcome. */
export const Head = ({ file }: { readonly file: FileOf }) => {
  const { id, institutionKey, atmId, agentAtmId, journalDate, sha256, sizeBytes, format, status, atm } = file
  const zone = atm?.timeZone ?? undefined
  return (
    <header className={styles.head}>
      <div className={styles.title}>
        <h2>
          {rich('Journal of {atm}, {date}', {
            atm: (
              <Link to={PATHS.atm} params={{ atmId: String(atmId) }} className="link">
                <span className="id">{agentAtmId}</span>
              </Link>
            ),
            date: date(journalDate),
          })}
        </h2>
        <FileState status={status} />
        <i className={styles.spring} />
        <Link to={PATHS.files} search={{ atm: agentAtmId }} className="link">
          {t('All files of this ATM')}
        </Link>
        {status === 'MISDATED' ? <Refile file={file} /> : <Reparse file={file} />}
      </div>
      <Notices file={file} />
      <dl className={styles.facts}>
        <Fact name={t('Transactions')}>
          <Counts file={file} />
        </Fact>
        <Fact name={t('Place')}>
          {atm?.siteName ?? atm?.name ?? t('not registered')} <small>{institutionKey}</small>
        </Fact>
        <Fact name={t('Received')}>
          <At at={file.receivedAt} zone={zone} />
        </Fact>
        <Fact name={tc('time', 'Read')}>
          {file.parsedAt === null ? t('not yet') : <At at={file.parsedAt} zone={zone} />}
        </Fact>
        <Fact name={t('File')}>
          {id}{' '}
          <small>
            {[
              size(sizeBytes),
              format ?? t('format not known'),
              ...(file.profileVersion === null || file.profileVersion === 0
                ? []
                : [t('profile version {version}', { version: file.profileVersion })]),
            ].join(t(', '))}
          </small>
        </Fact>
        <Fact name={t('SHA-256 as the ATM sent it')}>
          <code title={sha256} dir="ltr">
            {sha256.slice(0, 16)}
            {'\u2026'}
            {sha256.slice(-8)}
          </code>
        </Fact>
      </dl>
    </header>
  )
}
