import { Fragment } from 'react'
import { t, tn } from '../../language/texts.ts'
import { shownText } from '../file/shown-text.ts'
import styles from './evidence.module.css'
import type { EvidenceOf } from './facts.tsx'

type Props = {
  readonly lines: EvidenceOf['lines']
  /** The numbers of the lines that decided a verdict. */
  readonly deciding: ReadonlySet<number>
  readonly label: string
}

/** The printed lines with their numbers in the file; where some are left out, a row says how many. */
export const Lines = ({ lines, deciding, label }: Props) => (
  <table className={styles.lines} dir="ltr">
    <caption className="sr">{label}</caption>
    <tbody>
      {lines.map(({ number, text, ofTransaction }, at) => {
        const before = lines[at - 1]
        const missing = before === undefined ? 0 : number - before.number - 1
        return (
          <Fragment key={number}>
            {missing > 0 && (
              <tr className={styles.omitted}>
                <th scope="row">…</th>
                <td>{tn(missing, '{n} line is left out here', '{n} lines are left out here')}</td>
              </tr>
            )}
            <tr data-of={ofTransaction || undefined}>
              <th scope="row">{number}</th>
              <td>
                {ofTransaction && <span className="sr">{t('Of the transaction:')} </span>}
                {deciding.has(number) && <span className={styles.decides}>{t('decides the verdict')}</span>}
                {shownText(text)}
              </td>
            </tr>
          </Fragment>
        )
      })}
    </tbody>
  </table>
)
