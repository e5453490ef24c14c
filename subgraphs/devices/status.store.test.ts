import { beforeEach, describe, expect, it } from 'vitest'
import type { Visibility } from '../../db/tenancy.ts'
import { atmAttributes, listedAttributes, ofEach, unlistedOf } from '../../schema/atm-attributes.rules.ts'
import { ACME, ALL, BOTH, createStoreTest } from '../../tests/support/stores.ts'
import { pageRequest } from '../kit/common/paging.ts'
import { countBadges } from './badges.store.ts'
import {
  type AtmCopy,
  countStatuses,
  findStatus,
  listStatuses,
  listStatusesAfter,
  listStatusesById,
  STATUS_SORTING,
  type StateChange,
  type StatusFilter,
  type StatusRow,
  updateDescriptions,
  updateHeartbeats,
  updateStates,
} from './status.store.ts'

const { lines, read, run: sql, write } = createStoreTest()

const SINCE = new Date('2026-03-01T09:45:00Z')
const NOW = new Date('2026-03-01T10:00:00Z')
const EVERY: StatusFilter = {
  agentAtmId: null,
  isRetired: false,
  serviceState: null,
  badge: null,
  inService: null,
  connectivity: null,
  text: null,
  group: {},
  connectedSince: SINCE,
}

/**
 * ATMs whose ids do not sort as their names do. Heard of exactly at `SINCE` is connected, a millisecond before is
 * not.
 */
beforeEach(async () => {
  await sql('truncate devices.atm')
  await sql(`insert into devices.atm (atm_id, agent_atm_id, institution_key, name, site_name, service_state,
    last_heartbeat_at) values
    (1, 'D-1', 'ACME', 'Lobby 50%', 'Main_Street', 'IN_SERVICE', '2026-03-01T09:45:00Z'),
    (2, 'C-2', 'ACME', 'Lobby 500', 'MainXStreet', 'IN_SERVICE', '2026-03-01T09:44:59.999Z'),
    (3, 'B-3', 'BETA', null, 'Station', 'IN_SUPERVISOR', '2026-03-01T09:50:00Z'),
    (4, 'A-4', null, 'Back \\ door', null, 'UNKNOWN', null),
    (5, 'E-5', 'ACME', 'lobby 7', 'Station', 'OUT_OF_SERVICE', '2026-03-01T09:55:00Z'),
    (6, 'F-6', 'BETA', 'Hall', 'Hall', 'UNKNOWN', '2026-03-01T09:55:00Z')`)
})

const list = async (
  caller: Visibility,
  filter: Partial<StatusFilter> = {},
  {
    sort = 'id',
    descending = false,
    size = 9,
    offset = 0,
  }: { sort?: keyof typeof STATUS_SORTING.sortable; descending?: boolean; size?: number; offset?: number } = {},
) => {
  const column = STATUS_SORTING.sortable[sort]
  if (column === undefined) throw new Error(`nothing is sorted by ${sort}`)
  const order = [
    { column, descending },
    { column: STATUS_SORTING.tieBreak.column, descending: STATUS_SORTING.tieBreak.descending },
  ]
  const page = await read(caller, (tx) =>
    listStatuses(tx, caller, { ...EVERY, ...filter }, { page: 0, size, offset, order }),
  )
  return { ids: page.rows.map(({ atmId }) => atmId), total: page.total }
}

