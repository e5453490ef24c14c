import { beforeEach, describe, expect, it } from 'vitest'
import type { Visibility } from '../../db/tenancy.ts'
import { ACME, ALL, BOTH, createStoreTest } from '../../tests/support/stores.ts'
import { type DescribedAtm, updateAtmDescriptions } from './atms/atm-descriptions.store.ts'
import { findAtmLocked, insertAtm, moveOpenIncidents, updateAtm } from './atms/atm-registry.store.ts'
import { deleteStateHistory, listStateHistory } from './atms/state-history.store.ts'
import { insertEventType, listEventTypes, type NewType } from './events/event-types.store.ts'
import { listIncidentsById } from './incidents/incidents.store.ts'
import { listNewestStateChanges } from './incidents/live-changes.store.ts'
import {
  findPlace,
  insertIncident,
  listAtmsLocked,
  listIncidentsLocked,
  updateIncidents,
} from './incidents/manual-actions.store.ts'

const { read, run, write } = createStoreTest()

const at = (time: string) => new Date(`2026-11-20T${time}Z`)
const NOW = at('12:00:00.250')

/** Names do not sort as ids do. */
beforeEach(() =>
  run(
    'truncate incident.state_history',
    'delete from incident.incident',
    'delete from incident.atm',
    'delete from incident.event_type where id > 27',
    'alter sequence incident.event_type_id restart',
    `insert into incident.atm (id, agent_atm_id, institution_key, name, registered_at) values
      (1, 'C-1', 'ACME', 'one', '2026-11-01'), (2, 'B-2', 'ACME', null, '2026-11-01'),
      (3, 'A-3', 'BETA', 'three', '2026-11-01')`,
    'alter sequence incident.incident_id restart with 50',
    `select setval(pg_get_serial_sequence('incident.atm', 'id'), 3)`,
  ),
)
const insertIncidents = (
  ...rows: readonly (readonly [id: number, atm: number, key: string, kind: string, status: string])[]
) =>
  run(
    `insert into incident.incident (id, atm_id, agent_atm_id, institution_key, kind, severity, status, title, opened_at,
     first_event_at, last_event_at, cleared_at, changes)
     values ${rows
       .map(
         ([id, atm, key, kind, status]) => `(${id}, ${atm}, 'A', '${key}', '${kind}', 'LOW', '${status}',
       't', now(), now(), now(), '2026-11-20T11:00:00.500Z', '{5,7}')`,
       )
       .join(', ')}`,
  )
/** Whether the row of an ATM is unlocked. */
const isFree = async (atmId: number) =>
  (await run(`select from incident.atm where id = ${atmId} for no key update skip locked`)).length === 1

describe('the registry of ATMs', () => {
  it('has an agent id once, in all institutions', async () => {
    const insert = (agentAtmId: string) =>
      read(ACME, (tx) => insertAtm(tx, { agentAtmId, institutionKey: 'ACME', name: 'new', registeredAt: NOW }))
    expect(await insert('D-4')).toMatchObject({
      id: 4,
      agentAtmId: 'D-4',
      name: 'new',
      registeredAt: NOW,
      updatedAt: null,
    })
    expect([await insert('D-4'), await insert('A-3')]).toEqual([null, null])
  })

  it('lets one ATM be changed under its lock, of those that the caller sees', async () => {
    await read(ACME, async (tx) => {
      expect((await findAtmLocked(tx, 1))?.agentAtmId).toBe('C-1')
      expect([await isFree(1), await isFree(2)]).toEqual([false, true])
      expect([await findAtmLocked(tx, 3), await findAtmLocked(tx, 9)]).toEqual([null, null])
    })
    const change = (id: number) => read(ACME, (tx) => updateAtm(tx, id, { name: 'x', updatedAt: NOW }))
    expect(await change(1)).toMatchObject({ id: 1, name: 'x', updatedAt: NOW })
    await expect(change(3)).rejects.toThrow('ATM 3 went away under its lock')
    expect(await run('select id::int, name from incident.atm order by id')).toEqual([
      { id: 1, name: 'x' },
      { id: 2, name: null },
      { id: 3, name: 'three' },
    ])
  })

  it('gives what is wrong with an ATM to its new institution, but not what is resolved', async () => {
    await insertIncidents(
      [1, 1, 'ACME', 'A', 'OPEN'],
      [2, 1, 'ACME', 'B', 'ACKNOWLEDGED'],
      [3, 1, 'ACME', 'C', 'RESOLVED'],
    )
    await insertIncidents([4, 1, 'BETA', 'D', 'OPEN'], [5, 2, 'ACME', 'A', 'OPEN'])
    const moved = await read(BOTH, (tx) => moveOpenIncidents(tx, [1], 'BETA'))
    expect(moved.map(({ id, institutionKey, version }) => `${id} ${institutionKey} ${version}`).sort()).toEqual([
      '1 BETA 2',
      '2 BETA 2',
    ])
    expect(
      (await run('select id, institution_key, version from incident.incident order by id')).map((row) =>
        Object.values(row).join(' '),
      ),
    ).toEqual(['1 BETA 2', '2 BETA 2', '3 ACME 1', '4 BETA 1', '5 ACME 1'])
  })

  it('takes over descriptions of known ATMs that differ', async () => {
    const known: DescribedAtm = {
      ...{ agentAtmId: 'C-1', name: 'n', vendor: 'v', model: 'm', siteName: 's' },
      ...{ latitude: 1.5, longitude: -2.5, timeZone: 'Asia/Tokyo' },
    }
    const update = (...descriptions: DescribedAtm[]) => write((tx) => updateAtmDescriptions(tx, descriptions, NOW))
    const none = {
      name: null,
      vendor: null,
      model: null,
      siteName: null,
      latitude: null,
      longitude: null,
      timeZone: null,
    }
    expect(await update(known, { agentAtmId: 'B-2', ...none }, { ...known, agentAtmId: 'Z-9' })).toBe(1)
    expect(
      await run(
        `select agent_atm_id, name, vendor, model, site_name, latitude, longitude, time_zone from incident.atm
          where updated_at is not null`,
      ),
    ).toEqual([
      {
        agent_atm_id: 'C-1',
        name: 'n',
        vendor: 'v',
        model: 'm',
        site_name: 's',
        latitude: 1.5,
        longitude: -2.5,
        time_zone: 'Asia/Tokyo',
      },
    ])
    expect(await update(known)).toBe(0)
    expect(await update({ ...known, longitude: null })).toBe(1)
  })
})

