import { once } from 'node:events'
import { performance } from 'node:perf_hooks'
import type { Writable } from 'node:stream'
import type { Sql } from 'postgres'
import { openConnection } from '../../../db/client.ts'
import { choicesOf } from '../../../demo/random.ts'
import { addDays, localDateOf } from '../../../subgraphs/kit/common/dates.ts'

/** What the journals of a fleet hold: so many transactions, evenly over ATMs and days up to today. */
export type TransactionShape = {
  readonly transactions: number
  readonly atms: number
  readonly institutions: number
  readonly days: number
  /** Days from which on the hot table holds them. */
  readonly hotDays: number
  /** Whose an ATM is and how its agent names it; made up by its number when left out. */
  readonly nameOf?: (atm: number) => { readonly institutionKey: string; readonly agentAtmId: string }
}

/** What a user who looks for a transaction knows of it. */
export type Sample = {
  readonly id: number
  readonly institutionKey: string
  readonly agentAtmId: string
  readonly day: string
  readonly cardLast4: string
  readonly reference: string
  readonly stan: string
  readonly authorisationCode: string
  readonly terminalId: string
}

/** The key of an institution, by its number from 0; the first are the largest. */
export const institutionKeyOf = (number: number): string => `INST-${String(number + 1).padStart(2, '0')}`

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
  'file_id, institution_key, atm_id, agent_atm_id, started_at, ended_at, kind, verdict, host_code, amount_minor, ' +
  'currency, card, reference, cash_outcome, completeness, first_line, last_line, rrn, stan, authorisation_code, ' +
  'serial, terminal_id, host_date, account_tail, conflict'

/** What a host prints of a transaction; one in two hundred contradicts itself. */
const numbersOf = (day: string, atm: number, random: () => number) => {
  const number = (digits: number): string => pad(10 ** digits * random(), digits)
  const stan = number(6)
  const rrn = `${day.slice(2).replaceAll('-', '')}${stan}`
  const conflict = random() < 0.005 ? '{AMOUNT_AND_NOTES}' : '{}'
  return { rrn, rest: [stan, number(6), number(4), `T${pad(atm, 7)}`, day, number(4), conflict] }
}

const field = (value: string | number | null): string => (value === null ? '\\N' : String(value))

/** The transactions of an ATM and day as lines of a COPY. */
const dayOfAtm = (atm: number, dayNumber: number, day: string, shape: TransactionShape, random: () => number) => {
  const count = Math.floor(((2 * shape.transactions) / shape.atms / shape.days) * random() + 0.5)
  const { institutionKey, agentAtmId } = shape.nameOf?.(atm) ?? {
    institutionKey: institutionOf(atm, shape),
    agentAtmId: `ATM-${pad(atm, 5)}`,
  }
  let lines = ''
  for (let n = 0; n < count; n += 1) {
    const second = Math.floor((86_000 * (n + random())) / count)
    const stamp = `${day} ${pad(second / 3600, 2)}:${pad((second / 60) % 60, 2)}:${pad(second % 60, 2)}`
    const last4 = pad(10_000 * random(), 4)
    const { rrn, rest: numbers } = numbersOf(day, atm, random)
    const { kind, verdict, code, cash, amount } = outcomeOf(random)
    const values = [dayNumber * shape.atms + atm, institutionKey, atm, agentAtmId, stamp, stamp, kind, verdict, code]
    const rest = [amount, 'ETB', `412345******${last4}`, rrn, cash, 'COMPLETE', n * 30 + 1, n * 30 + 28, rrn]
    lines += `${[...values, ...rest, ...numbers].map(field).join('\t')}\n`
  }
  return lines
}

const send = async (copy: Writable, text: string): Promise<void> => {
  if (!copy.write(text)) await once(copy, 'drain')
}

type Table = 'transaction_cold' | 'transaction_hot'
type Days = { readonly today: string; readonly from: number; readonly to: number }

