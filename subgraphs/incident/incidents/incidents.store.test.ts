import { beforeAll, describe, expect, it } from 'vitest'
import type { Visibility } from '../../../db/tenancy.ts'
import { ACME, ALL, BOTH, createStoreTest } from '../../../tests/support/stores.ts'
import {
  countOpenIncidents,
  findIncident,
  INCIDENT_SORTING,
  type IncidentCursor,
  type IncidentFilter,
  listIncidentPage,
  listIncidentsById,
  listIncidentsOfAtms,
  listOpenIncidents,
  listOpenSummaries,
} from './incidents.store.ts'

const { read, run } = createStoreTest()

/**
 * Of ATM 1 and 2 of ACME and 3 of BETA. Incidents 2, 3 and 5 were opened in one moment; ids ascend with no other
 * column.
 */
beforeAll(async () => {
  await run(
    `insert into incident.incident (id, atm_id, agent_atm_id, institution_key, kind, severity, status, occurrence_count,
     title, opened_at, first_event_at, last_event_at, resolved_at)
     overriding system value
     select id, atm, 'A-' || atm, key, kind, severity, status, n, kind, opened::timestamptz, opened::timestamptz,
       opened::timestamptz,
       case when status = 'RESOLVED' then opened::timestamptz + interval '1 hour' end
     from (values
       (1, 1, 'ACME', 'CASH', 'LOW', 'OPEN', 5, '2026-11-20T10:00:00Z'),
       (2, 1, 'ACME', 'POWER', 'CRITICAL', 'RESOLVED', 1, '2026-11-20T09:00:00Z'),
       (3, 1, 'ACME', 'PRINTER', 'HIGH', 'ACKNOWLEDGED', 2, '2026-11-20T09:00:00Z'),
       (4, 2, 'ACME', 'CASH', 'MEDIUM', 'RESOLVED', 3, '2026-11-20T08:00:00Z'),
       (5, 3, 'BETA', 'CASH', 'LOW', 'OPEN', 4, '2026-11-20T09:00:00Z'),
       (6, 1, 'ACME', 'NETWORK', 'MEDIUM', 'RESOLVED', 9, '2026-11-20T11:00:00Z')
     ) v(id, atm, key, kind, severity, status, n, opened)`,
    'update incident.incident set parent_id = 3 where id in (2, 6)',
    'update incident.incident set suppressed = true where id = 4',
    `insert into incident.incident_entry (incident_id, at, kind, user_id)
     select id, resolved_at, 'RESOLVED', 'ann' from incident.incident where id in (2, 4)`,
    `insert into incident.incident_entry (incident_id, at, kind, user_id)
     values (6, '2026-11-20T12:00:00Z', 'NOTE', 'ann')`,
    `insert into incident.incident_entry (incident_id, at, kind, text)
     values (3, '2026-11-20T09:30:00Z', 'TARGET_MISSED', 'ACKNOWLEDGE'),
       (5, '2026-11-20T09:30:00Z', 'TARGET_MISSED', 'ACKNOWLEDGE'),
       (3, '2026-11-20T10:00:00Z', 'TARGET_MISSED', 'RESOLVE')`,
    // ATM 2 has no row that anybody sees.
    `insert into incident.atm (id, agent_atm_id, institution_key, registered_at)
     values (1, 'A-1', 'ACME', '2026-11-01'), (3, 'A-3', 'BETA', '2026-11-01')`,
  )
})

const idsOf = (rows: readonly { id: number }[]) => rows.map(({ id }) => id)

type Paging = { sort?: keyof typeof INCIDENT_SORTING.sortable; descending?: boolean; size?: number; offset?: number }
const list = async (
  caller: Visibility,
  filter: IncidentFilter = {},
  { sort = 'id', descending = false, size = 9, offset = 0 }: Paging = {},
) => {
  const column = INCIDENT_SORTING.sortable[sort]
  if (column === undefined) throw new Error(`nothing is sorted by ${sort}`)
  const { tieBreak } = INCIDENT_SORTING
  const order = [
    { column, descending },
    { column: tieBreak.column, descending: tieBreak.descending },
  ]
  const page = await read(caller, (tx) =>
    listIncidentPage(tx, caller, filter, { page: 0, size, offset, order }, new Date('2026-11-20T12:00:00Z')),
  )
  return [...idsOf(page.rows), `of ${page.total}`]
}

