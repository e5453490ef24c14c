import { t } from '../../language/texts.ts'
import { count } from '../format.ts'
import styles from './long-text.module.css'

/** The platform counts what people see as characters, as this does. */
export const lengthOf = (text: string): number => [...text.trim()].length

type LongTextProps = {
  readonly id: string
  readonly value: string
  readonly onChange: (text: string) => void
  readonly most: number
  readonly rows?: number
  readonly 'aria-describedby'?: string
  readonly 'aria-invalid'?: boolean
  readonly disabled?: boolean
}

/** A field for a text of some lines that counts its characters. Ctrl and Enter submit its form. */
export const LongText = ({ value, onChange, most, rows = 4, ...input }: LongTextProps) => {
  const length = lengthOf(value)
  return (
    <span className={styles.wrap}>
      <textarea
        {...input}
        aria-invalid={input['aria-invalid'] === true || length > most}
        rows={rows}
        value={value}
        onChange={({ target }) => onChange(target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
          event.preventDefault()
          event.currentTarget.form?.requestSubmit()
        }}
      />
      <small className={styles.count} data-over={length > most || undefined} aria-live="polite">
        {length > most
          ? t('{n} of {most} characters: too long', { n: count(length), most: count(most) })
          : t('{n} of {most} characters', { n: count(length), most: count(most) })}
      </small>
    </span>
  )
}
