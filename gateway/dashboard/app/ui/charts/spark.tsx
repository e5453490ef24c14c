import styles from './charts.module.css'
import { biggest } from './scale.ts'

/** A few small bars beside a number. */
export const Spark = ({
  counts,
  width = 48,
  height = 18,
}: {
  readonly counts: readonly number[]
  readonly width?: number
  readonly height?: number
}) => {
  const top = biggest(counts) || 1
  const pitch = width / Math.max(1, counts.length)
  return (
    <svg width={width} height={height} aria-hidden="true" className={styles.spark}>
      {counts.map((n, index) => {
        const tall = Math.max(1, (n / top) * height)
        return (
          <rect
            // biome-ignore lint/suspicious/noArrayIndexKey: a bar is its place
            key={index}
            x={index * pitch}
            width={Math.max(1, pitch - 1)}
            y={height - tall}
            height={tall}
            data-some={n > 0 || undefined}
          />
        )
      })}
    </svg>
  )
}

/** A share of the biggest, as a bar; `tone` only for what needs somebody. */
export const Bar = ({
  part,
  whole,
  tone,
}: {
  readonly part: number
  readonly whole: number
  readonly tone?: 'warn' | 'bad'
}) => (
  <span className={`${styles.bar} forced`} data-tone={tone}>
    <i style={{ width: `${whole === 0 ? 0 : Math.min(100, (part / whole) * 100)}%` }} />
  </span>
)