describe('a page of incidents', () => {
  it('is sorted by any field, severity and status in their own order, of equal ones the newer first', async () => {
    const sorted = (sort: keyof typeof INCIDENT_SORTING.sortable, descending = false) =>
      list(BOTH, {}, { sort, descending })
    expect(await sorted('openedAt', true)).toEqual([6, 1, 5, 3, 2, 4, 'of 6'])
    expect(await sorted('openedAt')).toEqual([4, 5, 3, 2, 1, 6, 'of 6'])
    expect(await sorted('kind')).toEqual([5, 4, 1, 6, 2, 3, 'of 6'])
    expect(await sorted('severity')).toEqual([5, 1, 6, 4, 3, 2, 'of 6'])
    expect(await sorted('status')).toEqual([5, 1, 3, 6, 4, 2, 'of 6'])
    expect(await sorted('occurrenceCount', true)).toEqual([6, 1, 5, 4, 3, 2, 'of 6'])
    expect(await sorted('resolvedAt')).toEqual([4, 2, 6, 5, 3, 1, 'of 6'])
    expect(INCIDENT_SORTING.defaultSort).toEqual(['openedAt,desc'])
    expect(await list(BOTH, {}, { sort: 'openedAt', descending: true, size: 2, offset: 1 })).toEqual([1, 5, 'of 6'])
  })

  it.each<readonly [IncidentFilter, readonly number[]]>([
    [{}, [1, 2, 3, 4, 5, 6]],
    [{ status: 'OPEN' }, [1, 5]],
    [{ status: 'ACKNOWLEDGED' }, [3]],
    [{ status: 'RESOLVED' }, [2, 4, 6]],
    [{ resolved: true }, [2, 4, 6]],
    [{ resolved: false }, [1, 3, 5]],
    [{ status: 'OPEN', resolved: true }, []],
    [{ status: 'RESOLVED', resolved: false }, []],
    [{ status: 'RESOLVED', resolved: true }, [2, 4, 6]],
    [{ resolved: true, kind: 'POWER' }, [2]],
    [{ resolved: true, severity: 'MEDIUM' }, [4, 6]],
    [{ resolved: true, atmId: 1 }, [2, 6]],
    [{ kind: 'CASH' }, [1, 4, 5]],
    [{ severity: 'LOW' }, [1, 5]],
    [{ atmId: 1 }, [1, 2, 3, 6]],
    [{ atmId: 1, status: 'RESOLVED', kind: 'NETWORK' }, [6]],
    [{ agentAtmId: 'A-1', resolved: true }, [2, 6]],
    [{ agentAtmId: 'A-2' }, [4]],
    [{ agentAtmId: 'NOPE' }, []],
    [{ openedFrom: new Date('2026-11-20T10:00:00Z') }, [1, 6]],
    [{ openedFrom: new Date('2026-11-20T09:00:00Z'), openedTo: new Date('2026-11-20T10:00:00Z') }, [2, 3, 5]],
    [{ resolvedFrom: new Date('2026-11-20T10:00:00Z') }, [2, 6]],
    [{ resolvedFrom: new Date('2026-11-20T09:00:00Z'), resolvedTo: new Date('2026-11-20T10:00:00Z') }, [4]],
    [{ resolvedBy: 'ann' }, [2, 4]],
    [{ resolvedBy: 'ann', resolvedFrom: new Date('2026-11-20T10:00:00Z') }, [2]],
    [{ resolvedBy: 'ben' }, []],
    [{ work: 'NOTE' }, [6]],
    [{ workedBy: 'ann', workedFrom: new Date('2026-11-20T12:00:00Z') }, [6]],
    [{ workedBy: 'ann', workedTo: new Date('2026-11-20T12:00:00Z') }, []],
    [{ workedBy: 'ann', work: 'ACKNOWLEDGED' }, []],
    [{ missed: 'ACKNOWLEDGE' }, [3, 5]],
    [{ missed: 'RESOLVE' }, [3]],
    [{ missedFrom: new Date('2026-11-20T09:30:00Z'), missedTo: new Date('2026-11-20T10:00:00Z') }, [3, 5]],
    [{ missed: 'RESOLVE', missedTo: new Date('2026-11-20T10:00:00Z') }, []],
    [{ suppressed: true }, [4]],
    [{ suppressed: false, resolved: true }, [2, 6]],
    [{ parentIncidentId: 3 }, [2, 6]],
    [{ isPart: true }, [2, 6]],
    [{ isPart: false, atmId: 1 }, [1, 3]],
  ])('is limited to %o, for callers that see all and that see some', async (filter, ids) => {
    const own = ids.filter((id) => id !== 5)
    for (const caller of [ALL, BOTH]) expect(await list(caller, filter)).toEqual([...ids, `of ${ids.length}`])
    expect(await list(ACME, filter)).toEqual([...own, `of ${own.length}`])
  })
})

