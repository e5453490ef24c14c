import { Link } from '@tanstack/react-router'
import { useDocument } from '../../api/client.ts'
import { type FileQuery, FileTransactionsDocument, type FileTransactionsQuery } from '../../gql/graphql.gen.ts'
import { PATHS } from '../../paths.ts'
import { count, money, plural, words } from '../../ui/format.ts'
import { rowKeys } from '../../ui/rows.ts'
import { Pager } from '../../ui/table.tsx'
import { Empty, Widget } from '../../ui/widget.tsx'
import { addDays } from '../journals/days.ts'
import { CASH, Verdict } from '../journals/marks.tsx'
import type { FileSearch } from './search.ts'
import styles from './transactions.module.css'

const SIZE = 100

type Row = NonNullable<FileTransactionsQuery['journalTransactions']>['content'][number]

const RowOf = ({
  row,
  isChosen,
  fileId,
}: {
  readonly row: Row
  readonly isChosen: boolean
  readonly fileId: string
}) => {
  const { startedAt, kind, verdict, amount, currency, cashOutcome, firstLine, lastLine } = row
  return (
    <Link
      from={PATHS.file}
      to={PATHS.file}
      params={{ fileId }}
      search={(now: FileSearch) => ({ ...now, from: firstLine, to: lastLine, find: undefined })}
      replace
      resetScroll={false}
      className={styles.row}
      aria-current={isChosen ? 'true' : undefined}
      activeProps={{}}
    >
      <b>
        {startedAt.slice(11, 19)} {words(kind)}
      </b>
      <b>{amount === null ? '\u2014' : currency === null ? amount : money(amount, currency)}</b>
      <small>
        <Verdict verdict={verdict} />
        {cashOutcome !== 'NONE' && ` · ${CASH[cashOutcome].label.toLowerCase()}`}
      </small>
      <small>
        lines {firstLine}
        {'\u2013'}
        {lastLine}
      </small>
    </Link>
  )
}

type FileOf = NonNullable<FileQuery['journalFile']>

type Props = {
  readonly file: FileOf
  readonly search: FileSearch
  readonly onPage: (page: number | undefined) => void
}

/** The transactions of a file; one leads to its lines in the text beside. */
export const Transactions = ({ file, search, onPage }: Props) => {
  const { id, atmId, journalDate } = file
  const query = useDocument(
    FileTransactionsDocument,
    {
      fileId: id,
      atmId,
      // A journal begins and ends near midnight, not at it.
      from: addDays(journalDate, -1),
      to: addDays(journalDate, 1),
      page: (search.page ?? 1) - 1,
      size: SIZE,
    },
    { everyMs: file.status === 'RECEIVED' ? 5_000 : 0 },
  )
  const total = query.data?.data.journalTransactions?.totalElements
  return (
    <Widget
      query={query}
      title="Transactions"
      note={total === undefined ? undefined : count(total)}
      roots={['journalTransactions']}
      pick={(data) => data.journalTransactions}
    >
      {({ content, totalElements }) =>
        content.length === 0 ? (
          <Empty>
            {file.status === 'RECEIVED' ? 'The file waits to be read.' : 'No transaction was found in this file.'}
          </Empty>
        ) : (
          <>
            {/* biome-ignore lint/a11y/noStaticElementInteractions: keys of the rows inside */}
            <div className={styles.scroll} onKeyDown={rowKeys()}>
              <ol className={styles.list} aria-label={plural(totalElements, 'transaction')}>
                {content.map((row) => (
                  <li key={row.id} data-row>
                    <RowOf row={row} fileId={String(id)} isChosen={row.firstLine === search.from} />
                  </li>
                ))}
              </ol>
            </div>
            {totalElements > SIZE && (
              <Pager
                total={totalElements}
                page={search.page ?? 1}
                size={SIZE}
                onPage={(page) => onPage(page === 1 ? undefined : page)}
              />
            )}
          </>
        )
      }
    </Widget>
  )
}
