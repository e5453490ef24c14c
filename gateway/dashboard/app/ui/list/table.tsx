import { IconArrowDown, IconArrowUp, IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import type { FormEvent, ReactNode } from 'react'
import { rich } from '../../language/rich.ts'
import { t } from '../../language/texts.ts'
import { count } from '../format.ts'
import { WallButton } from '../wall-button.tsx'
import { Empty } from '../widget.tsx'
import { rowKeys } from './rows.ts'
import styles from './table.module.css'

/** A column of a table. */
export type Column<T, S extends string = string> = {
  readonly id: string
  readonly header: ReactNode
  readonly cell: (row: T) => ReactNode
  /** The word that an address sorts by this column with; without one it does not sort. */
  readonly sort?: S
  readonly right?: boolean
  /** True for what a phone has no room for, `widest` for what a tablet has none for either. */
  readonly wide?: boolean | 'widest'
}

const widthClass = (wide: boolean | 'widest' | undefined): string | undefined => {
  if (wide === 'widest') return styles.widest
  return wide ? styles.wide : undefined
}

type TableProps<T, S extends string> = {
  /** What the rows are, for those who do not see the table. */
  readonly label: string
  readonly columns: readonly Column<T, S>[]
  readonly rows: readonly T[]
  readonly idOf: (row: T) => string
  /** As in the address: `openedAt`, or `-openedAt` for downwards. */
  readonly sort?: string
  readonly onSort?: (sort: S | `-${S}`) => void
  readonly fresh?: ReadonlySet<string>
  readonly selectedId?: string
  /** The rows that are chosen, by their ids, and what chooses those between which the focus moves with Shift held. */
  readonly chosen?: ReadonlySet<string>
  readonly choose?: (rows: readonly T[]) => void
  /** What a key does with the row that has the focus. */
  readonly keys?: Readonly<Record<string, (row: T) => void>>
}

const directionOf = (sort: string | undefined, column: string | undefined) =>
  column === undefined || sort?.replace('-', '') !== column
    ? undefined
    : sort.startsWith('-')
      ? 'descending'
      : 'ascending'

const Header = <T, S extends string>({
  column,
  sort,
  onSort,
}: { readonly column: Column<T, S> } & Pick<TableProps<T, S>, 'sort' | 'onSort'>) => {
  const by = column.sort
  const direction = directionOf(sort, by)
  return (
    <th scope="col" aria-sort={direction} data-right={column.right || undefined} className={widthClass(column.wide)}>
      {by === undefined || onSort === undefined ? (
        column.header
      ) : (
        <WallButton onClick={() => onSort(direction === 'ascending' ? `-${by}` : by)}>
          {column.header}
          {direction === 'ascending' && <IconArrowUp size={13} aria-hidden />}
          {direction === 'descending' && <IconArrowDown size={13} aria-hidden />}
        </WallButton>
      )}
    </th>
  )
}

/** A table of a server's page of rows; its order is the server's. */
export const Table = <T, S extends string = string>(props: TableProps<T, S>) => {
  const { label, columns, rows, idOf, sort, onSort, fresh, selectedId, chosen, choose, keys = {} } = props
  const actions = Object.fromEntries(
    Object.entries(keys).map(([key, act]) => [
      key,
      (index: number) => {
        const row = rows[index]
        if (row !== undefined) act(row)
      },
    ]),
  )
  const extend =
    choose === undefined
      ? undefined
      : (from: number, to: number) => choose(rows.slice(Math.min(from, to), Math.max(from, to) + 1))
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard
    <section className={styles.scroll} tabIndex={0} aria-label={label} onKeyDown={rowKeys(actions, extend)}>
      <table className={styles.table}>
        <thead>
          <tr>
            {columns.map((column) => (
              <Header key={column.id} column={column} sort={sort} onSort={onSort} />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr
              key={idOf(row)}
              data-row
              data-fresh={fresh?.has(idOf(row)) || undefined}
              data-selected={selectedId === idOf(row) || chosen?.has(idOf(row)) || undefined}
            >
              {columns.map((column) => (
                <td key={column.id} data-right={column.right || undefined} className={widthClass(column.wide)}>
                  {column.cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

type PagerProps = {
  readonly total: number
  readonly page: number
  readonly size: number
  readonly onPage: (page: number) => void
}

/** So many pages are passed through one by one. */
const FEW_PAGES = 3

/** Goes to a page by its number. */
const PageJump = ({ page, pages, onPage }: Pick<PagerProps, 'page' | 'onPage'> & { readonly pages: number }) => {
  const jump = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const typed = Math.round(Number(new FormData(event.currentTarget).get('page')))
    const to = Math.min(pages, Math.max(1, Number.isNaN(typed) ? page : typed))
    event.currentTarget.reset()
    if (to !== page) onPage(to)
  }
  return (
    <form className={styles.jump} onSubmit={jump} noValidate>
      {rich('{page} of {pages}', {
        page: (
          <label>
            {t('Page')}{' '}
            <input
              key={page}
              name="page"
              type="number"
              min={1}
              max={pages}
              defaultValue={page}
              aria-label={t('Page number')}
            />
          </label>
        ),
        pages: count(pages),
      })}
    </form>
  )
}

/** Which rows of how many a page of a list has, in the reader's numbers. `page` is from 1. */
export const rowsOf = ({ total, page, size }: Pick<PagerProps, 'total' | 'page' | 'size'>) => ({
  first: count((page - 1) * size + 1),
  last: count(Math.min(page * size, total)),
  total: count(total),
})

/** Which rows of how many are shown, and the way to the others. `page` is from 1. */
export const Pager = ({ total, page, size, onPage }: PagerProps) => {
  const pages = Math.max(1, Math.ceil(total / size))
  return (
    <nav className={styles.pager} aria-label={t('Pages')} data-control>
      <span aria-live="polite">
        {total === 0 ? t('No rows') : t('{first}–{last} of {total}', rowsOf({ total, page, size }))}
      </span>
      {pages > FEW_PAGES && <PageJump page={page} pages={pages} onPage={onPage} />}
      <button type="button" disabled={page <= 1} onClick={() => onPage(page - 1)} aria-label={t('Previous page')}>
        <IconChevronLeft size={16} aria-hidden />
      </button>
      <button type="button" disabled={page >= pages} onClick={() => onPage(page + 1)} aria-label={t('Next page')}>
        <IconChevronRight size={16} aria-hidden />
      </button>
    </nav>
  )
}

type EmptyListProps = {
  /** How many rows the list has on all of its pages. */
  readonly total: number
  readonly toFirst: () => void
  /** Why there are none on any page. */
  readonly children: ReactNode
}

/** In place of a page of a list that has no row: on one after the last page, the way to the first one. */
export const EmptyList = ({ total, toFirst, children }: EmptyListProps) =>
  total === 0 ? (
    children
  ) : (
    <Empty>
      <p>{t('There is nothing on this page.')}</p>
      <button type="button" className="button" onClick={toFirst}>
        {t('First page')}
      </button>
    </Empty>
  )
