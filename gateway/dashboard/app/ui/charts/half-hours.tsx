import { type KeyboardEvent, type ReactNode, useState } from 'react'
import { count, signed, time } from '../format.ts'
import { useWidth } from '../use-width.ts'
import styles from './half-hours.module.css'
import { biggest, hourTicks, linePath, sum } from './scale.ts'

/** One row of counts along the time. */
export type SeriesRow = {
  readonly id: string
  readonly label: string
  readonly icon?: ReactNode
  readonly counts: readonly number[]
  /** The usual count of each; null where it is not known. */
  readonly usual: readonly (number | null)[]
}

type HalfHoursProps = {
  readonly rows: readonly SeriesRow[]
  readonly from: number
  readonly stepMs: number
  readonly caption: string
}

/** From this multiple of the usual count on, a bar is marked; a few events more than usual are no matter. */
const UNUSUAL = 1.6
const FEW = 5

const isOdd = (n: number, usual: number | null | undefined): boolean =>
  usual !== null && usual !== undefined && n > usual * UNUSUAL && n - usual > FEW

/** A count against the usual one: of the moment looked at, else of the two last whole ones. */
const against = ({ counts, usual }: SeriesRow, at: number | null): number | null => {
  const indexes = at === null ? [counts.length - 3, counts.length - 2] : [at]
  const expected = indexes.map((index) => usual[index] ?? null)
  if (expected.some((n) => n === null)) return null
  const total = sum(expected.map((n) => n ?? 0))
  const seen = sum(indexes.map((index) => counts[index] ?? 0))
  if (seen - total <= FEW && total - seen <= FEW) return 1
  return total === 0 ? null : seen / total
}

const ratioText = (ratio: number | null): string =>
  ratio === null
    ? ''
    : ratio > 0.8 && ratio < 1.25
      ? 'usual'
      : ratio >= 2
        ? `×${ratio.toFixed(1)}`
        : `${signed((ratio - 1) * 100)} %`

const allOf = (rows: readonly SeriesRow[]): SeriesRow => {
  const length = rows[0]?.counts.length ?? 0
  const at = Array.from({ length }, (_, index) => index)
  return {
    id: 'all',
    label: 'All events',
    counts: at.map((index) => sum(rows.map(({ counts }) => counts[index] ?? 0))),
    usual: at.map((index) => {
      const parts = rows.map(({ usual }) => usual[index] ?? null)
      return parts.some((part) => part === null) ? null : sum(parts.map((part) => part ?? 0))
    }),
  }
}

type BarsProps = {
  readonly row: SeriesRow
  readonly width: number
  readonly height: number
  readonly at: number | null
  readonly look: (at: number | null) => void
}

const Bars = ({ row: { counts, usual }, width, height, at, look }: BarsProps) => {
  const top = biggest([...counts, ...usual.map((n) => n ?? 0)]) * 1.02 || 1
  const pitch = width / counts.length
  const bar = Math.max(1, pitch - (pitch > 6 ? 2 : 1))
  const tall = (n: number) => Math.max(n > 0 ? 1.5 : 0, (n / top) * (height - 6))
  const steps = usual.flatMap((n, index) =>
    n === null
      ? [null]
      : [
          { x: index * pitch, y: height - tall(n) },
          { x: (index + 1) * pitch, y: height - tall(n) },
        ],
  )
  return (
    <svg
      width={width}
      height={height}
      className={styles.bars}
      aria-hidden="true"
      onPointerMove={({ nativeEvent }) =>
        look(Math.max(0, Math.min(counts.length - 1, Math.floor((nativeEvent.offsetX / width) * counts.length))))
      }
      onPointerLeave={() => look(null)}
    >
      {at !== null && <rect x={at * pitch - 1} width={pitch + 1} y={0} height={height} className={styles.cursor} />}
      {counts.map((n, index) => {
        const odd = isOdd(n, usual[index])
        const running = index === counts.length - 1
        const y = height - tall(n)
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a bar is its place
          <g key={index}>
            <rect
              x={index * pitch}
              y={y}
              width={bar}
              height={tall(n)}
              className={odd ? styles.odd : styles.bar}
              data-running={running || undefined}
            />
            {odd && (
              <path d={`M${index * pitch + bar / 2 - 3} ${Math.max(4, y - 1) - 4}h6l-3 4Z`} className={styles.odd} />
            )}
          </g>
        )
      })}
      <path d={linePath(steps)} className={styles.usual} />
    </svg>
  )
}

