import { beforeAll, describe, expect, it } from 'vitest'
import type { Visibility } from '../../../db/tenancy.ts'
import { ACME, ALL, BOTH, createStoreTest } from '../../../tests/support/stores.ts'
import { listInstitutions } from '../atms/institutions.store.ts'
import { listCashTotals } from '../cassettes/cash-totals.store.ts'
import { listAtmsAfter, listAtmsWithCassettes, listCassettesOfAtms } from '../cassettes/cassettes.store.ts'
import { countBySeverity } from '../incidents/severity-counts.store.ts'
import {
  type AtmTotal,
  countBySlot,
  countByType,
  countPlainly,
  deleteEventCounts,
  listTopAtms,
  type TypeCount,
} from './activity.store.ts'
import { countEventsOfAtm } from './event-counts.store.ts'

const { read, run, write } = createStoreTest()

const at = (time: string) => new Date(`2026-11-20T${time}Z`)
const NONE: Visibility = { unrestricted: false, institutions: [] }

/** Type, ATM and time: ATM 1 and 2 are of ACME, 3 is of BETA, 4 of none. Each is received when it occurs. */
const EVENTS = [
  [1, 1, '09:04:59'],
  [1, 1, '09:05:00'],
  [2, 2, '09:14:59'],
  [2, 3, '09:10:00'],
  [2, 4, '09:10:00'],
  [1, 1, '09:15:00'],
  [1, 2, '09:29:59'],
  [3, 3, '09:30:00'],
  [1, 2, '10:00:00'],
  [3, 2, '10:20:00'],
] as const
const KEYS: readonly (string | null)[] = [null, 'ACME', 'ACME', 'BETA', null]
const text = (value: string | null | undefined) => (value === null || value === undefined ? 'null' : `'${value}'`)

/**
 * What the lane keeps beside the events: counts of quarters of an hour, and of each ATM the events before each of the
 * last 26 hours.
 */
const counters = () => {
  const buckets = new Map<string, number[]>()
  const activity = new Map<string, number[]>()
  for (const [type, atm, time] of EVENTS) {
    const key = KEYS[atm]
    if (typeof key !== 'string') continue
    const bucket = at(time).getTime() - (at(time).getTime() % 900_000)
    const counts = buckets.get(`${key} ${bucket}`) ?? [0, 0, 0]
    counts[type - 1] = (counts[type - 1] ?? 0) + 1
    buckets.set(`${key} ${bucket}`, counts)
    activity.set(`${atm} ${key}`, [...(activity.get(`${atm} ${key}`) ?? []), at(time).getTime()])
  }
  return {
    buckets: [...buckets].map(([name, counts]) => {
      const [key, bucket] = name.split(' ')
      return `('${key}', to_timestamp(${Number(bucket) / 1_000}), '{${counts.join(',')}}')`
    }),
    activity: [...activity].map(([name, times]) => {
      const head = Math.floor(Math.max(...times) / 3_600_000)
      const before = Array.from({ length: 26 }, (_, n) => times.filter((time) => time < (head - n) * 3_600_000).length)
      return `(${name.split(' ')[0]}, '${name.split(' ')[1]}', ${head}, ${times.length}, '{${before.join(',')}}')`
    }),
  }
}

beforeAll(async () => {
  const { buckets, activity } = counters()
  await run(
    `select incident.make_partitions('2026-11-19', '2026-11-21')`,
    `insert into incident.atm (id, agent_atm_id, institution_key, registered_at) values
       (1, 'D-1', 'ACME', now()), (2, 'C-2', 'ACME', now()), (3, 'B-3', 'BETA', now()), (4, 'A-4', null, now()),
       (5, 'E-5', 'ACME', now())`,
    `insert into incident.event (id, received_at, occurred_at, atm_id, event_time, type_id, event_time_defaulted,
     institution_key, agent_atm_id) values
     ${EVENTS.map(
       ([type, atm, time], n) => `(${n + 1}, '${at(time).toISOString()}', '${at(time).toISOString()}',
       ${atm}, now(), ${type}, false, ${text(KEYS[atm])}, 'A')`,
     ).join(', ')}`,
    `insert into incident.event_count (institution_key, bucket, counts) values ${buckets.join(', ')}`,
    `insert into incident.atm_activity (atm_id, institution_key, head, total, before_hour)
      values ${activity.join(', ')}`,
  )
})

