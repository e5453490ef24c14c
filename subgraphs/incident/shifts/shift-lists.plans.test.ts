import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { ACME, ALL, createStoreTest } from '../../../tests/support/stores.ts'
import { INCIDENT_SORTING, type IncidentFilter, listIncidentPage } from '../incidents/incidents.store.ts'
import { listPartsLeft } from '../incidents/outage-parts.store.ts'

const { read, run } = createStoreTest()

/** 30,000 incidents of 30 institutions and 100 people, one a minute, each resolved an hour later. */
beforeAll(() =>
  run(
    `insert into incident.incident (id, atm_id, agent_atm_id, institution_key, kind, severity, status, occurrence_count,
      title, opened_at, first_event_at, last_event_at, resolved_at, resolution)
    overriding system value
    select n, n, 'A-' || n, case when n % 30 = 0 then 'ACME' else 'I-' || n % 30 end, 'CASH', 'LOW', 'RESOLVED', 1,
      'Cash', o.at, o.at, o.at, o.at + interval '1 hour', 'MANUAL'
    from generate_series(1, 30000) n cross join lateral (select now() - n * interval '1 minute' as at) o`,
    `insert into incident.incident_entry (incident_id, at, kind, user_id)
    select id, resolved_at, k.kind, 'user-' || id % 100
    from incident.incident cross join unnest(array['ACKNOWLEDGED', 'RESOLVED']) k(kind)`,
    `insert into incident.incident_entry (incident_id, at, kind, text)
    select id, resolved_at, 'TARGET_MISSED', 'RESOLVE' from incident.incident where id % 20 = 0`,
    'vacuum analyze incident.incident, incident.incident_entry',
  ),
)

/** How often the statements of a page read the tables from beginning to end, and an index. */
const scansOf = (caller: typeof ALL, filter: IncidentFilter, index: string) =>
  read(caller, async (tx) => {
    const order = [{ column: INCIDENT_SORTING.sortable.openedAt ?? INCIDENT_SORTING.tieBreak.column, descending: true }]
    const { total } = await listIncidentPage(tx, caller, filter, { page: 0, size: 20, offset: 0, order }, new Date())
    const scans = (of: string) => sql`pg_stat_get_xact_numscans(${`incident.${of}`}::regclass)::int`
    const [row] = await tx.execute<{ tables: number; index: number }>(sql`
      select ${scans('incident')} + ${scans('incident_entry')} as tables, ${scans(index)} as index`)
    return { total, tables: row?.tables, isIndexed: (row?.index ?? 0) > 0 }
  })

describe('the list of what was resolved, worked on or late between two instants', () => {
  const resolvedFrom = new Date(Date.now() - 12 * 3_600_000)
  const resolvedTo = new Date(Date.now() - 4 * 3_600_000)

  it('is found by an index, of an institution and of all', async () => {
    const filter = { resolvedFrom, resolvedTo, isPart: false, suppressed: false }
    const found = { total: 480, tables: 0, isIndexed: true }
    expect(await scansOf(ALL, filter, 'incident_by_institution_resolved')).toEqual(found)
    expect(await scansOf(ACME, filter, 'incident_by_institution_resolved')).toEqual({ ...found, total: 16 })
  })

  it('is found by an index of missed targets', async () => {
    const filter = { missedFrom: resolvedFrom, missedTo: resolvedTo, missed: 'RESOLVE', isPart: false } as const
    const found = { total: 24, tables: 0, isIndexed: true }
    expect(await scansOf(ALL, filter, 'incident_entry_missed')).toEqual(found)
    expect(await scansOf(ACME, filter, 'incident_entry_missed')).toEqual({ ...found, total: 8 })
  })

  const by = 'user-30'
  it.each([
    ['incident_entry_resolved', { resolvedFrom, resolvedTo, resolvedBy: by, isPart: false }],
    [
      'incident_entry_worked',
      { workedFrom: resolvedFrom, workedTo: resolvedTo, workedBy: by, work: 'ACKNOWLEDGED', isPart: false } as const,
    ],
  ])('is found by an index of who did (%s)', async (index, filter) => {
    for (const caller of [ALL, ACME]) {
      const found = await scansOf(caller, filter, index)
      expect(found).toMatchObject({ tables: 0, isIndexed: true })
      // Of each three incidents of this person, one is of this institution.
      expect(caller === ALL ? [4, 5] : [1, 2]).toContain(found.total)
    }
  })
})

describe('the parts that a user has of outages of others', () => {
  it('are found among what is open', async () => {
    for (const caller of [ALL, ACME])
      await read(caller, async (tx) => {
        expect(await listPartsLeft(tx, caller, 'user-30', 100)).toEqual({ ids: [], total: 0 })
        const [row] = await tx.execute(
          sql`select pg_stat_get_xact_numscans('incident.incident'::regclass)::int as scans`,
        )
        expect(row).toEqual({ scans: 0 })
      })
  })
})
