import { beforeEach, describe, expect, it } from 'vitest'
import { createStoreTest } from '../../tests/support/stores.ts'
import { addDifference, findBrought, updateCounters } from './counters.store.ts'
import type { FileDay } from './messages.ts'

const { lines, run, write } = createStoreTest()

const NOW = new Date('2026-03-10T12:00:00Z')
const LATER = new Date('2026-03-10T13:00:00Z')
const DAYS: readonly FileDay[] = [
  { atm_id: 1, day: '2026-03-01' },
  { atm_id: 2, day: '2026-03-02' },
]

const insertFiles = (...rows: readonly (readonly [atm: number, day: string, key: string, n: number])[]) =>
  run(`insert into analytics.journal_day (atm_id, day, institution_key, parse_sequence, transactions, successful,
    failed, known_since)
    values ${rows.map(([atm, day, key, n]) => `(${atm}, '${day}', '${key}', 1, ${n}, ${n - 3}, 2, now())`).join(', ')}`)
/** Institution, day, the six counters, and the hours since which it is due for its own and the fleet's snapshot. */
const counters = () =>
  lines(`select institution_key, day::text, files_parsed, transactions, successful, failed, incidents_created,
      incidents_resolved,
      extract(hour from due_since at time zone 'UTC')::int as due,
      extract(hour from fleet_due_since at time zone 'UTC')::int as fleet_due
      from analytics.day_counter order by 1, 2`)
const brought = () => write((tx) => findBrought(tx, DAYS))
const add = (before: string, now = NOW) => write((tx) => addDifference(tx, DAYS, before, now))

beforeEach(() => run('truncate analytics.journal_day, analytics.day_counter'))

describe('what messages change of the counters', () => {
  it('is what their files bring, each by its day and institution', async () => {
    expect(await brought()).toBe('[]')
    await insertFiles(
      [1, '2026-03-01', 'ACME', 10],
      [1, '2026-03-01', 'BETA', 20],
      [1, '2026-03-02', 'ACME', 90],
      [2, '2026-03-02', 'ACME', 30],
    )
    await add('[]')
    expect(await counters()).toEqual([
      'ACME 2026-03-01 1 10 7 2 0 0 12 12',
      'ACME 2026-03-02 1 30 27 2 0 0 12 12',
      'BETA 2026-03-01 1 20 17 2 0 0 12 12',
    ])
  })

  it('is the difference to what they brought before, and makes due what differs only', async () => {
    await insertFiles([1, '2026-03-01', 'ACME', 10], [2, '2026-03-02', 'ACME', 30])
    await add('[]')
    await run(
      'update analytics.day_counter set due_since = null, fleet_due_since = null',
      `update analytics.day_counter set fleet_due_since = '2026-03-10T09:00:00Z' where day = '2026-03-02'`,
    )
    const before = await brought()
    await add(before, LATER)
    const first = 'ACME 2026-03-01 1 10 7 2 0 0 - -'
    expect(await counters()).toEqual([first, 'ACME 2026-03-02 1 30 27 2 0 0 - 9'])
    await run(`update analytics.journal_day set transactions = 25, successful = 20 where atm_id = 2`)
    await add(before, LATER)
    expect(await counters()).toEqual([first, 'ACME 2026-03-02 1 25 20 2 0 0 13 9'])
  })

  it('is due for the fleet only where it belongs to no institution, which has no snapshots of its own', async () => {
    await insertFiles([1, '2026-03-01', '', 10])
    await add('[]')
    await write((tx) => updateCounters(tx, '2026-03-01', '2026-03-01', LATER))
    expect(await counters()).toEqual([' 2026-03-01 1 10 7 2 0 0 - 12'])
    await insertFiles([2, '2026-03-02', '', 10])
    await write((tx) => updateCounters(tx, '2026-03-02', '2026-03-02', LATER))
    expect((await counters())[1]).toBe(' 2026-03-02 1 10 7 2 0 0 - 13')
  })

  it('may take all of it back', async () => {
    await insertFiles([1, '2026-03-01', 'ACME', 10])
    await add('[]')
    const before = await brought()
    await run('truncate analytics.journal_day')
    await add(before, LATER)
    expect(await counters()).toEqual(['ACME 2026-03-01 0 0 0 0 0 0 12 12'])
  })
})
