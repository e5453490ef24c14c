import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { FileQuery } from '../../gql/graphql.gen.ts'
import { PATHS } from '../../paths.ts'
import { count, date, dayTime, fullTime } from '../../ui/format.ts'
import { size } from '../../ui/format-bytes.ts'
import { Refile } from '../files/refile.tsx'
import { Reparse } from '../files/reparse.tsx'
import { FileState } from '../journals/marks.tsx'
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
      {count(transactions)}{' '}
      <small>
        {count(successful)} approved, {count(failed)} declined, {count(undecided)} undecided
      </small>
    </>
  )

/** What a file is, of which machine and day, and what came of it. */
export const Head = ({ file }: { readonly file: FileOf }) => {
  const { id, institutionKey, atmId, agentAtmId, journalDate, sha256, sizeBytes, format, status, atm } = file
  const zone = atm?.timeZone ?? undefined
  return (
    <header className={styles.head}>
      <div className={styles.title}>
        <h2>
          Journal of{' '}
          <Link to={PATHS.atm} params={{ atmId: String(atmId) }} className="link">
            <span className="id">{agentAtmId}</span>
          </Link>
          , {date(journalDate)}
        </h2>
        <FileState status={status} />
        <i className={styles.spring} />
        <Link to={PATHS.files} search={{ atm: agentAtmId }} className="link">
          All files of this ATM
        </Link>
        {status === 'MISDATED' ? <Refile file={file} /> : <Reparse file={file} />}
      </div>
      <Notices file={file} />
      <dl className={styles.facts}>
        <Fact name="Transactions">
          <Counts file={file} />
        </Fact>
        <Fact name="Place">
          {atm?.siteName ?? atm?.name ?? 'not registered'} <small>{institutionKey}</small>
        </Fact>
        <Fact name="Received">
          <At at={file.receivedAt} zone={zone} />
        </Fact>
        <Fact name="Read">{file.parsedAt === null ? 'not yet' : <At at={file.parsedAt} zone={zone} />}</Fact>
        <Fact name="File">
          {id}{' '}
          <small>
            {size(sizeBytes)}, {format ?? 'format not known'}
            {file.profileVersion !== null && file.profileVersion > 0 && `, profile version ${file.profileVersion}`}
          </small>
        </Fact>
        <Fact name="SHA-256 as the ATM sent it">
          <code title={sha256}>
            {sha256.slice(0, 16)}
            {'\u2026'}
            {sha256.slice(-8)}
          </code>
        </Fact>
      </dl>
    </header>
  )
}
