import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import type { TenantTx } from '../../../db/tenancy.ts'
import { ACME, ALL, createStoreTest } from '../../../tests/support/stores.ts'
import { INCIDENT_SORTING, listIncidentPage } from './incidents.store.ts'

const { read, run } = createStoreTest()

/** 20,000 incidents, every second one of ACME, half of them opened by a person; each with a note. */
beforeAll(() =>
  run(
    `insert into incident.incident (id, atm_id, agent_atm_id, institution_key, kind, severity, status, occurrence_count,
      title, source, opened_at, first_event_at, last_event_at, resolved_at, resolution)
    overriding system value
    select n, n, 'A-' || n, case when n % 2 = 0 then 'ACME' else 'I-' || n % 29 end, 'CASH', 'LOW', 'RESOLVED', 1,
      case when n % 5000 < 2 then 'Graffiti on the fascia' else 'Opened for number ' || n end,
      case when n % 4 < 2 then 'MANUAL' else 'RULE' end,
      o.at, o.at, o.at, o.at + interval '1 hour', 'MANUAL'
    from generate_series(1, 20000) n cross join lateral (select now() - n * interval '1 minute' as at) o`,
    `insert into incident.incident_entry (incident_id, at, kind, user_id, text)
    select id, resolved_at, 'NOTE', 'ann',
      case when id % 5000 in (2, 3) then 'Removed a skimmer from the fascia' else 'Looked at it, number ' || id end
    from incident.incident`,
    'vacuum analyze incident.incident, incident.incident_entry',
  ),
)

/** The rows that the connection has read so far, also in earlier transactions whose counts it has not reported yet. */
const rowsRead = async (tx: TenantTx): Promise<number> => {
  const [row] = await tx.execute<{ read: number }>(sql`
    select sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::int as read from pg_stat_xact_all_tables
    where schemaname = 'incident' and relname in ('incident', 'incident_entry')`)
  return row?.read ?? Number.NaN
}

/** The numbers of the incidents that words find, and how many rows were read for them. */
const search = (caller: typeof ALL, q: string) =>
  read(caller, async (tx) => {
    // Of tables as small as these the planner might rather read all.
    await tx.execute(sql`set local enable_seqscan to off`)
    const order = [{ column: INCIDENT_SORTING.tieBreak.column, descending: false }]
    const before = await rowsRead(tx)
    const { rows } = await listIncidentPage(tx, caller, { q }, { page: 0, size: 50, offset: 0, order }, new Date())
    return { ids: rows.map(({ id }) => id), read: (await rowsRead(tx)) - before }
  })

describe('a search for words', () => {
  it('reads what has them, of the institutions of the caller', async () => {
    const all = await search(ALL, 'fascia')
    expect(all.ids).toEqual([
      1, 2, 3, 5000, 5001, 5002, 5003, 10000, 10001, 10002, 10003, 15000, 15001, 15002, 15003, 20000,
    ])
    const own = await search(ACME, 'fascia')
    expect(own.ids).toEqual([2, 5000, 5002, 10000, 10002, 15000, 15002, 20000])
    // Each incident is read for the page and for the total; what has the words is at most that much once more.
    for (const { ids, read } of [all, own]) expect(read).toBeLessThan(8 * ids.length)
  })

  it('finds words that are too short for an index', async () => {
    expect((await search(ACME, '#5000')).ids).toEqual([5000])
    const { ids } = await search(ACME, 'sk')
    expect(ids).toEqual([2, 5002, 10002, 15002])
  })
})