describe('incidents', () => {
  it('are found by their ids, of the caller only', async () => {
    expect(idsOf(await read(ACME, (tx) => listIncidentsById(tx, [5, 3, 1]))).sort()).toEqual([1, 3])
    expect([await read(ACME, (tx) => findIncident(tx, 5)), (await read(ALL, (tx) => findIncident(tx, 5)))?.id]).toEqual(
      [null, 5],
    )
  })

  it('that are open are listed newest first, after one of them', async () => {
    const open = async (caller: Visibility, limit: number, before: IncidentCursor | null = null) =>
      idsOf(await read(caller, (tx) => listOpenIncidents(tx, caller, null, before, limit)))
    expect(await open(ALL, 9)).toEqual([1, 5, 3])
    expect(await open(ACME, 1)).toEqual([1])
    expect(await open(BOTH, 9, { openedAt: new Date('2026-11-20T09:00:00Z'), id: 5 })).toEqual([3])
    expect(await open(BOTH, 9, { openedAt: new Date('2026-11-20T09:00:00Z'), id: 3 })).toEqual([])
    expect(await open(BOTH, 9, { openedAt: new Date('2026-11-20T09:00:00.001Z'), id: 1 })).toEqual([5, 3])
    const counted = await Promise.all(
      [ALL, ACME].map((caller) => read(caller, (tx) => countOpenIncidents(tx, caller, null))),
    )
    expect(counted).toEqual([3, 2])
  })

  it('of many ATMs are the newest of each, of one status or of all', async () => {
    const ofAtms = async (
      ...given: readonly [readonly number[], 'OPEN' | 'RESOLVED' | 'ACKNOWLEDGED' | null, number]
    ) => idsOf(await read(ALL, (tx) => listIncidentsOfAtms(tx, ...given)))
    expect(await ofAtms([1, 3], null, 2)).toEqual([6, 1, 5])
    expect(await ofAtms([1, 2], null, 3)).toEqual([6, 1, 3, 4])
    expect(await ofAtms([1, 2, 3], 'RESOLVED', 1)).toEqual([6, 4])
    expect(await ofAtms([1, 2, 3], 'OPEN', 9)).toEqual([1, 5])
    expect(await ofAtms([1], 'ACKNOWLEDGED', 9)).toEqual([3])
  })

  it('that are open are summed up by ATM, with the worst severity', async () => {
    const summaries = await read(ALL, (tx) => listOpenSummaries(tx, [1, 2, 3]))
    expect(summaries.toSorted((one, other) => one.atmId - other.atmId)).toEqual([
      { atmId: 1, count: 2, worst: 'HIGH' },
      { atmId: 3, count: 1, worst: 'LOW' },
    ])
  })
})
