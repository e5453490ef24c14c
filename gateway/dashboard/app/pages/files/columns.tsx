import { Link } from '@tanstack/react-router'
import type { FilesQuery } from '../../gql/graphql.gen.ts'
import { PATHS } from '../../paths.ts'
import { count, date, dayTime, fullTime } from '../../ui/format.ts'
import { size } from '../../ui/format-bytes.ts'
import { AtmCell } from '../../ui/list/atm-cell.tsx'
import type { Column } from '../../ui/list/table.tsx'
import { FileState, NotTold } from '../journals/marks.tsx'
import styles from './files.module.css'
import { Refile } from './refile.tsx'
import { Reparse } from './reparse.tsx'
import type { SORTS } from './search.ts'

export type Row = NonNullable<FilesQuery['journalFiles']>['content'][number]
type FileColumn = Column<Row, (typeof SORTS)[number]>

const State = ({ row: { status, error, supersededByFileId } }: { readonly row: Row }) => (
  <span className={styles.state}>
    <FileState status={status} />
    {error !== null && <small className={styles.why}>{error}</small>}
    {supersededByFileId !== null && (
      <Link to={PATHS.file} params={{ fileId: String(supersededByFileId) }} className={styles.replaced}>
        Replaced by file {supersededByFileId}
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
      <small>
        {count(successful)} approved, {count(failed)} declined{undecided > 0 && `, ${count(undecided)} undecided`}
        {duplicates > 0 && `, ${count(duplicates)} in another file`}
      </small>
    </span>
  )

/** What may be done about a file: of another day, it is filed under its own; a standing one is read again. */
const Action = ({ row }: { readonly row: Row }) => {
  if (row.status === 'MISDATED') return <Refile file={row} />
  return row.supersededByFileId === null ? <Reparse file={row} /> : null
}

/** The columns of the files; those who may have them read again. */
export const columnsOf = (mayReparse: boolean): readonly FileColumn[] => [
  {
    id: 'day',
    header: 'Journal of',
    sort: 'journalDate',
    cell: ({ id, journalDate }) => (
      <Link to={PATHS.file} params={{ fileId: String(id) }} className={styles.file}>
        <span>{date(journalDate)}</span>
        <small>file {id}</small>
      </Link>
    ),
  },
  {
    id: 'atm',
    header: 'ATM',
    cell: (row) => <AtmCell atmId={row.atmId} agentAtmId={row.agentAtmId} atm={row.atm} />,
  },
  { id: 'state', header: 'State', sort: 'status', cell: (row) => <State row={row} /> },
  { id: 'counts', header: 'Transactions', right: true, wide: true, cell: (row) => <Counts row={row} /> },
  {
    id: 'size',
    header: 'Size',
    right: true,
    wide: 'widest',
    cell: ({ sizeBytes }) => <span className={styles.quiet}>{size(sizeBytes)}</span>,
  },
  {
    id: 'format',
    header: 'Format',
    wide: 'widest',
    cell: ({ format }) => (format === null ? <NotTold /> : <span className={styles.quiet}>{format}</span>),
  },
  {
    id: 'received',
    header: 'Received',
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
          header: <span className="sr">Actions</span>,
          right: true,
          wide: true,
          cell: (row: Row) => <Action row={row} />,
        },
      ]
    : []),
]
