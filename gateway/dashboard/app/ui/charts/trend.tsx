import { useId } from 'react'
import { fixed, time } from '../format.ts'
import { useWidth } from '../use-width.ts'
import styles from './charts.module.css'
import { areaPath, hourTicks, linePath, type Point } from './scale.ts'

type TrendProps = {
  /** Percentages, oldest first; null where nothing is known. */
  readonly values: readonly (number | null)[]
  /** The usual value of the same times. */
  readonly usual: readonly (number | null)[]
  /** When the first value is of, and how far apart they are, in milliseconds. */
  readonly from: number
  readonly stepMs: number
  readonly label: string
}

const PAD = { left: 34, right: 10, top: 10, bottom: 18 } as const

const isNumber = (value: number | null): value is number => value !== null

/** The scale's lower end: a round number below everything that is shown, so that small changes stay visible. */
const floorOf = (numbers: readonly number[]): number => {
  const least = Math.min(...numbers)
  const step = least > 95 ? 1 : least > 80 ? 5 : 20
  return Math.max(0, Math.floor((least - 0.1) / step) * step)
}

/** A percentage over the hours, with the usual one of the same hours; what lies below the usual is filled. */
export const Trend = ({ values, usual, from, stepMs, label }: TrendProps) => {
  const [ref, width] = useWidth<HTMLDivElement>()
  const clip = useId()
  const known = [...values, ...usual].filter(isNumber)
  const height = width > 560 ? 150 : 112
  const low = known.length === 0 ? 0 : floorOf(known)
  const x = (index: number) => PAD.left + (index / Math.max(1, values.length - 1)) * (width - PAD.left - PAD.right)
  const y = (value: number) => PAD.top + ((100 - value) / (100 - low)) * (height - PAD.top - PAD.bottom)
  const pointsOf = (series: readonly (number | null)[]) =>
    series.map((value, index): Point | null => (value === null ? null : { x: x(index), y: y(value) }))
  const line = pointsOf(values)
  const usualLine = pointsOf(usual)
  const last = line.findLast((point) => point !== null)
  const ends = from + (values.length - 1) * stepMs
  const ticks = hourTicks(from, ends, width < 300 ? 12 : 6)
  const lowest = values.reduce<number | null>((best, value, index) => {
    const held = best === null ? null : values[best]
    return value !== null && (held === null || held === undefined || value < held) ? index : best
  }, null)
  const text =
    lowest === null ? label : `${label}, lowest ${fixed(values[lowest] ?? 0, 2)} % at ${time(from + lowest * stepMs)}`
  return (
    <div ref={ref} className={styles.trend} style={{ minHeight: height }}>
      {width > 0 && (
        <svg width={width} height={height} role="img" aria-label={text}>
          <defs>
            <clipPath id={clip}>
              <path d={areaPath(usualLine, height)} />
            </clipPath>
          </defs>
          {[low, 100].map((level) => (
            <g key={level}>
              <line x1={PAD.left} x2={width - PAD.right} y1={y(level)} y2={y(level)} className={styles.grid} />
              <text x={PAD.left - 7} y={y(level) + 4} textAnchor="end" className={styles.tick}>
                {level}
              </text>
            </g>
          ))}
          {ticks.map((at) => (
            <text key={at} x={x((at - from) / stepMs)} y={height - 3} textAnchor="middle" className={styles.tick}>
              {time(at)}
            </text>
          ))}
          <path d={areaPath(line, y(low))} className={styles.area} />
          <path d={linePath(usualLine)} className={styles.usualDashed} />
          <g clipPath={`url(#${clip})`}>
            <path d={areaPath(line, 0)} className={styles.under} />
          </g>
          <path d={linePath(line)} className={styles.line} />
          {last !== undefined && last !== null && <circle cx={last.x} cy={last.y} r="3.5" className={styles.dot} />}
        </svg>
      )}
    </div>
  )
}
