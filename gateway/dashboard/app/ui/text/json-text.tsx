import styles from './json-text.module.css'

/** What a machine sent, as text to read; nothing of it is ever more than text. */
export const JsonText = ({ title, value }: { readonly title: string; readonly value: unknown }) => (
  <section className={styles.json} aria-label={title}>
    <h3>{title}</h3>
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard */}
    <pre tabIndex={0}>{typeof value === 'string' ? value : JSON.stringify(value, null, 2)}</pre>
  </section>
)