const Row = ({
  row,
  at,
  total,
  children,
}: {
  readonly row: SeriesRow
  readonly at: number | null
  readonly total?: boolean
  readonly children: ReactNode
}) => {
  const ratio = against(row, at)
  return (
    <div className={styles.row} data-total={total || undefined}>
      <span className={styles.name}>
        {row.icon}
        {row.label}
      </span>
      <div className={styles.plot}>{children}</div>
      <span className={styles.value}>{count(at === null ? sum(row.counts) : (row.counts[at] ?? 0))}</span>
      <span className={styles.ratio} data-odd={(ratio !== null && ratio > UNUSUAL) || undefined}>
        {ratioText(ratio)}
      </span>
    </div>
  )
}

const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, PageUp: -4, PageDown: 4 }

const useCursor = (length: number) => {
  const [at, look] = useState<number | null>(null)
  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEPS[event.key]
    const next =
      step !== undefined
        ? Math.max(0, Math.min(length - 1, (at ?? length) + step))
        : { Home: 0, End: length - 1, Escape: null }[event.key]
    if (next === undefined) return
    event.preventDefault()
    look(next)
  }
  return { at, look, onKeyDown }
}

/** The same numbers for those who do not see the rows, as a slider hides what is in it. */
const Numbers = ({ rows, caption }: { readonly rows: readonly SeriesRow[]; readonly caption: string }) => (
  <table className="sr">
    <caption>{caption}</caption>
    <thead>
      <tr>
        <th scope="col">Category</th>
        <th scope="col">24 hours</th>
        <th scope="col">Last hour against usual</th>
      </tr>
    </thead>
    <tbody>
      {rows.map((row) => (
        <tr key={row.id}>
          <th scope="row">{row.label}</th>
          <td>{count(sum(row.counts))}</td>
          <td>{ratioText(against(row, null)) || 'not known'}</td>
        </tr>
      ))}
    </tbody>
  </table>
)

const Key = ({ usual }: { readonly usual: boolean }) => (
  <p className={styles.key}>
    {usual ? (
      <>
        <span>
          <i className={styles.keyUsual} />
          usual for that half hour
        </span>
        <span>
          <i className={`${styles.keyOdd} forced`} />
          more than {UNUSUAL} times the usual
        </span>
      </>
    ) : (
      <span>The usual is not known yet.</span>
    )}
    <span>
      <i className={`${styles.keyRunning} forced`} />
      still counting
    </span>
    <span className={styles.keyNote}>Each row has its own scale.</span>
  </p>
)

/**
 * Rows of counts on one axis of time, each with a scale of its own. The pointer and the arrow keys turn the numbers
 * at the right into those of one moment, so that nothing covers the rows.
 */
export const HalfHours = ({ rows, from, stepMs, caption }: HalfHoursProps) => {
  const [ref, width] = useWidth<HTMLDivElement>()
  const all = allOf(rows)
  const length = all.counts.length
  const { at, look, onKeyDown } = useCursor(length)
  const start = (index: number) => from + index * stepMs
  const shown = at === null ? '24 h' : `${time(start(at))}\u2013${time(start(at + 1))}`
  const ticks = hourTicks(from, start(length), width < 260 ? 12 : 6)
  return (
    <div className={styles.wrap}>
      <div className={styles.head} aria-hidden>
        <span />
        <span className={styles.axis}>
          {width > 0 &&
            ticks.map((tick) => (
              <i key={tick} style={{ left: ((tick - from) / (length * stepMs)) * width }}>
                {time(tick)}
              </i>
            ))}
        </span>
        <span className={styles.number} data-moment={at !== null || undefined}>
          {shown}
        </span>
        <span className={styles.number}>
          {!all.usual.some((n) => n !== null) ? '' : at === null ? 'last hour' : 'vs usual'}
        </span>
      </div>
      <div
        className={styles.rows}
        tabIndex={0}
        role="slider"
        aria-label={`${caption}, along the time`}
        aria-valuemin={0}
        aria-valuemax={Math.max(0, length - 1)}
        aria-valuenow={at ?? Math.max(0, length - 1)}
        aria-valuetext={at === null ? 'the last 24 hours' : `${shown}: ${count(all.counts[at] ?? 0)} events`}
        onKeyDown={onKeyDown}
        onBlur={() => look(null)}
      >
        <Row row={all} at={at} total>
          <div ref={ref}>{width > 0 && <Bars row={all} width={width} height={44} at={at} look={look} />}</div>
        </Row>
        {rows.map((row) => (
          <Row key={row.id} row={row} at={at}>
            {width > 0 && <Bars row={row} width={width} height={26} at={at} look={look} />}
          </Row>
        ))}
      </div>
      <Numbers rows={rows} caption={caption} />
      <Key usual={all.usual.some((n) => n !== null)} />
    </div>
  )
}
