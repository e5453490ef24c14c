import styles from './charts.module.css'

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
