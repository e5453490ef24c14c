import { Age } from '../../ui/age.tsx'
import { Bar } from '../../ui/charts/bar.tsx'
import { count, duration, money, share, words } from '../../ui/format.ts'
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
  if (currentCount === 0) return <b data-tone="bad">empty</b>
  if (hoursLeft === null) return <span>{type === 'REJECT' ? '' : 'rate not known'}</span>
  if (hoursLeft > PLENTY_HOURS) return <span>lasts over 14 d</span>
  return <b data-tone={hoursLeft <= SOON_HOURS ? 'warn' : undefined}>empty in {duration(hoursLeft * HOUR_MS)}</b>
}

const Notes = ({ currentCount, capacity, initialCount, rejectedCount }: Cassette) => {
  const whole = capacity ?? initialCount
  return (
    <>
      {currentCount === null ? 'number of notes not reported' : `${count(currentCount)} notes`}
      {currentCount !== null && whole !== null && `, ${share(currentCount, whole, 0)} full`}
      {rejectedCount !== null && rejectedCount > 0 && `, ${count(rejectedCount)} rejected`}
    </>
  )
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
          {currency !== null && denomination !== null ? money(denomination, currency) : (currency ?? '')}
          {type !== null && <small> {words(type)}</small>}
        </span>
        {status !== null && status !== 'OK' && <em data-tone={tone}>{words(status)}</em>}
        <span className={styles.left}>
          <Left cassette={cassette} />
        </span>
      </p>
      {whole !== null && currentCount !== null && <Bar part={currentCount} whole={whole} tone={tone} />}
      <p className={styles.notes}>
        <span>
          <Notes {...cassette} />
        </span>
        {currency !== null && denomination !== null && currentCount !== null && (
          <span>{money(denomination * currentCount, currency)}</span>
        )}
      </p>
    </li>
  )
}

/** What is in the cassettes, how long it lasts, and what it is worth. */
export const Cassettes = ({ inventory }: { readonly inventory: Inventory }) => {
  if (inventory.cassettes.length === 0) return <Empty>No inventory has come from this ATM yet.</Empty>
  return (
    <div className={styles.wrap}>
      <p className={styles.total}>
        {inventory.totals.map(({ currency, amount }) => (
          <b key={currency}>{money(amount, currency)}</b>
        ))}
        {inventory.asOf !== null && (
          <span>
            counted <Age at={inventory.asOf} /> ago
          </span>
        )}
      </p>
      <ol>
        {inventory.cassettes.map((cassette) => (
          <Row key={cassette.cassetteNo} cassette={cassette} />
        ))}
      </ol>
    </div>
  )
}