const typesOf = (rows: readonly TypeCount[]) => rows.map(({ typeId, count }) => `${typeId}:${count}`).sort()
const totalsOf = (rows: readonly AtmTotal[]) =>
  rows.map(({ atmId, agentAtmId, count }) => `${atmId} ${agentAtmId} ${count}`)

describe('events by type', () => {
  const byType = async (caller: Visibility, from: string) =>
    typesOf(await read(caller, (tx) => countByType(tx, caller, at(from), 3)))

  it('are those from a moment on, which is included, of the caller’s institutions', async () => {
    expect(await byType(ACME, '09:05:00')).toEqual(['1:4', '2:1', '3:1'])
    expect(await byType(ACME, '09:05:00.001')).toEqual(['1:3', '2:1', '3:1'])
    expect(await byType(BOTH, '09:05:00')).toEqual(['1:4', '2:2', '3:2'])
    expect(await byType(NONE, '09:05:00')).toEqual([])
    expect(await byType(ALL, '09:05:00'), 'with those of no institution in the first quarter').toEqual([
      '1:4',
      '2:3',
      '3:2',
    ])
  })

  it('are whole quarters of an hour from where one begins', async () => {
    for (const caller of [ACME, ALL]) {
      expect(await byType(caller, '10:00:00')).toEqual(['1:1', '3:1'])
      expect(await byType(caller, '10:30:00')).toEqual([])
    }
    expect(await byType(BOTH, '09:15:00')).toEqual(['1:3', '3:2'])
    expect(await byType(ACME, '09:15:00.001'), 'with as many before as after').toEqual(['1:2', '3:1'])
  })

  it('are counted one by one for longer times, with the ATMs that have most, ties by id', async () => {
    const plainly = async (caller: Visibility, from: string, limit: number) => {
      const { byType: types, topAtms } = await read(caller, (tx) => countPlainly(tx, caller, at(from), limit))
      return [typesOf(types), totalsOf(topAtms)]
    }
    expect(await plainly(ALL, '09:05:00', 9)).toEqual([
      ['1:4', '2:3', '3:2'],
      ['2 C-2 4', '1 D-1 2', '3 B-3 2', '4 A-4 1'],
    ])
    expect(await plainly(BOTH, '09:05:00.001', 2)).toEqual([
      ['1:3', '2:2', '3:2'],
      ['2 C-2 4', '3 B-3 2'],
    ])
    expect(await plainly(ACME, '10:20:00.001', 2)).toEqual([[], []])
  })

  it('of an ATM are those from a moment on', async () => {
    const ofAtm = async (atmId: number, from: string) =>
      typesOf(await read(ALL, (tx) => countEventsOfAtm(tx, atmId, at(from))))
    expect(await ofAtm(2, '09:14:59')).toEqual(['1:2', '2:1', '3:1'])
    expect(await ofAtm(2, '09:15:00')).toEqual(['1:2', '3:1'])
    expect(await ofAtm(5, '09:00:00')).toEqual([])
  })
})

describe('the ATMs with most events', () => {
  const top = async (caller: Visibility, from: string, limit = 9) =>
    totalsOf(await read(caller, (tx) => listTopAtms(tx, caller, at(from), limit)))

  it('are those from a moment on, most first and by id where they have as many, up to a limit', async () => {
    expect(await top(ALL, '09:00:00')).toEqual(['2 C-2 4', '1 D-1 3', '3 B-3 2'])
    expect(await top(BOTH, '09:05:00')).toEqual(['2 C-2 4', '1 D-1 2', '3 B-3 2'])
    expect(await top(ACME, '09:05:00.001')).toEqual(['2 C-2 4', '1 D-1 1'])
    expect([await top(ALL, '09:05:00', 2), await top(ALL, '09:05:00', 1)]).toEqual([
      ['2 C-2 4', '1 D-1 2'],
      ['2 C-2 4'],
    ])
    expect([await top(ALL, '10:20:00'), await top(ALL, '10:20:00.001'), await top(NONE, '09:00:00')]).toEqual([
      ['2 C-2 1'],
      [],
      [],
    ])
  })
})

