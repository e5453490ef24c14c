import { IconAlertTriangle, IconCalendarX, IconCopy, IconFileOff, IconReplace } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { FileQuery, JournalReason } from '../../gql/graphql.gen.ts'
import { rich } from '../../language/rich.ts'
import { t, tn } from '../../language/texts.ts'
import { PATHS } from '../../paths.ts'
import styles from './file.module.css'

type FileOf = NonNullable<FileQuery['journalFile']>

/** Why some of a file cannot be trusted, in words. */
const REASONS: Readonly<Record<JournalReason, (n: number) => string>> = {
  LINES_UNREADABLE: (n) => tn(n, '{n} line or amount that cannot be true', '{n} lines or amounts that cannot be true'),
  TRANSACTIONS_LEFT_OUT: (n) =>
    tn(
      n,
      '{n} transaction beyond what a machine can do in a day',
      '{n} transactions beyond what a machine can do in a day',
    ),
  STARTS_WITHOUT_SESSION: (n) =>
    tn(n, '{n} start mark inside the session of another', '{n} start marks inside the session of another'),
  ENDS_WITHOUT_START: (n) =>
    tn(n, '{n} end of a session that did not begin', '{n} ends of a session that did not begin'),
  REQUESTS_WITHOUT_SESSION: (n) =>
    tn(n, '{n} request to the host in no session', '{n} requests to the host in no session'),
  LONG_SESSIONS: (n) => tn(n, '{n} session that lasts for hours', '{n} sessions that last for hours'),
  CARD_MISMATCHES: (n) =>
    tn(n, '{n} transaction whose receipt prints another card', '{n} transactions whose receipt prints another card'),
  MIXED_SESSIONS: (n) =>
    tn(
      n,
      '{n} session with lines that may be of another session',
      '{n} sessions with lines that may be of another session',
    ),
  TIME_JUMPS: (n) =>
    tn(n, '{n} time that steps back where no midnight is', '{n} times that step back where no midnight is'),
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
        {rich('Nothing of it could be read, and it does not count as a journal: {error}', {
          error: <bdi>{error}</bdi>,
        })}
      </Notice>
    )
  if (status === 'MISDATED')
    return (
      <Notice tone="bad" Icon={IconCalendarX}>
        <bdi>{error}</bdi> {t('Its transactions are not stored until then.')}
      </Notice>
    )
  if (reasons.length === 0)
    return (
      <Notice Icon={IconAlertTriangle}>
        {rich('Some of it could not be read: {error}', { error: <bdi>{error}</bdi> })}
      </Notice>
    )
  return (
    <Notice Icon={IconAlertTriangle}>
      {t('Some of it cannot be trusted:')}
      <ul aria-label={t('Reasons')}>
        {reasons.map(({ reason, count: times }) => (
          <li key={reason}>{REASONS[reason](times)}</li>
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
        {tn(
          file.duplicates,
          '{n} transaction of it is also in another file of this ATM, and counted there.',
          '{n} transactions of it are also in another file of this ATM, and counted there.',
        )}
      </Notice>
    )}
    {file.supersededByFileId !== null && (
      <Notice tone="plain" Icon={IconReplace}>
        {rich('The standing file of this day is another one: {file}. The transactions of this one no longer count.', {
          file: (
            <Link to={PATHS.file} params={{ fileId: String(file.supersededByFileId) }} search={{}}>
              {t('file {id}', { id: file.supersededByFileId })}
            </Link>
          ),
        })}
      </Notice>
    )}
  </>
)