describe('a page of statuses', () => {
  it('has the ATMs of the caller in order, with the number of all', async () => {
    expect(STATUS_SORTING.defaultSort).toEqual(['agentAtmId,asc'])
    expect(await list(ALL)).toEqual({ ids: [1, 2, 3, 4, 5, 6], total: 6 })
    expect(await list(ACME)).toEqual({ ids: [1, 2, 5], total: 3 })
    expect(await list(BOTH, {}, { sort: 'agentAtmId' })).toEqual({ ids: [3, 2, 1, 5, 6], total: 5 })
    expect(await list(BOTH, {}, { sort: 'serviceState', descending: true })).toEqual({ ids: [6, 5, 3, 1, 2], total: 5 })
    expect(await list(BOTH, {}, { size: 2, offset: 1 })).toEqual({ ids: [2, 3], total: 5 })
    expect(await list({ unrestricted: false, institutions: [] })).toEqual({ ids: [], total: 0 })
  })

  it.each<readonly [Partial<StatusFilter>, readonly number[]]>([
    [{ agentAtmId: 'C-2' }, [2]],
    [{ serviceState: 'IN_SERVICE' }, [1, 2]],
    [{ badge: 'AGENT_OFFLINE' }, [2, 4]],
    [{ badge: 'IN_SERVICE' }, [1]],
    [{ badge: 'IN_SUPERVISOR' }, [3]],
    [{ badge: 'UNKNOWN' }, [6]],
    [{ text: 'lobby' }, [1, 2, 5]],
    [{ text: '50%' }, [1]],
    [{ text: 'main_' }, [1]],
    [{ text: '\\ d' }, [4]],
    [{ text: 'station' }, [3, 5]],
    [{ text: '-6' }, [6]],
    [{ text: 'station', serviceState: 'OUT_OF_SERVICE' }, [5]],
  ])('is limited to %o', async (filter, ids) => {
    expect(await list(ALL, filter)).toEqual({ ids, total: ids.length })
  })

  it('is read at once where one order is asked for thousands of times', async () => {
    const page = pageRequest({ sort: Array<string>(5_000).fill('urgency,desc') }, STATUS_SORTING)
    const { rows } = await read(ALL, (tx) => listStatuses(tx, ALL, EVERY, page))
    expect(rows.map(({ atmId }) => atmId)).toEqual([5, 2, 3, 6, 1, 4])
    expect(page.order).toHaveLength(2)
  })

  it('goes on after an agent id, in the order of these', async () => {
    const after = async (caller: Visibility, id: string | null, limit: number, filter: Partial<StatusFilter> = {}) =>
      (await read(caller, (tx) => listStatusesAfter(tx, caller, { ...EVERY, ...filter }, id, limit))).map(
        ({ agentAtmId }) => agentAtmId,
      )
    expect(await after(ALL, null, 2)).toEqual(['A-4', 'B-3'])
    expect(await after(ALL, 'B-3', 2)).toEqual(['C-2', 'D-1'])
    expect(await after(ACME, 'C-2', 9)).toEqual(['D-1', 'E-5'])
    expect(await after(ALL, 'B-3', 9, { text: 'station' })).toEqual(['E-5'])
  })

  it('finds ATMs by their ids, in the order of the ids', async () => {
    const rows = await read(ACME, (tx) => listStatusesById(tx, ACME, [5, 3, 1, 99]))
    expect(rows.map((row) => row?.agentAtmId ?? null)).toEqual(['E-5', null, 'D-1', null])
  })

  it('keeps to the caller’s ATMs where the policy would show all', async () => {
    const ids = (found: readonly (StatusRow | null)[]) => found.map((row) => row?.agentAtmId ?? null)
    expect(ids(await read(ALL, (tx) => listStatusesById(tx, ACME, [5, 3, 1])))).toEqual(['E-5', null, 'D-1'])
    expect(
      ids([await read(ALL, (tx) => findStatus(tx, ACME, 3)), await read(ALL, (tx) => findStatus(tx, ACME, 1))]),
    ).toEqual([null, 'D-1'])
    expect((await read(ALL, (tx) => countStatuses(tx, ACME, SINCE))).total).toBe(3)
    expect((await read(ALL, (tx) => countBadges(tx, ACME, SINCE))).total).toBe(3)
  })
})

describe('counts', () => {
  it('are by connectivity and by badge, of the caller’s ATMs', async () => {
    expect(await read(ALL, (tx) => countStatuses(tx, ALL, SINCE))).toEqual({
      total: 6,
      connected: 4,
      disconnected: 1,
      neverConnected: 1,
    })
    expect(await read(ACME, (tx) => countStatuses(tx, ACME, SINCE))).toEqual({
      total: 3,
      connected: 2,
      disconnected: 1,
      neverConnected: 0,
    })
    expect(await read(ALL, (tx) => countBadges(tx, ALL, SINCE))).toEqual({
      ...{ total: 6, agentOffline: 2, inSupervisor: 1, outOfService: 1, inService: 1, unknown: 1 },
    })
  })
})

