import { IconAlertTriangle, IconCalendarX, IconCopy, IconFileOff, IconReplace } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { FileQuery, JournalReason } from '../../gql/graphql.gen.ts'
import { PATHS } from '../../paths.ts'
import { count, plural } from '../../ui/format.ts'
import styles from './file.module.css'

type FileOf = NonNullable<FileQuery['journalFile']>

/** Why some of a file cannot be trusted, in words. */
const REASONS: Readonly<Record<JournalReason, string>> = {
  LINES_UNREADABLE: 'lines or amounts that cannot be true',
  TRANSACTIONS_LEFT_OUT: 'transactions beyond what a machine can do in a day',
  STARTS_WITHOUT_SESSION: 'start marks inside the session of another',
  ENDS_WITHOUT_START: 'ends of a session that did not begin',
  REQUESTS_WITHOUT_SESSION: 'requests to the host in no session',
  LONG_SESSIONS: 'sessions that last for hours',
  CARD_MISMATCHES: 'transactions whose receipt prints another card',
  MIXED_SESSIONS: 'sessions with lines that may be of another session',
  TIME_JUMPS: 'times that step back where no midnight is',
}

type NoticeProps = { readonly tone?: 'bad' | 'plain'; readonly Icon: typeof IconCopy; readonly children: ReactNode }

const Notice = ({ tone, Icon, children }: NoticeProps) => (
  <div className={styles.notice} data-tone={tone}>
    <Icon size={16} aria-hidden />
    <div>{children}</div>
  </div>
)

const Fault = ({ file: { status, error, reasons } }: { readonly file: FileOf }) => {
  if (error === null) return null
  if (status === 'FAILED')
    return (
      <Notice tone="bad" Icon={IconFileOff}>
        Nothing of it could be read, and it does not count as a journal: {error}
      </Notice>
    )
  if (status === 'MISDATED')
    return (
      <Notice tone="bad" Icon={IconCalendarX}>
        {error} Its transactions are not stored until then.
      </Notice>
    )
  if (reasons.length === 0) return <Notice Icon={IconAlertTriangle}>Some of it could not be read: {error}</Notice>
  return (
    <Notice Icon={IconAlertTriangle}>
      Some of it cannot be trusted:
      <ul aria-label="Reasons">
        {reasons.map(({ reason, count: times }) => (
          <li key={reason}>
            {count(times)} {REASONS[reason]}
          </li>
        ))}
      </ul>
    </Notice>
  )
}

/** What somebody should know of a file before reading it. */
export const Notices = ({ file }: { readonly file: FileOf }) => (
  <>
    <Fault file={file} />
    {file.duplicates > 0 && (
      <Notice tone="plain" Icon={IconCopy}>
        {plural(file.duplicates, 'transaction')} of it {file.duplicates === 1 ? 'is' : 'are'} also in another file of
        this ATM, and counted there.
      </Notice>
    )}
    {file.supersededByFileId !== null && (
      <Notice tone="plain" Icon={IconReplace}>
        The standing file of this day is another one:{' '}
        <Link to={PATHS.file} params={{ fileId: String(file.supersededByFileId) }} search={{}}>
          file {file.supersededByFileId}
        </Link>
        . The transactions of this one no longer count.
      </Notice>
    )}
  </>
)
