import { Link } from '@tanstack/react-router'
import type { FilesQuery } from '../../gql/graphql.gen.ts'
import { t } from '../../language/texts.ts'
import { PATHS } from '../../paths.ts'
import { count, date, dayTime, fullTime } from '../../ui/format.ts'
import { size } from '../../ui/format-bytes.ts'
import { AtmCell } from '../../ui/list/atm-cell.tsx'
import type { Column } from '../../ui/list/table.tsx'
import { FileState, NotTold } from '../journals/marks.tsx'
import { outcomesOf } from '../journals/outcomes.ts'
import styles from './files.module.css'
import { Refile } from './refile.tsx'
import { Reparse } from './reparse.tsx'
import type { SORTS } from './search.ts'

export type Row = NonNullable<FilesQuery['journalFiles']>['content'][number]
type FileColumn = Column<Row, (typeof SORTS)[number]>

const State = ({ row: { status, error, supersededByFileId } }: { readonly row: Row }) => (
  <span className={styles.state}>
    <FileState status={status} />
    {error !== null && (
      <small className={styles.why} dir="auto">
        {error}
      </small>
    )}
    {supersededByFileId !== null && (
      <Link to={PATHS.file} params={{ fileId: String(supersededByFileId) }} className={styles.replaced}>
        {t('Replaced by file {id}', { id: supersededByFileId })}
      </Link>
    )}
  </span>
)

const Counts = ({ row: { status, transactions, successful, failed, undecided, duplicates } }: { readonly row: Row }) =>
  status === 'RECEIVED' || status === 'FAILED' || status === 'MISDATED' ? (
    <NotTold />
  ) : (
    <span className={styles.counts}>
      {count(transactions)}
      <small>{outcomesOf({ successful, failed, undecided, duplicates })}</small>
    </span>
  )

/** What may be done about a file: of another day, it is filed under its own; a standing one is read again. */
const Action = ({ row }: { readonly row: Row }) => {
  if (row.status === 'MISDATED') return <Refile file={row} />
  return row.supersededByFileId === null ? <Reparse file={row} /> : null
}

/** The columns of the files; with actions for callers who may have them read again. */
export const columnsOf = (mayReparse: boolean): readonly FileColumn[] => [
  {
    id: 'day',
    header: t('Journal of'),
    sort: 'journalDate',
    cell: ({ id, journalDate }) => (
      <Link to={PATHS.file} params={{ fileId: String(id) }} className={styles.file}>
        <span>{date(journalDate)}</span>
        <small>{t('file {id}', { id })}</small>
      </Link>
    ),
  },
  {
    id: 'atm',
    header: t('ATM'),
    cell: (row) => <AtmCell atmId={row.atmId} agentAtmId={row.agentAtmId} atm={row.atm} />,
  },
  { id: 'state', header: t('State'), sort: 'status', cell: (row) => <State row={row} /> },
  { id: 'counts', header: t('Transactions'), right: true, wide: true, cell: (row) => <Counts row={row} /> },
  {
    id: 'size',
    header: t('Size'),
    right: true,
    wide: 'widest',
    cell: ({ sizeBytes }) => <span className={styles.quiet}>{size(sizeBytes)}</span>,
  },
  {
    id: 'format',
    header: t('Format'),
    wide: 'widest',
    cell: ({ format }) => (format === null ? <NotTold /> : <span className={styles.quiet}>{format}</span>),
  },
  {
    id: 'received',
    header: t('Received'),
    sort: 'receivedAt',
    right: true,
    wide: true,
    cell: ({ receivedAt, atm }) => (
      <time dateTime={receivedAt} title={fullTime(receivedAt, atm?.timeZone ?? undefined)} className={styles.quiet}>
        {dayTime(receivedAt, atm?.timeZone ?? undefined)}
      </time>
    ),
  },
  ...(mayReparse
    ? [
        {
          id: 'again',
          header: <span className="sr">{t('Actions')}</span>,
          right: true,
          wide: true,
          cell: (row: Row) => <Action row={row} />,
        },
      ]
    : []),
]