const rows = () =>
  lines(`select atm_id, agent_atm_id, institution_key, name, site_name, edition, service_state, state_sequence,
      to_char(service_state_changed_at at time zone 'UTC', 'HH24:MI') as changed,
      to_char(supervisor_since at time zone 'UTC', 'HH24:MI') as supervisor,
      to_char(last_heartbeat_at at time zone 'UTC', 'HH24:MI') as heard from devices.atm where atm_id >= 10
        order by atm_id`)

describe('states that are taken over', () => {
  const change = (
    atmId: number,
    serviceState: StateChange['serviceState'],
    sequence: number,
    institutionKey: string | null = 'ACME',
  ) => ({
    ...{ atmId, agentAtmId: `N-${atmId}`, institutionKey, serviceState, sequence, occurredAt: null },
  })
  const take = (minute: number, ...changes: readonly StateChange[]) =>
    write((tx) => updateStates(tx, changes, new Date(NOW.getTime() + minute * 60_000)))

  it('have the time of their event, where it is sent, and supervisor mode that of receipt', async () => {
    const occurredAt = new Date(NOW.getTime() - 3_600_000)
    await take(3, { ...change(12, 'IN_SUPERVISOR', 1), occurredAt })
    expect(await rows()).toEqual(['12 N-12 ACME - - 0 IN_SUPERVISOR 1 09:00 10:03 -'])
  })

  it('create ATMs, move forward only, and give an institution to one that had none', async () => {
    expect(await take(0)).toBe(0)
    expect(await take(0, change(11, 'IN_SUPERVISOR', 5, null), change(10, 'IN_SERVICE', 5))).toBe(2)
    expect(await rows()).toEqual([
      '10 N-10 ACME - - 0 IN_SERVICE 5 10:00 - -',
      '11 N-11 - - - 0 IN_SUPERVISOR 5 10:00 10:00 -',
    ])
    expect(await take(1, change(10, 'OUT_OF_SERVICE', 5), change(11, 'IN_SERVICE', 4))).toBe(0)
    expect(await take(2, change(10, 'IN_SUPERVISOR', 6, 'BETA'), change(11, 'IN_SERVICE', 6, 'BETA'))).toBe(2)
    expect(await rows()).toEqual([
      '10 N-10 ACME - - 0 IN_SUPERVISOR 6 10:02 10:02 -',
      '11 N-11 BETA - - 0 IN_SERVICE 6 10:02 - -',
    ])
  })
})