describe('incidents by hand', () => {
  it('are of ATMs by either name, locked in the order of ingest', async () => {
    const named = (caller: Visibility, atmId: number | null, agentAtmId: string | null) =>
      read(caller, async (tx) => {
        const rows = await listAtmsLocked(tx, { atmId, agentAtmId })
        return [...rows.map(({ id }) => id), await isFree(1)]
      })
    expect(await named(ALL, 1, 'A-3')).toEqual([3, 1, false])
    expect(await named(ALL, null, 'B-2')).toEqual([2, true])
    expect(await named(ALL, 1, null)).toEqual([1, false])
    expect(await named(ACME, 1, 'A-3')).toEqual([1, false])
  })

  it('are read under the lock of their ATM, by those who see them', async () => {
    await insertIncidents([1, 1, 'ACME', 'A', 'OPEN'], [2, 3, 'BETA', 'A', 'OPEN'])
    await read(ACME, async (tx) => {
      expect(await listIncidentsLocked(tx, [2, 1, 9])).toMatchObject([{ id: 1, atmId: 1 }])
      expect(await listIncidentsLocked(tx, [2, 9])).toEqual([])
      expect([await isFree(1), await isFree(3)]).toEqual([false, true])
    })
  })

  it('come into a place after the newest one there, of any institution', async () => {
    const place = (kind: string) => read(ACME, (tx) => findPlace(tx, 1, kind))
    expect(await place('A')).toBeNull()
    await insertIncidents(
      [1, 1, 'BETA', 'A', 'RESOLVED'],
      [2, 1, 'BETA', 'B', 'ACKNOWLEDGED'],
      [3, 2, 'ACME', 'A', 'OPEN'],
    )
    expect(await place('A')).toEqual({ id: 1, isOpen: false, clearedAt: at('11:00:00.500'), changes: [5, 7] })
    await run('update incident.incident set cleared_at = null')
    expect(await place('B')).toEqual({ id: 2, isOpen: true, clearedAt: null, changes: [5, 7] })
  })

  it('take the next id, and change from the version that was read', async () => {
    const times = { openedAt: NOW, firstEventAt: NOW, lastEventAt: NOW }
    const given = {
      atmId: 1,
      agentAtmId: 'C-1',
      institutionKey: 'ACME',
      kind: 'K',
      severity: 'LOW',
      title: 't',
      changes: [1],
    } as const
    const row = await read(ACME, (tx) => insertIncident(tx, { ...given, ...times, changes: [...given.changes] }))
    expect(row).toMatchObject({ ...given, ...times, id: 50, status: 'OPEN', version: 1 })
    await insertIncidents([1, 2, 'ACME', 'A', 'OPEN'])
    const changes = { status: 'ACKNOWLEDGED', acknowledgedAt: NOW, cause: 'OTHER', changes: [3], version: 2 } as const
    const change = () => read(ACME, (tx) => updateIncidents(tx, [{ ...row, ...changes, changes: [3] }]))
    const [changed] = await change()
    expect(changed).toMatchObject({ id: 50, ...changes })
    expect(await read(ACME, (tx) => listIncidentsById(tx, [50]))).toEqual([changed])
    await expect(change()).rejects.toThrow('an incident changed under the lock of its ATM')
    expect(await run('select status from incident.incident where id = 1')).toEqual([{ status: 'OPEN' }])
  })
})

