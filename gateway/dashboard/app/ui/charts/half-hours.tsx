import { Link, type LinkProps, useNavigate } from '@tanstack/react-router'
import { type KeyboardEvent, type ReactNode, useState } from 'react'
import { t, tn } from '../../language/texts.ts'
import { count, day, dayTime, duration, fixed, signed, time } from '../format.ts'
import { useWidth } from '../use-width.ts'
import { against, type Counts, FEW } from './against-usual.ts'
import styles from './half-hours.module.css'
import { biggest, linePath, sum, timeTicks } from './scale.ts'

/** One row of counts along the time. */
export type SeriesRow = Counts & { readonly id: string; readonly label: string; readonly icon?: ReactNode }

type HalfHoursProps = {
  readonly rows: readonly SeriesRow[]
  readonly from: number
  readonly stepMs: number
  readonly caption: string
  /** How long the whole axis is, in a word such as `24 h`. */
  readonly span: string
  /** Whether the last part is not over yet. */
  readonly isRunning: boolean
  /** Where the records behind a row's counts are, of the whole axis or of one part of it. */
  readonly linkOf: (row: string, from: number, to: number | null) => LinkProps
}

/** From this multiple of the usual count on, a bar is marked. */
const UNUSUAL = 1.6

const isOdd = (n: number, usual: number | null | undefined): boolean =>
  usual !== null && usual !== undefined && n > usual * UNUSUAL && n - usual > FEW

const HOUR_MS = 3_600_000

const ratioText = (ratio: number | null): string =>
  ratio === null
    ? ''
    : ratio > 0.8 && ratio < 1.25
      ? t('usual')
      : ratio >= 2
        ? `×${fixed(ratio, 1)}`
        : `${signed((ratio - 1) * 100)} %`