describe('descriptions that are taken over', () => {
  const given = (edition: number, name: string, minute: number | null, institutionKey = 'ACME'): AtmCopy => ({
    ...ofEach(listedAttributes, () => null),
    ...{ atmId: 10, agentAtmId: 'N-10', institutionKey, name, siteName: `at ${name}`, edition },
    lastHeartbeatAt: minute === null ? null : new Date(NOW.getTime() + minute * 60_000),
    record: null,
  })
  const take = (...atms: readonly AtmCopy[]) => write((tx) => updateDescriptions(tx, atms))

  it('keep a record until a newer one, or another of the same edition, is sent', async () => {
    const record = (vendor: string) => ({
      ...unlistedOf({ ...ofEach(atmAttributes, () => null), vendor, latitude: 1.5 }),
      registeredAt: NOW.toISOString(),
    })
    const sent = (edition: number, vendor: string | null) => ({
      ...given(edition, 'N', null),
      ...{ atmId: 19, agentAtmId: 'N-19', record: vendor === null ? null : record(vendor) },
    })
    const held = async () => (await read(ALL, (tx) => listStatusesById(tx, ALL, [19])))[0]?.record?.vendor
    const steps: readonly (readonly [number, string | null, number, string | undefined])[] = [
      [2, null, 1, undefined],
      [2, 'NCR', 1, 'NCR'],
      [2, null, 0, 'NCR'],
      [2, 'NCR', 0, 'NCR'],
      [1, 'old', 0, 'NCR'],
      [2, 'DN', 1, 'DN'],
      [3, null, 1, 'DN'],
    ]
    for (const [edition, vendor, changed, expected] of steps)
      expect([await take(sent(edition, vendor)), await held()]).toEqual([changed, expected])
    await lines('delete from devices.atm where atm_id = 19')
  })

  it('create ATMs; the newest edition of several counts, and of one edition the latest heartbeat', async () => {
    expect(await take()).toBe(0)
    expect(await take(given(1, 'old', 5), given(2, 'new', null), given(2, 'new', 3), given(2, 'new', 1))).toBe(1)
    expect(await rows()).toEqual(['10 N-10 ACME new at new 2 UNKNOWN 0 - - 10:03'])
  })

  it('change what differs only, the heartbeat forward and the rest by edition', async () => {
    await take(given(2, 'two', 3))
    expect(await take(given(2, 'two', 3)), 'the very same').toBe(0)
    expect(await take(given(2, 'two', 2)), 'an older heartbeat').toBe(0)
    expect(await take(given(2, 'two', null)), 'no heartbeat').toBe(0)
    expect(await take(given(1, 'one', 3)), 'an older edition').toBe(0)
    expect(await take(given(1, 'one', 4, 'BETA')), 'an older edition with a newer heartbeat').toBe(1)
    expect(await rows()).toEqual(['10 N-10 ACME two at two 2 UNKNOWN 0 - - 10:04'])
    expect(await take(given(2, 'again', 1, 'BETA')), 'the same edition with other content').toBe(1)
    expect(await rows()).toEqual(['10 N-10 BETA again at again 2 UNKNOWN 0 - - 10:04'])
    expect(await take(given(3, 'three', null)), 'a newer edition').toBe(1)
    expect(await rows()).toEqual(['10 N-10 ACME three at three 3 UNKNOWN 0 - - 10:04'])
  })
})

it('heartbeats that are taken over only move forward, and create no ATM', async () => {
  const at = (text: string) => Date.parse(`2026-03-01T${text}Z`)
  const take = (...heard: readonly (readonly [number, string])[]) =>
    write((tx) =>
      updateHeartbeats(
        tx,
        heard.map(([atmId, text]) => ({ atmId, heardAtMs: at(text) })),
      ),
    )
  expect(await take()).toBe(0)
  const heard = [
    [4, '09:01:02.003'],
    [1, '09:44:00'],
    [5, '09:55:00'],
    [3, '09:50:00.001'],
    [99, '09:59:00'],
  ] as const
  expect(await take(...heard, [4, '09:01:02.002'])).toBe(2)
  const held = await read(ALL, (tx) => listStatusesById(tx, ALL, [1, 3, 4, 5, 99]))
  expect(held.map((row) => row?.lastHeartbeatAt?.toISOString().slice(11, 23))).toEqual([
    '09:45:00.000',
    '09:50:00.001',
    '09:01:02.003',
    '09:55:00.000',
    undefined,
  ])
})

it('the state and the description of a new ATM may come at the same instant: both are taken', async () => {
  const atms = Array.from({ length: 400 }, (_, n) => ({
    atmId: 1_000 + n,
    agentAtmId: `BOTH-${n}`,
    institutionKey: 'ACME',
  }))
  for (const atm of atms) {
    const state = { ...atm, serviceState: 'IN_SERVICE' as const, sequence: 1, occurredAt: NOW }
    const copy = { ...ofEach(listedAttributes, () => null), ...atm, edition: 0, lastHeartbeatAt: NOW, record: null }
    await Promise.all([write((tx) => updateStates(tx, [state], NOW)), write((tx) => updateDescriptions(tx, [copy]))])
  }
  const held = await read(ALL, (tx) =>
    listStatusesById(
      tx,
      ALL,
      atms.map(({ atmId }) => atmId),
    ),
  )
  for (const row of held) expect(row).toMatchObject({ serviceState: 'IN_SERVICE', lastHeartbeatAt: NOW })
})
