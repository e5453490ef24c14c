import { t, tn } from '../../language/texts.ts'
import { commas } from '../../ui/format.ts'
import styles from './bar.module.css'
import type { Parts } from './figures.rules.ts'

const SHOWN = [
  'succeeded',
  'failed',
  'cancelled',
  'underWay',
  'waiting',
  'notSent',
] as const satisfies readonly (keyof Parts)[]

const WORDS: Readonly<Record<(typeof SHOWN)[number], (n: number) => string>> = {
  succeeded: (n) => tn(n, '{n} succeeded', '{n} succeeded'),
  failed: (n) => tn(n, '{n} failed', '{n} failed'),
  cancelled: (n) => tn(n, '{n} cancelled', '{n} cancelled'),
  underWay: (n) => tn(n, '{n} under way', '{n} under way'),
  waiting: (n) => tn(n, '{n} waiting', '{n} waiting'),
  notSent: (n) => tn(n, '{n} not sent', '{n} not sent'),
}

/** The outcomes of some ATMs in words: the parts that are not empty. */
export const wordsOf = (parts: Parts): readonly string[] =>
  SHOWN.filter((part) => parts[part] > 0).map((part) => WORDS[part](parts[part]))

/** A bar of what became of some ATMs; the words beside it say the same. */
export const Bar = ({ parts, atms }: { readonly parts: Parts; readonly atms: number }) => (
  <span
    className={styles.bar}
    role="img"
    aria-label={
      atms === 0
        ? t('No ATMs')
        : tn(atms, '{n} ATM: {outcomes}', '{n} ATMs: {outcomes}', { outcomes: commas(wordsOf(parts)) })
    }
  >
    {SHOWN.map((part) =>
      parts[part] === 0 ? null : (
        <i key={part} data-part={part} style={{ flexGrow: parts[part] }} className={styles.part} />
      ),
    )}
  </span>
)