describe('slots of time', () => {
  const END = new Date('2026-12-01T00:00:00Z')
  it('have the counts of each type, of a width from a moment on', async () => {
    const slots = async (caller: Visibility, from: string, minutes: number) =>
      (
        await read(caller, (tx) =>
          countBySlot(tx, caller, { from: at(from), until: END, widthMs: minutes * 60_000 }, 3),
        )
      )
        .sort((a, b) => a.slot - b.slot)
        .map(({ slot, counts }) => `${new Date(slot).toISOString().slice(11, 16)} ${counts.join(',')}`)
    expect(await slots(ACME, '09:15:00', 15)).toEqual(['09:15 2,0,0', '10:00 1,0,0', '10:15 0,0,1'])
    expect(await slots(ALL, '09:15:00', 30)).toEqual(['09:15 2,0,1', '09:45 1,0,0', '10:15 0,0,1'])
    expect(await slots(BOTH, '09:00:00', 60)).toEqual(['09:00 4,2,1', '10:00 1,0,1'])
  })

  it('are forgotten before a moment', async () => {
    await run(`insert into incident.event_count (institution_key, bucket, counts) values
      ('OLD', '2026-11-01T00:00:00Z', '{1}'), ('OLD', '2026-11-01T00:15:00Z', '{1}')`)
    await write((tx) => deleteEventCounts(tx, new Date('2026-11-01T00:15:00Z')))
    expect(await run(`select from incident.event_count where institution_key = 'OLD'`)).toHaveLength(1)
  })
})

describe('the institutions of the caller', () => {
  it('are those that have ATMs, with how many', async () => {
    await run(
      `insert into incident.institution_atms (institution_key, slot, atms) values ('GONE', 17, 1), ('GONE', 18, -1),
        ('ACME', 17, 2)`,
    )
    const list = async (caller: Visibility) =>
      (await read(caller, (tx) => listInstitutions(tx, caller))).map(({ key, atms }) => `${key} ${atms}`).sort()
    expect([await list(ALL), await list(ACME)]).toEqual([['ACME 5', 'BETA 1'], ['ACME 5']])
  })
})

describe('incidents that are not resolved', () => {
  it('are counted by severity and together, with their ATMs and the oldest that is not taken up', async () => {
    const count = async (caller: Visibility, isPart: boolean | null = null) =>
      (await read(caller, (tx) => countBySeverity(tx, caller, isPart)))
        .map(({ severity, count: all, unacknowledged, atms, oldestMs }) =>
          [
            severity,
            all,
            unacknowledged,
            atms,
            oldestMs === null ? '-' : new Date(oldestMs).toISOString().slice(11, 23),
          ].join(' '),
        )
        .sort()
    expect(await count(ALL)).toEqual([' 0 0 0 -'])
    await run(`insert into incident.incident (id, atm_id, agent_atm_id, institution_key, kind, severity, status, title,
      opened_at, first_event_at, last_event_at)
      select id, atm, 'A', key, kind, severity, status, 't', opened::timestamptz, now(), now() from (values
        (1, 1, 'ACME', 'A', 'HIGH', 'OPEN', '2026-11-20T10:00:00.250Z'),
        (2, 1, 'ACME', 'B', 'HIGH', 'OPEN', '2026-11-20T09:00:00Z'),
        (3, 2, 'ACME', 'A', 'HIGH', 'ACKNOWLEDGED', '2026-11-20T08:00:00Z'),
        (4, 1, 'ACME', 'C', 'LOW', 'ACKNOWLEDGED', '2026-11-20T07:00:00Z'),
        (5, 2, 'ACME', 'B', 'LOW', 'RESOLVED', '2026-11-20T06:00:00Z'),
        (6, 3, 'BETA', 'A', 'CRITICAL', 'OPEN', '2026-11-20T05:00:00.125Z')
      ) v(id, atm, key, kind, severity, status, opened)`)
    expect(await count(ACME)).toEqual([' 4 2 2 -', 'HIGH 3 2 0 09:00:00.000', 'LOW 1 0 0 -'])
    expect(await count(ALL)).toEqual([
      ' 5 3 3 -',
      'CRITICAL 1 1 0 05:00:00.125',
      'HIGH 3 2 0 09:00:00.000',
      'LOW 1 0 0 -',
    ])
    await run('update incident.incident set parent_id = 6 where id in (1, 3)')
    expect(await count(ACME, false)).toEqual([' 2 1 1 -', 'HIGH 1 1 0 09:00:00.000', 'LOW 1 0 0 -'])
    expect(await count(ACME, true)).toEqual([' 2 1 2 -', 'HIGH 2 1 0 10:00:00.250'])
  })
})