describe('event types', () => {
  const add = (eventType: string, id: number | null = null) => {
    const type: NewType = { id, eventType, category: 'CASH', group: null, addedBy: 'ann', addedAt: NOW }
    return write((tx) => insertEventType(tx, type))
  }

  it('are listed by number, and added once, under the next number or a given one', async () => {
    expect([await add('NEW'), await add('NEW'), await add('POWER_OFF')]).toEqual(['added', 'known', 'known'])
    expect([await add('GIVEN', 200), await add('NEXT')]).toEqual(['added', 'added'])
    await run(`update incident.event_type set filter_group = 'Power and network' where id = 1`)
    const types = await read(ACME, listEventTypes)
    expect(types.map(({ id }) => id)).toEqual([...Array.from({ length: 29 }, (_, n) => n + 1), 200])
    expect([types[0], types[27]]).toEqual([
      { id: 1, eventType: 'POWER_OFF', category: 'POWER', group: 'Power and network' },
      { id: 28, eventType: 'NEW', category: 'CASH', group: null },
    ])
    expect(
      await run(
        `select added_by as by, added_at from incident.event_type
          where id = 28 and added_at = '2026-11-20T12:00:00.250Z'`,
      ),
    ).toHaveLength(1)
  })

  it('have 256 numbers, of which none is given by itself once the last is taken', async () => {
    expect([await add('BEFORE', 255), await add('NEXT'), await add('LAST', 256), await add('MORE')]).toEqual([
      'added',
      'added',
      'added',
      'full',
    ])
    expect([await add('LAST'), await add('GIVEN', 100)]).toEqual(['known', 'added'])
  })

  it('are added one at a time', async () => {
    await write(async (tx) => {
      await insertEventType(tx, {
        id: null,
        eventType: 'X',
        category: 'CASH',
        group: null,
        addedBy: 'ann',
        addedAt: NOW,
      })
      const [lock] = await run(`select pg_try_advisory_lock(hashtext('incident.event_type')) as free`)
      expect(lock).toEqual({ free: false })
    })
  })
})

describe('changes of state', () => {
  beforeEach(() =>
    run(`insert into incident.state_history (atm_id, occurred_at, sequence, institution_key, from_state, to_state,
      event_id, type_id) values
      (1, '2026-11-20T10:00:00Z', 2, 'ACME', 'UNKNOWN', 'IN_SERVICE', 71, 25),
      (1, '2026-11-20T10:00:00Z', 1, 'ACME', 'IN_SERVICE', 'UNKNOWN', null, null),
      (1, '2026-11-20T09:00:00Z', 9, 'ACME', 'UNKNOWN', 'IN_SERVICE', null, null),
      (2, '2026-11-20T11:00:00.250Z', 1, 'BETA', 'UNKNOWN', 'IN_SERVICE', null, 25),
      (3, '2026-11-20T10:30:00Z', 3, 'BETA', 'UNKNOWN', 'IN_SERVICE', null, null)`),
  )
  const list = async (caller: Visibility, atmIds: readonly number[], since: string, limit: number) =>
    (await read(caller, (tx) => listStateHistory(tx, atmIds, { since: at(since), limit }))).map(
      ({ atmId, at: when, to }) => `${atmId} ${when.toISOString().slice(11, 19)} ${to}`,
    )

  it('of each ATM are the newest since a moment, newest first', async () => {
    const [last, before, first] = ['1 10:00:00 IN_SERVICE', '1 10:00:00 UNKNOWN', '1 09:00:00 IN_SERVICE']
    expect(await list(ALL, [3, 1], '09:00:00', 9)).toEqual([last, before, first, '3 10:30:00 IN_SERVICE'])
    expect(await list(ALL, [3, 1, 2], '09:00:00.001', 1)).toEqual([
      last,
      '2 11:00:00 IN_SERVICE',
      '3 10:30:00 IN_SERVICE',
    ])
    expect(await list(ACME, [1, 2, 3], '10:00:00', 9)).toEqual([last, before])
    expect((await read(ALL, (tx) => listStateHistory(tx, [1], { since: at('10:00:00'), limit: 1 })))[0]).toEqual({
      ...{ atmId: 1, agentAtmId: 'C-1', from: 'UNKNOWN', to: 'IN_SERVICE', at: at('10:00:00') },
      ...{ eventId: 71, eventType: 'ATM_IN_SERVICE' },
    })
  })

  it('are streamed with the newest of each ATM and its institution', async () => {
    const newest = await write((tx) => listNewestStateChanges(tx, [1, 2]))
    expect(newest.map(({ atmId, institutionKey, eventType }) => [atmId, institutionKey, eventType]).sort()).toEqual([
      [1, 'ACME', 'ATM_IN_SERVICE'],
      [2, 'BETA', 'ATM_IN_SERVICE'],
    ])
    expect(newest.find(({ atmId }) => atmId === 2)?.at).toEqual(at('11:00:00.250'))
    expect(await write((tx) => listNewestStateChanges(tx, []))).toEqual([])
  })

  it('are forgotten before a moment, but for the last one of each ATM', async () => {
    expect(await write((tx) => deleteStateHistory(tx, at('10:00:00'), 5))).toBe(0)
    expect(await write((tx) => deleteStateHistory(tx, at('10:00:00.001'), 5))).toBe(1)
    expect(await list(ALL, [1], '00:00:00', 9)).toHaveLength(2)
  })
})