/** Copies the days from so many back to so many back into a table. */
const copyDays = async (sql: Sql, table: Table, { today, from, to }: Days, shape: TransactionShape) => {
  const random = choicesOf(String(from)).fraction
  const copy = await sql.unsafe(`copy journal.${table} (${COLUMNS}) from stdin`).writable()
  for (let back = from; back >= to; back -= 1) {
    for (let atm = 1; atm <= shape.atms; atm += 1)
      await send(copy, dayOfAtm(atm, shape.days - back, addDays(today, -back), shape, random))
  }
  copy.end()
  await once(copy, 'finish')
}

const FILL_TOTALS = `insert into journal.atm_day_total (day, atm_id, institution_key, agent_atm_id, transactions,
  successful, failed)
  select started_at::date, atm_id, institution_key, agent_atm_id, count(*),
    count(*) filter (where verdict = 'APPROVED'),
    count(*) filter (where verdict = 'DECLINED') from journal.transaction_all group by 1, 2, 3, 4`

const withDatabase = async <T>(url: string, work: (sql: Sql) => Promise<T>): Promise<T> => {
  const { sql, close } = await openConnection({ url, name: 'filling', settings: { synchronous_commit: 'off' } })
  try {
    return await work(sql)
  } finally {
    await close()
  }
}

/**
 * Writes transactions by COPY into a migrated database, the totals of their days too; nothing else may run on it.
 * Leaves one as it is that holds as many already. `url` logs in as the superuser.
 */
export const fillTransactions = (url: string, shape: TransactionShape, print: (line: string) => void): Promise<void> =>
  withDatabase(url, async (sql) => {
    const today = localDateOf(new Date(), 'UTC')
    const startedAt = performance.now()
    const announce = (what: string) =>
      print(`  ${((performance.now() - startedAt) / 1_000).toFixed(0).padStart(4)} s  ${what}`)
    const [kept] = await sql.unsafe<{ n: string }[]>(
      'select coalesce(sum(transactions), 0)::text as n from journal.atm_day_total',
    )
    if (Math.abs(Number(kept?.n) / shape.transactions - 1) < 0.02) return announce('they are there already')
    await sql.unsafe('truncate journal.transaction_hot, journal.transaction_cold, journal.atm_day_total')
    const [from, to] = [addDays(today, -shape.days), addDays(today, 40)]
    await sql.unsafe(`select journal.make_partitions('${from}', '${to}', '${today}', ${shape.hotDays})`)
    const [boundary] = await sql.unsafe<{ hot: number }[]>(
      `select '${today}'::date - hot_from::date as hot from journal.hot_boundary`,
    )
    const hot = Math.min(boundary?.hot ?? shape.hotDays, shape.days - 1)
    await copyDays(sql, 'transaction_cold', { today, from: shape.days - 1, to: hot + 1 }, shape)
    announce('cold transactions')
    await copyDays(sql, 'transaction_hot', { today, from: hot, to: 0 }, shape)
    announce('hot transactions')
    await sql.unsafe(FILL_TOTALS)
    // As autovacuum would have left the tables of a fleet that has run for long.
    await sql.unsafe('vacuum (analyze)')
    announce('totals, vacuum and statistics')
  })

/** Transactions at random, of every day and institution. */
export const sampleTransactions = (url: string, count: number): Promise<Sample[]> =>
  withDatabase(url, async (sql) => {
    const rows = await sql.unsafe<(Omit<Sample, 'id'> & { id: string })[]>(`
      with span as materialized (select min(id) as low, max(id) as high from journal.transaction_all),
      wanted as materialized (select low + floor(random() * (high - low + 1))::bigint as id
        from span, generate_series(1, ${count}))
      select t.id::text, institution_key as "institutionKey", agent_atm_id as "agentAtmId",
        started_at::date::text as day,
        card_last4 as "cardLast4", reference, stan, authorisation_code as "authorisationCode",
        terminal_id as "terminalId"
      from wanted w cross join lateral (select * from journal.transaction_all where id = w.id) t`)
    return rows.map(({ id, ...row }) => ({ ...row, id: Number(id) }))
  })
