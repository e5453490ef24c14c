import { rich } from '../../language/rich.ts'
import { t, tc, tn } from '../../language/texts.ts'
import { Age } from '../../ui/age.tsx'
import { Bar } from '../../ui/charts/bar.tsx'
import { duration, money, share, words } from '../../ui/format.ts'
import { Empty } from '../../ui/widget.tsx'
import styles from './cassettes.module.css'
import type { Atm } from './steps.ts'

type Inventory = NonNullable<Atm['inventory']>
type Cassette = Inventory['cassettes'][number]

const HOUR_MS = 3_600_000
const SOON_HOURS = 24
const PLENTY_HOURS = 14 * 24

const toneOf = ({ status, hoursLeft, currentCount }: Cassette): 'bad' | 'warn' | undefined => {
  if (currentCount === 0 || status === 'EMPTY') return 'bad'
  if (status !== null && status !== 'OK') return 'warn'
  return hoursLeft !== null && hoursLeft <= SOON_HOURS ? 'warn' : undefined
}

const Left = ({ cassette }: { readonly cassette: Cassette }) => {
  const { hoursLeft, currentCount, type } = cassette
  if (currentCount === 0) return <b data-tone="bad">{tc('cassette', 'empty')}</b>
  if (hoursLeft === null) return <span>{type === 'REJECT' ? '' : t('rate not known')}</span>
  if (hoursLeft > PLENTY_HOURS) return <span>{t('lasts over 14 d')}</span>
  return (
    <b data-tone={hoursLeft <= SOON_HOURS ? 'warn' : undefined}>
      {t('empty in {duration}', { duration: duration(hoursLeft * HOUR_MS) })}
    </b>
  )
}

const notesOf = ({ currentCount, capacity, initialCount, rejectedCount }: Cassette): string => {
  const whole = capacity ?? initialCount
  return [
    currentCount === null ? t('number of notes not reported') : tn(currentCount, '{n} note', '{n} notes'),
    ...(currentCount === null || whole === null ? [] : [t('{share} full', { share: share(currentCount, whole, 0) })]),
    ...(rejectedCount === null || rejectedCount === 0 ? [] : [tn(rejectedCount, '{n} rejected', '{n} rejected')]),
  ].join(t(', '))
}

const Row = ({ cassette }: { readonly cassette: Cassette }) => {
  const { cassetteNo, type, currency, denomination, currentCount, capacity, initialCount, status } = cassette
  const tone = toneOf(cassette)
  const whole = capacity ?? initialCount
  return (
    <li className={styles.row}>
      <p className={styles.line}>
        <b>{cassetteNo}</b>
        <span>
          <bdi>{currency !== null && denomination !== null ? money(denomination, currency) : (currency ?? '')}</bdi>
          {type !== null && <small> {words(type)}</small>}
        </span>
        {status !== null && status !== 'OK' && <em data-tone={tone}>{words(status)}</em>}
        <span className={styles.left}>
          <Left cassette={cassette} />
        </span>
      </p>
      {whole !== null && currentCount !== null && <Bar part={currentCount} whole={whole} tone={tone} />}
      <p className={styles.notes}>
        <span>{notesOf(cassette)}</span>
        {currency !== null && denomination !== null && currentCount !== null && (
          <span>{money(denomination * currentCount, currency)}</span>
        )}
      </p>
    </li>
  )
}

/** What is in the cassettes, how long it lasts, and what it is worth. */
export const Cassettes = ({ inventory }: { readonly inventory: Inventory }) => {
  if (inventory.cassettes.length === 0) return <Empty>{t('No inventory has come from this ATM yet.')}</Empty>
  return (
    <div className={styles.wrap}>
      <p className={styles.total}>
        {inventory.totals.map(({ currency, amount }) => (
          <b key={currency}>{money(amount, currency)}</b>
        ))}
        {inventory.asOf !== null && <span>{rich('counted {age} ago', { age: <Age at={inventory.asOf} /> })}</span>}
      </p>
      <ol>
        {inventory.cassettes.map((cassette) => (
          <Row key={cassette.cassetteNo} cassette={cassette} />
        ))}
      </ol>
    </div>
  )
}
