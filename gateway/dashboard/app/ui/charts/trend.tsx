import { useId } from 'react'
import { t } from '../../language/texts.ts'
import { day, dayTime, fixed, time } from '../format.ts'
import { useWidth } from '../use-width.ts'
import styles from './charts.module.css'
import { areaPath, linePath, type Point, timeTicks } from './scale.ts'

type Series = readonly (number | null)[]

type TrendProps = {
  /** Percentages, oldest first; null where nothing is known. */
  readonly values: Series
  /** The usual value of the same times, and that of the week before. */
  readonly usual: Series
  readonly weekAgo: Series
  /** What the values ought to reach. */
  readonly target: number
  /** When the first value is of, and how far apart they are, in milliseconds. */
  readonly from: number
  readonly stepMs: number
  readonly label: string
}

const PAD = { left: 30, right: 8, top: 10, bottom: 18 } as const
const HEIGHT = 132
/** How much room the label of a time takes. */
const LABEL = 56
/** So near to an edge a label is written towards the middle, or else it would be cut off. */
const EDGE = 20

const isNumber = (value: number | null): value is number => value !== null

/** The scale's lower end: a round number below everything that is shown, so that small changes stay visible. */
const floorOf = (numbers: readonly number[]): number => {
  const least = Math.min(...numbers)
  const step = least > 95 ? 1 : least > 80 ? 5 : 20
  return Math.max(0, Math.floor((least - 0.1) / step) * step)
}

const lowestOf = (values: Series): number | null =>
  values.reduce<number | null>((best, value, index) => {
    const held = best === null ? null : (values[best] ?? null)
    return value !== null && (held === null || value < held) ? index : best
  }, null)

/** Where a label begins from: the ends of an axis have theirs within it. */
const anchorOf = (x: number, width: number) => (x < EDGE ? 'start' : x > width - EDGE ? 'end' : 'middle')

const Key = ({ target, hasUsual, hasWeekAgo }: { target: number; hasUsual: boolean; hasWeekAgo: boolean }) => (
  <span className={styles.key}>
    <span>
      <i className={styles.keyTarget} />
      {t('target {target} %', { target })}
    </span>
    {hasUsual && (
      <span>
        <i className={styles.keyUsual} />
        {t('usual')}
      </span>
    )}
    {hasWeekAgo && (
      <span>
        <i className={styles.keyWeek} />
        {t('last week')}
      </span>
    )}
  </span>
)

type Scale = {
  readonly width: number
  readonly low: number
  readonly x: (index: number) => number
  readonly y: (value: number) => number
}

const Axes = ({ scale, from, stepMs, ends }: { scale: Scale; from: number; stepMs: number; ends: number }) => {
  const { width, low, x, y } = scale
  const right = width - PAD.right
  const ticks = timeTicks(from, ends, Math.max(2, Math.floor((width - PAD.left) / LABEL)))
  return (
    <>
      {[low, 100].map((level) => (
        <g key={level}>
          <line x1={PAD.left} x2={right} y1={y(level)} y2={y(level)} className={styles.grid} />
          <text x={PAD.left - 6} y={y(level) + 4} textAnchor="end" className={styles.tick}>
            {level}
          </text>
        </g>
      ))}
      {ticks.map(({ at, isDay }) => {
        const place = x((at - from) / stepMs)
        return (
          <text key={at} x={place} y={HEIGHT - 3} textAnchor={anchorOf(place, width)} className={styles.tick}>
            {isDay ? day(at) : time(at)}
          </text>
        )
      })}
    </>
  )
}

/**
 * A percentage over time, with its target, the usual one of the same times and that of the week before; what lies
 * below the usual is filled.
 */
export const Trend = ({ values, usual, weekAgo, target, from, stepMs, label }: TrendProps) => {
  const [ref, width] = useWidth<HTMLSpanElement>()
  const clip = useId()
  const known = [...values, ...usual, ...weekAgo, target].filter(isNumber)
  const low = floorOf(known)
  const scale: Scale = {
    width,
    low,
    x: (index) => PAD.left + (index / Math.max(1, values.length - 1)) * (width - PAD.left - PAD.right),
    y: (value) => PAD.top + ((100 - value) / (100 - low)) * (HEIGHT - PAD.top - PAD.bottom),
  }
  const pointsOf = (series: Series) =>
    series.map((value, index): Point | null => (value === null ? null : { x: scale.x(index), y: scale.y(value) }))
  const line = pointsOf(values)
  const usualLine = pointsOf(usual)
  const last = line.findLast((point) => point !== null)
  const lowest = lowestOf(values)
  const text =
    lowest === null
      ? label
      : t('{label}; lowest {lowest} % on {at}, target {target} %', {
          label,
          lowest: fixed(values[lowest] ?? 0, 2),
          at: dayTime(from + lowest * stepMs),
          target,
        })
  return (
    <span ref={ref} className={styles.trend} style={{ minHeight: HEIGHT }}>
      {width > 0 && (
        <svg width={width} height={HEIGHT} role="img" aria-label={text}>
          <defs>
            <clipPath id={clip}>
              <path d={areaPath(usualLine, HEIGHT)} />
            </clipPath>
          </defs>
          <Axes scale={scale} from={from} stepMs={stepMs} ends={from + (values.length - 1) * stepMs} />
          <path d={areaPath(line, scale.y(low))} className={styles.area} />
          <path d={linePath(pointsOf(weekAgo))} className={styles.week} />
          <path d={linePath(usualLine)} className={styles.usualDashed} />
          <path d={`M${PAD.left} ${scale.y(target)}H${width - PAD.right}`} className={styles.target} />
          <g clipPath={`url(#${clip})`}>
            <path d={areaPath(line, 0)} className={styles.under} />
          </g>
          <path d={linePath(line)} className={styles.line} />
          {last !== undefined && last !== null && <circle cx={last.x} cy={last.y} r="3.5" className={styles.dot} />}
        </svg>
      )}
      <Key target={target} hasUsual={usual.some(isNumber)} hasWeekAgo={weekAgo.some(isNumber)} />
    </span>
  )
}
