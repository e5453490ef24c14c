import { once } from 'node:events'
import type { Writable } from 'node:stream'
import { openConnection } from '../../db/client.ts'
import { addDays, localDateOf } from '../../subgraphs/kit/dates.ts'

/** What the journals of a fleet hold: so many transactions, evenly over ATMs and days up to today. */
export type TransactionShape = {
  readonly transactions: number
  readonly atms: number
  readonly institutions: number
  readonly days: number
  /** Days from which on the hot table holds them. */
  readonly hotDays: number
}

/** The reference and card of a transaction that was written, with its day. */
export type Sample = {
  readonly institutionKey: string
  readonly agentAtmId: string
  readonly day: string
  readonly cardLast4: string
  readonly reference: string
}

/** The key of an institution, by its number from 0; the first are the largest. */
export const institutionKeyOf = (number: number): string => `INST-${String(number + 1).padStart(2, '0')}`

/** The same numbers on every run; from 0 up to 1. */
const createRandom = (seed: number) => {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

const institutionOf = (atm: number, { institutions }: TransactionShape): string =>
  institutionKeyOf(Math.floor(institutions * ((atm * 0.618_033_988_75) % 1) ** 1.7))

const pad = (value: number, digits: number): string => String(Math.floor(value)).padStart(digits, '0')

/** Codes of a host as they are spread: most approve, a few are common, some are rare. */
const DECLINES = ['051', '055', '105', '091', '075', '013', '061', '096', '041'] as const

const outcomeOf = (random: () => number) => {
  const [withdrawal, decided, share] = [random() < 0.75, random(), random()]
  const approved = decided < 0.78
  const code = approved ? '000' : (DECLINES[Math.floor(DECLINES.length * share ** 2.5)] ?? '096')
  const verdict = approved ? 'APPROVED' : decided < 0.95 ? 'DECLINED' : null
  const cash =
    !withdrawal || !approved ? 'NONE' : share < 0.97 ? 'DISPENSED' : share < 0.985 ? 'RETRACTED' : 'NOT_TAKEN'
  const kind = withdrawal ? 'WITHDRAWAL' : share < 0.5 ? 'DEPOSIT' : 'BALANCE'
  const amount = kind === 'BALANCE' ? null : 10_000 * (1 + Math.floor(60 * random() ** 2))
  return { kind, verdict, code: verdict === null ? null : code, cash, amount }
}

const COLUMNS =
  'file_id, institution_key, atm_id, agent_atm_id, started_at, ended_at, kind, verdict, host_code, amount_minor, currency, card, reference, cash_outcome, completeness, first_line, last_line'

const field = (value: string | number | null): string => (value === null ? '\\N' : String(value))

/** The transactions of an ATM and day as lines of a COPY; one of them as a sample. */
const dayOfAtm = (atm: number, dayNumber: number, day: string, shape: TransactionShape, random: () => number) => {
  const count = Math.floor(((2 * shape.transactions) / shape.atms / shape.days) * random() + 0.5)
  const institutionKey = institutionOf(atm, shape)
  const agentAtmId = `ATM-${pad(atm, 5)}`
  let lines = ''
  let sample: Sample | null = null
  for (let n = 0; n < count; n += 1) {
    const second = Math.floor((86_000 * (n + random())) / count)
    const stamp = `${day} ${pad(second / 3600, 2)}:${pad((second / 60) % 60, 2)}:${pad(second % 60, 2)}`
    const [last4, reference] = [pad(10_000 * random(), 4), pad(1_000_000 * random(), 6)]
    const { kind, verdict, code, cash, amount } = outcomeOf(random)
    const values = [dayNumber * shape.atms + atm, institutionKey, atm, agentAtmId, stamp, stamp, kind, verdict, code]
    const rest = [amount, 'ETB', `412345******${last4}`, reference, cash, 'COMPLETE', n * 30 + 1, n * 30 + 28]
    lines += `${[...values, ...rest].map(field).join('\t')}\n`
    sample = { institutionKey, agentAtmId, day, cardLast4: last4, reference }
  }
  return { lines, sample, count }
}

const send = async (copy: Writable, text: string): Promise<void> => {
  if (!copy.write(text)) await once(copy, 'drain')
}

const SAMPLE_OF = 997

/**
 * Writes transactions by COPY into an empty, migrated database, the totals of their days too; nothing else may run on it.
 * `url` logs in as the superuser. Returns some of what was written, spread over all of it.
 */
export const fillTransactions = async (
  url: string,
  shape: TransactionShape,
  print: (line: string) => void,
): Promise<Sample[]> => {
  const connection = await openConnection({ url, name: 'filling', settings: { synchronous_commit: 'off' } })
  const { sql } = connection
  const today = localDateOf(new Date(), 'UTC')
  const random = createRandom(7)
  const samples: Sample[] = []
  let written = 0
  const copyDays = async (table: 'transaction_cold' | 'transaction_hot', from: number, to: number) => {
    const copy = await sql.unsafe(`copy journal.${table} (${COLUMNS}) from stdin`).writable()
    for (let back = from; back >= to; back -= 1) {
      for (let atm = 1; atm <= shape.atms; atm += 1) {
        const { lines, sample, count } = dayOfAtm(atm, shape.days - back, addDays(today, -back), shape, random)
        await send(copy, lines)
        if (sample !== null && (atm + back * 31) % SAMPLE_OF === 0) samples.push(sample)
        written += count
      }
    }
    copy.end()
    await once(copy, 'finish')
  }
  try {
    await sql.unsafe('truncate journal.transaction_hot, journal.transaction_cold, journal.atm_day_total')
    const [range] = await sql.unsafe<{ hot: number }[]>(
      `select journal.make_partitions('${addDays(today, -shape.days)}', '${addDays(today, 40)}', '${today}', ${shape.hotDays}),
        '${today}'::date - (select hot_from::date from journal.hot_boundary) as hot`,
    )
    const [first] = await sql.unsafe<{ hot: number }[]>(
      `select '${today}'::date - hot_from::date as hot from journal.hot_boundary`,
    )
    const hot = first?.hot ?? range?.hot ?? shape.hotDays
    await copyDays('transaction_cold', shape.days - 1, hot + 1)
    print(`  ${written} transactions are cold`)
    await copyDays('transaction_hot', Math.min(hot, shape.days - 1), 0)
    print(`  ${written} transactions in all`)
    await sql.unsafe(`insert into journal.atm_day_total (day, atm_id, institution_key, agent_atm_id, transactions, successful, failed)
      select started_at::date, atm_id, institution_key, agent_atm_id, count(*), count(*) filter (where verdict = 'APPROVED'),
        count(*) filter (where verdict = 'DECLINED') from journal.transaction_all group by 1, 2, 3, 4`)
    await sql.unsafe('vacuum (analyze)')
    return samples
  } finally {
    await connection.close()
  }
}
