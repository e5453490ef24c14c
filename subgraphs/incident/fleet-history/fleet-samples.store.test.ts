import { beforeEach, describe, expect, it } from 'vitest'
import type { Visibility } from '../../../db/tenancy.ts'
import { ACME, ALL, BOTH, createStoreTest } from '../../../tests/support/stores.ts'
import {
  ATM_SORTING,
  countAtms,
  findAtm,
  insertMissingAtms,
  listAtmPage,
  listAtmsByAgentId,
  listAtmsById,
  listChangedAtms,
} from '../atms/atms.store.ts'
import {
  deleteSamples,
  insertFleetCounts,
  insertSamples,
  listHalfHours,
  listMeanSamples,
} from './fleet-samples.store.ts'

const { read, run, write } = createStoreTest()

/** An instant of the day. */
const time = (text: string) => new Date(`2026-11-20T${text}Z`)

/** Connected is who was heard of at 09:00 or later. ATM 5 has no institution; names do not sort as ids do. */
beforeEach(() =>
  run(
    'truncate incident.fleet_sample, incident.fleet_event_count, incident.event_count, incident.state_history',
    'delete from incident.atm',
    `select setval('incident.atm_id_seq', 6)`,
    `insert into incident.atm (id, agent_atm_id, institution_key, name, service_state, last_heartbeat_at, registered_at,
      updated_at) values
      (1, 'Z-1', 'ACME', 'same', 'IN_SERVICE', '2026-11-20T09:00:00Z', '2026-11-01T00:00:00Z', null),
      (2, 'Y-2', 'ACME', 'same', 'OUT_OF_SERVICE', '2026-11-20T08:59:59.999Z', '2026-11-01T00:00:00Z',
        '2026-11-20T09:30:00Z'),
      (3, 'X-3', 'ACME', 'else', 'IN_SUPERVISOR', '2026-11-20T09:30:00Z', '2026-11-01T00:00:00Z', null),
      (4, 'B-4', 'BETA', 'same', 'UNKNOWN', '2026-11-20T09:30:00Z', '2026-11-01T00:00:00Z', null),
      (5, 'N-5', null, 'none', 'UNKNOWN', null, '2026-11-20T09:40:00Z', null),
      (6, 'B-6', 'BETA', 'same', 'OUT_OF_SERVICE', '2026-11-20T09:00:00Z', '2026-11-01T00:00:00Z', null)`,
  ),
)

describe('ATMs', () => {
  const idsOf = (rows: readonly { id: number }[]) => rows.map(({ id }) => id)
  type Paging = { sort?: keyof typeof ATM_SORTING.sortable; descending?: boolean; size?: number; offset?: number }
  const list = async (caller: Visibility, { sort = 'id', descending = false, size = 9, offset = 0 }: Paging = {}) => {
    const column = ATM_SORTING.sortable[sort]
    if (column === undefined) throw new Error(`nothing is sorted by ${sort}`)
    const { tieBreak } = ATM_SORTING
    const order = [
      { column, descending },
      { column: tieBreak.column, descending: tieBreak.descending },
    ]
    const page = await read(caller, (tx) => listAtmPage(tx, caller, {}, { page: 0, size, offset, order }))
    return [...idsOf(page.rows), `of ${page.total}`]
  }

  it('are listed either way, of equal ones the lower id first, for those who may see them', async () => {
    expect(await list(ALL)).toEqual([1, 2, 3, 4, 5, 6, 'of 6'])
    expect(await list(BOTH, { sort: 'agentAtmId' })).toEqual([4, 6, 3, 2, 1, 'of 5'])
    expect(await list(BOTH, { sort: 'name', descending: true })).toEqual([1, 2, 4, 6, 3, 'of 5'])
    expect(await list(ACME, { size: 1, offset: 1 })).toEqual([2, 'of 3'])
    expect(ATM_SORTING.defaultSort).toEqual(['id,asc'])
  })

  it('are found by either id', async () => {
    expect(idsOf(await read(ACME, (tx) => listAtmsById(tx, [1, 3, 4]))).sort()).toEqual([1, 3])
    expect(idsOf(await read(ALL, (tx) => listAtmsByAgentId(tx, ['X-3', 'B-4', 'none'])))).toHaveLength(2)
    expect([(await read(ALL, (tx) => findAtm(tx, 4)))?.id, await read(ACME, (tx) => findAtm(tx, 4))]).toEqual([4, null])
  })

  it('are counted by connectivity', async () => {
    const counts = (caller: Visibility) => read(caller, (tx) => countAtms(tx, caller, time('09:00:00')))
    expect(await counts(ALL)).toEqual({ total: 6, connected: 4, disconnected: 1, neverConnected: 1 })
    expect(await counts(ACME)).toEqual({ total: 3, connected: 2, disconnected: 1, neverConnected: 0 })
  })

  it('that were heard of, registered or edited since a moment follow an id, in the order of ids', async () => {
    const changed = async (since: Date | null, afterId: number, limit = 9) =>
      idsOf(await write((tx) => listChangedAtms(tx, since, afterId, limit)))
    expect(await changed(null, 0)).toEqual([1, 2, 3, 4, 5, 6])
    expect(await changed(null, 2, 2)).toEqual([3, 4])
    expect(await changed(time('09:30:00'), 0)).toEqual([2, 3, 4, 5])
    expect(await changed(time('09:30:00.001'), 0)).toEqual([5])
    expect(await changed(time('09:40:00'), 4)).toEqual([5])
  })

  it('are registered once, and get an institution where they had none', async () => {
    await write((tx) => insertMissingAtms(tx, ['N-5', 'B-4', 'C-1', 'A-1', 'A-1'], 'ACME', time('10:00:00')))
    await write((tx) => insertMissingAtms(tx, ['D-1', 'N-5'], null, time('10:00:00')))
    const rows =
      await run(`select agent_atm_id, institution_key, id > 6 as added, registered_at = '2026-11-20T10:00:00Z' as now
      from incident.atm where agent_atm_id in ('N-5', 'B-4', 'C-1', 'A-1', 'D-1') order by agent_atm_id`)
    expect(rows.map((row) => Object.values(row).join(' '))).toEqual([
      'A-1 ACME true true',
      'B-4 BETA false false',
      'C-1 ACME true true',
      'D-1  true true',
      'N-5 ACME false false',
    ])
    const [added] = await run(
      `select bool_and(a.id < c.id) as sorted from incident.atm a, incident.atm c where a.agent_atm_id = 'A-1'
        and c.agent_atm_id = 'C-1'`,
    )
    expect(added, 'ids in the order of the names').toEqual({ sorted: true })
  })
})