describe('cassettes', () => {
  beforeAll(() =>
    run(`insert into incident.cassette (atm_id, cassette_no, institution_key, as_of, cassette_type, currency,
      denomination_minor, initial_count, current_count, rejected_count, capacity, status, used) values
      (2, '2', 'ACME', '2026-11-20T10:00:00.250Z', 'OUT', 'KES', 10000, 90, 7, 1, 99, 'OK', '{1,2}'),
      (2, '1', 'ACME', '2026-11-20T09:00:00Z', null, 'KES', 5000, null, 3, null, null, null, '{}'),
      (1, '1', 'ACME', '2026-11-20T09:00:00Z', null, 'KES', 10000, null, 5, null, null, null, '{}'),
      (3, '1', 'BETA', '2026-11-20T09:00:00Z', null, 'KES', 10000, null, 1, null, null, null, '{}'),
      (3, '2', 'BETA', '2026-11-20T09:00:00Z', null, 'ETB', 9007199254740993, null, 3, null, null, null, '{}'),
      (5, '2', 'ACME', '2026-11-20T09:00:00Z', null, 'KES', 10000, null, null, null, null, null, '{}'),
      (5, '3', 'ACME', '2026-11-20T09:00:00Z', null, 'KES', null, null, 5, null, null, null, '{}'),
      (1, '4', 'ACME', '2026-11-20T09:00:00Z', null, null, 10000, null, 5, null, null, null, '{}')`),
  )

  it('of many ATMs come by ATM and number, as they were read last', async () => {
    const rows = await read(ALL, (tx) => listCassettesOfAtms(tx, [2, 1, 4]))
    expect(rows.map(({ atmId, cassetteNo }) => `${atmId} ${cassetteNo}`)).toEqual(['1 1', '1 4', '2 1', '2 2'])
    expect(rows[3]).toEqual({
      ...{ atmId: 2, cassetteNo: '2', asOf: at('10:00:00.250').getTime(), type: 'OUT', currency: 'KES' },
      ...{ denominationMinor: 10_000, initialCount: 90, currentCount: 7, rejectedCount: 1, capacity: 99, status: 'OK' },
      used: '{1,2}',
    })
  })

  it('are looked at ATM by ATM, those without any too or not', async () => {
    const ids = async (list: typeof listAtmsAfter, caller: Visibility, after: number, limit: number) =>
      (await read(caller, (tx) => list(tx, caller, after, limit))).map(({ id, agentAtmId }) => `${id} ${agentAtmId}`)
    expect(await ids(listAtmsAfter, ALL, 0, 9)).toEqual(['1 D-1', '2 C-2', '3 B-3', '4 A-4', '5 E-5'])
    expect(await ids(listAtmsAfter, BOTH, 1, 2)).toEqual(['2 C-2', '3 B-3'])
    expect(await ids(listAtmsAfter, ACME, 2, 9)).toEqual(['5 E-5'])
    expect(await ids(listAtmsWithCassettes, ALL, 0, 9)).toEqual(['1 D-1', '2 C-2', '3 B-3', '5 E-5'])
    expect(await ids(listAtmsWithCassettes, ACME, 1, 9)).toEqual(['2 C-2', '5 E-5'])
    expect(await ids(listAtmsWithCassettes, BOTH, 0, 1)).toEqual(['1 D-1'])
  })

  it('hold so much of each currency, exactly, where denomination and count are known', async () => {
    const totals = async (caller: Visibility) =>
      (await read(caller, (tx) => listCashTotals(tx, caller))).map(
        ({ currency, minor, atms }) => `${currency} ${minor} ${atms}`,
      )
    expect(await totals(ALL)).toEqual(['ETB 27021597764222979 1', 'KES 145000 3'])
    expect(await totals(ACME)).toEqual(['KES 135000 2'])
    expect(await totals(NONE)).toEqual([])
  })
})