const allOf = (rows: readonly SeriesRow[]): SeriesRow => {
  const length = rows[0]?.counts.length ?? 0
  const at = Array.from({ length }, (_, index) => index)
  return {
    id: 'all',
    label: t('All events'),
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
  readonly isRunning: boolean
  readonly look: (at: number | null) => void
  readonly open: (at: number) => void
}

const Bars = ({ row: { counts, usual }, width, height, at, isRunning, look, open }: BarsProps) => {
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
  const under = (x: number) => Math.max(0, Math.min(counts.length - 1, Math.floor((x / width) * counts.length)))
  return (
    <svg
      width={width}
      height={height}
      className={styles.bars}
      aria-hidden="true"
      onPointerMove={({ nativeEvent }) => look(under(nativeEvent.offsetX))}
      onPointerLeave={() => look(null)}
      onClick={({ nativeEvent }) => open(under(nativeEvent.offsetX))}
    >
      {at !== null && <rect x={at * pitch - 1} width={pitch + 1} y={0} height={height} className={styles.cursor} />}
      {counts.map((n, index) => {
        const odd = isOdd(n, usual[index])
        const running = isRunning && index === counts.length - 1
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

type RowProps = {
  readonly row: SeriesRow
  readonly at: number | null
  readonly isRunning: boolean
  readonly total?: boolean
  readonly link: LinkProps
  readonly children: ReactNode
}

const Row = ({ row, at, isRunning, total, link, children }: RowProps) => {
  const ratio = against(row, at, isRunning)
  return (
    <div className={styles.row} data-total={total || undefined}>
      <span className={styles.name}>
        {row.icon}
        {row.label}
      </span>
      <div className={styles.plot}>{children}</div>
      <span className={styles.value}>
        <Link {...link} aria-label={`${row.label}: ${count(sum(row.counts))}`}>
          {count(at === null ? sum(row.counts) : (row.counts[at] ?? 0))}
        </Link>
      </span>
      <span className={styles.ratio} data-odd={(ratio !== null && ratio > UNUSUAL) || undefined}>
        {ratioText(ratio)}
      </span>
    </div>
  )
}

const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, PageUp: -4, PageDown: 4 }

const useCursor = (length: number, open: (at: number) => void) => {
  const [at, look] = useState<number | null>(null)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && at !== null) return open(at)
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

type NumbersProps = Pick<HalfHoursProps, 'rows' | 'caption' | 'span' | 'isRunning'>

/** The same numbers for those who do not see the rows, as a slider hides what is in it. */
const Numbers = ({ rows, caption, span, isRunning }: NumbersProps) => (
  <div className="sr">
    <table>
      <caption>{caption}</caption>
      <thead>
        <tr>
          <th scope="col">{t('Category')}</th>
          <th scope="col">{span}</th>
          <th scope="col">{t('Latest against usual')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.id}>
            <th scope="row">{row.label}</th>
            <td>{count(sum(row.counts))}</td>
            <td>{ratioText(against(row, null, isRunning)) || t('not known')}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)

const Key = ({ usual, isRunning }: { readonly usual: boolean; readonly isRunning: boolean }) => (
  <p className={styles.key}>
    {usual ? (
      <>
        <span>
          <i className={styles.keyUsual} />
          {t('usual at that time')}
        </span>
        <span>
          <i className={`${styles.keyOdd} forced`} />
          {t('more than {times} times the usual', { times: UNUSUAL })}
        </span>
      </>
    ) : (
      <span>{t('What is usual at that time is not known.')}</span>
    )}
    {isRunning && (
      <span>
        <i className={`${styles.keyRunning} forced`} />
        {t('still counting')}
      </span>
    )}
    <span className={styles.keyNote}>{t('Each row has its own scale.')}</span>
  </p>
)

type AxisProps = Pick<HalfHoursProps, 'from' | 'stepMs'> & {
  readonly width: number
  readonly length: number
  readonly shown: string
  readonly isMoment: boolean
  readonly versus: string
}

/** How much room the label of a time takes. */
const LABEL = 56

const Axis = ({ from, stepMs, width, length, shown, isMoment, versus }: AxisProps) => {
  const whole = length * stepMs
  return (
    <div className={styles.head} aria-hidden>
      <span />
      <span className={styles.axis}>
        {width > 0 &&
          timeTicks(from, from + whole, Math.max(2, Math.floor(width / LABEL))).map(({ at, isDay }) => {
            const x = ((at - from) / whole) * width
            // At the ends of the axis the label stays within it.
            return (
              <i key={at} style={{ left: Math.max(LABEL / 4, Math.min(width - LABEL / 4, x)) }}>
                {isDay ? day(at) : time(at)}
              </i>
            )
          })}
      </span>
      <span className={styles.number} data-moment={isMoment || undefined}>
        {shown}
      </span>
      <span className={styles.number}>{versus}</span>
    </div>
  )
}

/** The time of a part: of one that is shorter than a day the hours, else its beginning. */
const partText = (from: number, stepMs: number, isLong: boolean): string =>
  isLong ? dayTime(from) : `${time(from)}\u2013${time(from + stepMs)}`

/**
 * Rows of counts on one axis of time, each with a scale of its own. The pointer and the arrow keys turn the numbers
 * at the right into those of one moment, so that nothing covers the rows; a click and Enter lead to its records.
 */
export const HalfHours = ({ rows, from, stepMs, caption, span, isRunning, linkOf }: HalfHoursProps) => {
  const [ref, width] = useWidth<HTMLDivElement>()
  const navigate = useNavigate()
  const all = allOf(rows)
  const length = all.counts.length
  const start = (index: number) => from + index * stepMs
  const link = (row: string, index: number | null) =>
    index === null ? linkOf(row, from, isRunning ? null : start(length)) : linkOf(row, start(index), start(index + 1))
  const open = (row: string) => (index: number) => void navigate(link(row, index))
  const { at, look, onKeyDown } = useCursor(length, open(all.id))
  const isLong = stepMs > HOUR_MS
  const shown = at === null ? span : partText(start(at), stepMs, isLong)
  const hasUsual = all.usual.some((n) => n !== null)
  const latest = 2 * stepMs === HOUR_MS ? t('last hour') : t('last {time}', { time: duration(2 * stepMs) })
  const bars = { width, at, isRunning, look }
  return (
    <div className={styles.wrap}>
      <Axis
        from={from}
        stepMs={stepMs}
        width={width}
        length={length}
        shown={shown}
        isMoment={at !== null}
        versus={!hasUsual ? '' : at === null ? latest : t('vs usual')}
      />
      <div className={styles.rows}>
        <Row row={all} at={at} isRunning={isRunning} total link={link(all.id, at)}>
          <div
            ref={ref}
            className={styles.slider}
            tabIndex={0}
            role="slider"
            aria-label={t('{caption}, along the time; Enter shows those of one moment', { caption })}
            aria-valuemin={0}
            aria-valuemax={Math.max(0, length - 1)}
            aria-valuenow={at ?? Math.max(0, length - 1)}
            aria-valuetext={
              at === null ? caption : tn(all.counts[at] ?? 0, '{shown}: {n} event', '{shown}: {n} events', { shown })
            }
            onKeyDown={onKeyDown}
            onBlur={() => look(null)}
          >
            {width > 0 && <Bars row={all} height={44} open={open(all.id)} {...bars} />}
          </div>
        </Row>
        {rows.map((row) => (
          <Row key={row.id} row={row} at={at} isRunning={isRunning} link={link(row.id, at)}>
            {width > 0 && <Bars row={row} height={26} open={open(row.id)} {...bars} />}
          </Row>
        ))}
      </div>
      <Numbers rows={rows} caption={caption} span={span} isRunning={isRunning} />
      <Key usual={hasUsual} isRunning={isRunning} />
    </div>
  )
}