describe('samples of the fleet', () => {
  const sample = (moment: string, since = '09:00:00') => write((tx) => insertSamples(tx, time(moment), time(since)))
  const means = async (caller: Visibility, from: string) =>
    (await read(caller, (tx) => listMeanSamples(tx, caller, spanFrom(time(from))))).map(({ atMs, ...counts }) =>
      [new Date(atMs).toISOString().slice(11, 16), ...Object.values(counts)].join(' '),
    )
  const spanFrom = (from: Date) => ({ from, until: time('23:00:00'), origin: from, widthMs: 1_800_000 })

  it('count the ATMs of each institution, of none, and all, once a moment', async () => {
    expect(await sample('10:00:00')).toBe(4)
    expect(await sample('10:00:00')).toBe(0)
    // Time, all, connected, never connected, in service, out of service, in supervisor, unknown, silent, down.
    expect(await means(ALL, '10:00:00')).toEqual(['10:00 6 4 1 1 1 1 1 1 5'])
    expect(await means(ACME, '10:00:00')).toEqual(['10:00 3 2 0 1 0 1 0 0 2'])
    expect(await means(BOTH, '10:00:00')).toEqual(['10:00 5 4 0 1 1 1 1 0 4'])
    expect(await means({ unrestricted: false, institutions: [] }, '10:00:00')).toEqual([])
  })

  it('are shown as the mean of each half hour from a moment on, in order', async () => {
    await sample('10:10:00')
    await run(`delete from incident.atm where id in (1, 2)`)
    await sample('10:20:00', '09:30:00')
    await sample('10:40:00', '09:30:01')
    expect(await means(ACME, '10:00:00')).toEqual(['10:00 2 1.5 0 0.5 0 1 0 0 1.5', '10:30 1 0 0 0 0 0 0 0 1'])
    expect(await means(ACME, '10:10:00')).toEqual(['10:10 2 1.5 0 0.5 0 1 0 0 1.5', '10:40 1 0 0 0 0 0 0 0 1'])
    expect(await means(ACME, '10:20:01')).toEqual(['10:20 1 0 0 0 0 0 0 0 1'])
    await write((tx) => deleteSamples(tx, time('10:20:00')))
    expect(await means(ACME, '10:00:00')).toEqual(['10:00 1 1 0 0 0 1 0 0 1', '10:30 1 0 0 0 0 0 0 0 1'])
  })
})

