import { IconChevronRight } from '@tabler/icons-react'
import { useState } from 'react'
import { useWho } from '../../api/people.ts'
import { t, tn } from '../../language/texts.ts'
import { useInstitution } from '../../scope.ts'
import { count } from '../../ui/format.ts'
import { useCalmList, WaitingPill } from '../../ui/list/calm-list.tsx'
import { Table } from '../../ui/list/table.tsx'
import { type Gap, gapColumns } from './gap-columns.tsx'
import styles from './gaps.module.css'
import { NoGaps } from './no-gaps.tsx'
import { type Change, type JournalsSearch, type Sort, USUAL_SORT } from './search.ts'
import type { Requested } from './use-requests.ts'

/** Rows of a page of the list. */
export const SIZE = 100

type GapListProps = {
  /** The gaps of the page, and one more if others follow. */
  readonly gaps: readonly Gap[]
  readonly search: JournalsSearch
  readonly change: Change
  readonly settled: boolean
  readonly known: ReadonlyMap<number, Requested>
  readonly busy: boolean
  readonly ask: (ids: readonly number[]) => void
}

/** Gaps stay in their places until the list is taken again, with what became of them when they were asked for. */
const useRows = (all: readonly Gap[], view: string, settled: boolean, known: GapListProps['known']) => {
  const calm = useCalmList(all, ({ id }) => String(id), view, settled)
  const here = new Set(all.map(({ id }) => id))
  const rows = calm.rows.map((gap) => (here.has(gap.id) ? gap : { ...gap, ...known.get(gap.id) }))
  const gone = new Set([...calm.gone].filter((id) => !known.has(Number(id))))
  return { ...calm, rows, gone }
}

const toggled = (chosen: ReadonlySet<number>, id: number): ReadonlySet<number> =>
  chosen.has(id) ? new Set([...chosen].filter((one) => one !== id)) : new Set([...chosen, id])

const Bulk = ({
  chosen,
  busy,
  ask,
  clear,
}: {
  readonly chosen: number
  readonly busy: boolean
  readonly ask: () => void
  readonly clear: () => void
}) => (
  <div className={styles.bulk} role="status">
    <p>{tn(chosen, '{n} journal chosen', '{n} journals chosen')}</p>
    <button type="button" className="button" data-size="small" onClick={clear}>
      {t('Choose none')}
    </button>
    <button type="button" className="button" data-size="small" data-kind="main" disabled={busy} onClick={ask}>
      {tn(chosen, 'Request {n} journal', 'Request {n} journals')}
    </button>
  </div>
)

/** The orders of the list, in words. */
const ORDERS: Readonly<Record<Sort, string>> = {
  gapDate: t('oldest day first'),
  '-gapDate': t('newest day first'),
  agentAtmId: t('by ATM'),
  '-agentAtmId': t('by ATM, downwards'),
}

const Pages = ({
  rows,
  more,
  search,
  change,
}: Pick<GapListProps, 'search' | 'change'> & { readonly rows: readonly Gap[]; readonly more: boolean }) => (
  <nav className={styles.pager} aria-label={t('Pages')}>
    <span>{[tn(rows.length, '{n} row', '{n} rows'), ORDERS[search.sort ?? USUAL_SORT]].join(t(', '))}</span>
    {search.after !== undefined && (
      <button type="button" className="button" data-size="small" onClick={() => change({ after: undefined })}>
        {t('From the first')}
      </button>
    )}
    {more && (
      <button type="button" className="button" data-size="small" onClick={() => change({ after: rows.at(-1)?.id })}>
        {t('Next {n}', { n: count(SIZE) })}
        <IconChevronRight size={14} stroke={2} aria-hidden />
      </button>
    )}
  </nav>
)

/** The gaps of a page, to choose from and to ask for. */
export const GapList = ({ gaps, search, change, settled, known, busy, ask }: GapListProps) => {
  const { asked: _asked, ...filters } = search
  const view = JSON.stringify([useInstitution(), filters])
  const { rows, waiting, fresh, gone, take } = useRows(gaps.slice(0, SIZE), view, settled, known)
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  const open = rows.filter(({ id, status }) => status !== 'CLOSED' && !gone.has(String(id)))
  const here = open.filter(({ id }) => chosen.has(id)).map(({ id }) => id)
  const who = useWho(rows.map(({ fetchRequestedBy }) => fetchRequestedBy))
  if (rows.length === 0) return <NoGaps search={search} change={change} />
  const send = (ids: readonly number[]) => {
    ask(ids)
    setChosen(new Set())
  }
  const allChosen = open.length > 0 && here.length === open.length
  const columns = gapColumns({
    gone,
    chosen,
    busy,
    toggle: (id) => setChosen((now) => toggled(now, id)),
    all: {
      chosen: allChosen,
      toggle: () => setChosen(allChosen ? new Set() : new Set(open.map(({ id }) => id))),
    },
    ask: ({ id }) => send([id]),
    who,
  })
  const isOpen = ({ id }: Gap): boolean => open.some((one) => one.id === id)
  return (
    <>
      {here.length > 0 && (
        <Bulk chosen={here.length} busy={busy} ask={() => send(here)} clear={() => setChosen(new Set())} />
      )}
      <WaitingPill waiting={waiting} text={tn(waiting, '{n} new gap', '{n} new gaps')} take={take} />
      <Table
        label={t('Missing journals')}
        columns={columns}
        rows={rows}
        idOf={({ id }) => String(id)}
        sort={search.sort ?? USUAL_SORT}
        onSort={(sort) => change({ sort: sort === USUAL_SORT ? undefined : sort })}
        fresh={fresh}
        keys={{
          x: (gap) => {
            if (isOpen(gap)) setChosen((now) => toggled(now, gap.id))
          },
          r: (gap) => {
            if (isOpen(gap) && !busy) send([gap.id])
          },
        }}
      />
      <Pages rows={rows} more={gaps.length > SIZE} search={search} change={change} />
    </>
  )
}
