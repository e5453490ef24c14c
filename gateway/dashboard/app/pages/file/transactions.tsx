import { Link } from '@tanstack/react-router'
import { useLayoutEffect, useRef } from 'react'
import { useDocument } from '../../api/client.ts'
import { type FileQuery, FileTransactionsDocument, type FileTransactionsQuery } from '../../gql/graphql.gen.ts'
import { t } from '../../language/texts.ts'
import { PATHS } from '../../paths.ts'
import { count, money } from '../../ui/format.ts'
import { rowKeys } from '../../ui/list/rows.ts'
import { EmptyList, Pager } from '../../ui/list/table.tsx'
import { Empty, Widget } from '../../ui/widget.tsx'
import { addDays } from '../journals/days.ts'
import { attemptText, CASH, Conflicts, Verdict } from '../journals/marks.tsx'
import type { FileSearch } from './search.ts'
import styles from './transactions.module.css'

const SIZE = 100

type Row = NonNullable<FileTransactionsQuery['journalTransactions']>['content'][number]

/** Scrolls the list beside the text, not the page, to the chosen row if that is out of sight. */
const useChosenInSight = (chosen: number | undefined, rows: readonly Row[]) => {
  const list = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const row = chosen === undefined || rows.length === 0 ? null : list.current?.querySelector('[data-chosen]')
    if (list.current === null || !row) return
    const [box, at] = [list.current.getBoundingClientRect(), row.getBoundingClientRect()]
    if (at.top < box.top || at.bottom > box.bottom) list.current.scrollTop += at.top - box.top - box.height / 3
  }, [chosen, rows])
  return list
}

const RowOf = ({
  row,
  isChosen,
  fileId,
}: {
  readonly row: Row
  readonly isChosen: boolean
  readonly fileId: string
}) => {
  const { startedAt, kind, attemptNo, verdict, conflict, amount, currency, cashOutcome, firstLine, lastLine } = row
  return (
    <Link
      from={PATHS.file}
      to={PATHS.file}
      params={{ fileId }}
      search={(now: FileSearch) => ({ ...now, from: firstLine, to: lastLine, find: undefined })}
      replace
      resetScroll={false}
      className={styles.row}
      data-chosen={isChosen || undefined}
    >
      <b>
        {startedAt.slice(11, 19)} {attemptText(kind, attemptNo)}
      </b>
      <b>{amount === null ? '\u2014' : currency === null ? amount : money(amount, currency)}</b>
      <small className={styles.outcome}>
        <Verdict verdict={verdict} />
        {cashOutcome !== 'NONE' && <span>· {CASH[cashOutcome].label.toLowerCase()}</span>}
      </small>
      <small>{t('lines {from}–{to}', { from: firstLine, to: lastLine })}</small>
      {conflict.length > 0 && (
        <span>
          <Conflicts conflict={conflict} />
        </span>
      )}
    </Link>
  )
}

type ListProps = { readonly rows: readonly Row[]; readonly fileId: string; readonly from: number | undefined }

const List = ({ rows, fileId, from }: ListProps) => {
  const list = useChosenInSight(from, rows)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys of the rows inside
    <div ref={list} className={styles.scroll} onKeyDown={rowKeys()}>
      <ol className={styles.list} aria-label={t('Transactions of this file')}>
        {rows.map((row) => (
          <li key={row.id} data-row>
            <RowOf row={row} fileId={fileId} isChosen={row.firstLine === from} />
            {row.firstLine === from && (
              <Link
                to={PATHS.evidence}
                params={{ transactionId: String(row.id) }}
                className={`link ${styles.evidence}`}
              >
                {t('Evidence of this transaction')}
              </Link>
            )}
          </li>
        ))}
      </ol>
    </div>
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
      title={t('Transactions')}
      note={total === undefined ? undefined : count(total)}
      roots={['journalTransactions']}
      pick={(data) => data.journalTransactions}
    >
      {({ content, totalElements }) =>
        content.length === 0 ? (
          <EmptyList total={totalElements} toFirst={() => onPage(undefined)}>
            <Empty>
              {file.status === 'RECEIVED'
                ? t('The file waits to be read.')
                : t('No transaction was found in this file.')}
            </Empty>
          </EmptyList>
        ) : (
          <>
            <List rows={content} fileId={String(id)} from={search.from} />
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