describe('what is broken for long', () => {
  const DAY = 86_400_000
  it('is counted in a sample a day after it broke: silent for a day, or in no service for a day', async () => {
    await run(
      `insert into incident.state_history (atm_id, occurred_at, sequence, institution_key, from_state, to_state) values
        (1, '2026-11-20T05:00:00Z', 1, 'ACME', 'UNKNOWN', 'IN_SERVICE'),
        (2, '2026-11-20T06:00:00Z', 1, 'ACME', 'IN_SERVICE', 'OUT_OF_SERVICE'),
        (3, '2026-11-20T10:00:00Z', 1, 'ACME', 'IN_SERVICE', 'IN_SUPERVISOR')`,
      // Heard of the day after, so that what they do decides; ATM 1 as well.
      `update incident.atm set last_heartbeat_at = '2026-11-21T06:00:00Z' where id in (1, 2)`,
    )
    const next = (text: string) => new Date(time(text).getTime() + DAY)
    const sampled = async (moment: Date) => {
      await write((tx) => insertSamples(tx, moment, new Date(moment.getTime() - 900_000)))
      const span = { from: moment, until: new Date(moment.getTime() + 1), origin: moment, widthMs: 600_000 }
      const [mean] = await read(ACME, (tx) => listMeanSamples(tx, ACME, span))
      return [mean?.total, mean?.silent, mean?.down]
    }
    expect(await sampled(next('05:59:59'))).toEqual([3, 0, 0])
    expect(await sampled(next('06:00:01'))).toEqual([3, 0, 1])
    expect(await sampled(next('09:29:59'))).toEqual([3, 0, 1])
    expect(await sampled(next('09:30:01'))).toEqual([3, 1, 2])
  })
})

describe('events by half hours', () => {
  const count = (key: string, bucket: string, first: number, second: number) =>
    run(
      `insert into incident.event_count (institution_key, bucket, counts)
        values ('${key}', '2026-11-20T${bucket}Z', array[${first}, ${second}])`,
    )
  const halfHours = async (caller: Visibility, from: string) => {
    const { sinceMs, rows } = await read(caller, (tx) => listHalfHours(tx, caller, time(from), time('23:00:00'), 2))
    const slots = rows.map(({ slot, counts }) => `${new Date(slot).toISOString().slice(11, 16)} ${counts.join(' ')}`)
    return [sinceMs === null ? null : new Date(sinceMs).toISOString().slice(11, 16), ...slots.sort()]
  }
  const add = (from: string, until: string, again: string) =>
    write((tx) => insertFleetCounts(tx, time(from), time(until), time(again), 2))

  it('begin at a quarter of an hour where they are asked from one', async () => {
    await count('ACME', '10:00:00', 1, 0)
    await count('ACME', '10:15:00', 2, 0)
    await count('BETA', '10:30:00', 4, 0)
    await count('BETA', '10:45:00', 8, 0)
    await add('10:00:00', '11:00:00', '11:00:00')
    for (const caller of [BOTH, ALL])
      expect(await halfHours(caller, '10:15:00')).toEqual(['10:00', '10:15 6 0', '10:45 8 0'])
  })

  it('are added up for the whole fleet once they are over, the last ones again', async () => {
    await count('ACME', '10:00:00', 1, 2)
    await count('ACME', '10:15:00', 3, 0)
    await count('BETA', '10:15:00', 5, 1)
    await count('BETA', '10:30:00', 7, 0)
    expect(await halfHours(ACME, '10:00:00')).toEqual(['10:00', '10:00 4 2'])
    expect(await halfHours(BOTH, '10:00:00')).toEqual(['10:00', '10:00 9 3', '10:30 7 0'])
    expect(await halfHours(BOTH, '10:30:00')).toEqual(['10:00', '10:30 7 0'])
    expect(await halfHours(ALL, '10:00:00')).toEqual([null])
    await add('10:00:00', '10:30:00', '11:00:00')
    expect(await halfHours(ALL, '10:00:00')).toEqual(['10:00', '10:00 9 3'])
    await count('BETA', '10:00:00', 1, 0)
    await add('10:00:00', '11:30:00', '11:00:00')
    expect(await halfHours(ALL, '10:00:00')).toEqual(['10:00', '10:00 9 3', '10:30 7 0', '11:00 0 0'])
    await add('10:00:00', '11:00:00', '10:00:00')
    expect(await halfHours(ALL, '10:00:00')).toEqual(['10:00', '10:00 10 3', '10:30 7 0', '11:00 0 0'])
    await write((tx) => deleteSamples(tx, time('10:30:00')))
    expect(await halfHours(ALL, '10:00:00'), 'known since what is left').toEqual(['10:30', '10:30 7 0', '11:00 0 0'])
  })
})
