import { beforeEach, describe, expect, it } from 'vitest'
import { createStoreTest } from '../../../tests/support/stores.ts'
import { resolveQuietIncidents } from './quiet-time.store.ts'

const { run, write } = createStoreTest()

const NOON = '2026-11-20T12:00:00'
/** CONNECTIVITY is over after 30 minutes of quiet, APPLICATION after 60; POWER is ended by events, SECURITY by hand. */
type Given = {
  readonly id: number
  /** Left out, the one with the number of the incident. */
  readonly atm?: number
  readonly kind: 'CONNECTIVITY' | 'APPLICATION' | 'POWER' | 'SECURITY'
  /** The last event, as a time of 20 November. */
  readonly last: string
  readonly cleared?: string
  readonly flapping?: boolean
  readonly source?: 'AUTO' | 'MANUAL'
  readonly status?: 'OPEN' | 'ACKNOWLEDGED' | 'RESOLVED'
}

const at = (time: string) => `2026-11-20T${time}Z`

/** Incident n is of ATM n, and is in version 1 with one change that is remembered. */
const insert = (...incidents: readonly Given[]) =>
  run(
    `insert into incident.atm (id, agent_atm_id, institution_key, registered_at)
     values ${incidents.map(({ id }) => `(${id}, 'A-${id}', 'ACME', '2026-11-01')`).join(', ')}`,
    `insert into incident.incident (id, atm_id, agent_atm_id, institution_key, kind, severity, status, title,
       source, flapping,
       opened_at, first_event_at, last_event_at, cleared_at, changes)
     values ${incidents
       .map(({ id, atm = id, kind, last, cleared, flapping = false, source = 'AUTO', status = 'OPEN' }) => {
         const clearedAt = cleared === undefined ? 'null' : `'${at(cleared)}'`
         return `(${id}, ${atm}, 'A-${atm}', 'ACME', '${kind}', 'HIGH', '${status}', 't', '${source}', ${flapping},
           '${at('08:00:00')}', '${at('08:00:00')}', '${at(last)}', ${clearedAt}, '{7}')`
       })
       .join(', ')}`,
  )

const end = async (time = NOON) => (await write((tx) => resolveQuietIncidents(tx, new Date(`${time}Z`)))).sort(byId)
const byId = (a: { id: number }, b: { id: number }) => a.id - b.id

/** Status, resolution, whether it flaps, version, changes, and the times of its clearance and its end. */
const kept = async () => {
  const rows = await run(`select id || ' ' || status || ' ' || coalesce(resolution, '-') || ' ' || flapping || ' '
      || version || ' ' ||
      (select coalesce(string_agg(case when c = 7 then '7'
        else to_char(to_timestamp(c / 1000) at time zone 'UTC', 'HH24:MI:SS') end, ','), '')
       from unnest(changes) c) || ' ' || coalesce(to_char(cleared_at at time zone 'UTC', 'HH24:MI:SS'), '-') || ' ' ||
      coalesce(to_char(resolved_at at time zone 'UTC', 'HH24:MI:SS'), '-') as it
    from incident.incident order by id`)
  return rows.map(({ it: line }) => line)
}

beforeEach(() => run('delete from incident.incident', 'delete from incident.atm'))

describe('the quiet of a kind', () => {
  it('ends what is not resolved and has had no event for as long, to the millisecond', async () => {
    await insert(
      { id: 1, kind: 'CONNECTIVITY', last: '11:30:00' },
      { id: 2, kind: 'CONNECTIVITY', last: '11:30:00.001' },
      { id: 3, kind: 'APPLICATION', last: '11:00:00', status: 'ACKNOWLEDGED' },
      { id: 4, kind: 'APPLICATION', last: '11:00:00.001' },
      { id: 5, kind: 'POWER', last: '08:00:00' },
      { id: 6, atm: 1, kind: 'CONNECTIVITY', last: '08:00:00', status: 'RESOLVED' },
      { id: 7, kind: 'CONNECTIVITY', last: '08:00:00', source: 'MANUAL' },
    )
    expect(await end()).toEqual(
      ([1, 3] as const).map((id) => ({
        id,
        atmId: id,
        agentAtmId: `A-${id}`,
        institutionKey: 'ACME',
        kind: id === 1 ? 'CONNECTIVITY' : 'APPLICATION',
        severity: 'HIGH',
        status: 'RESOLVED',
        suppressed: false,
        occurrenceCount: 1,
        openedAt: new Date(at('08:00:00')),
        resolvedAt: new Date(`${NOON}Z`),
        version: 2,
      })),
    )
    expect(await kept()).toEqual([
      '1 RESOLVED AUTO false 2 7,12:00:00 12:00:00 12:00:00',
      '2 OPEN - false 1 7 - -',
      '3 RESOLVED AUTO false 2 7,12:00:00 12:00:00 12:00:00',
      '4 OPEN - false 1 7 - -',
      '5 OPEN - false 1 7 - -',
      '6 RESOLVED - false 1 7 - -',
      '7 OPEN - false 1 7 - -',
    ])
    expect(await end()).toEqual([])
  })

  it('counts as the clearance when it came to its end, unless a later one is known', async () => {
    await insert(
      { id: 1, kind: 'CONNECTIVITY', last: '10:00:00', cleared: '10:20:00' },
      { id: 2, kind: 'CONNECTIVITY', last: '10:00:00', cleared: '10:40:00' },
      { id: 3, kind: 'CONNECTIVITY', last: '10:00:00', cleared: '11:59:00', flapping: true },
    )
    expect((await end()).map(({ id }) => id)).toEqual([1, 2, 3])
    expect(await kept()).toEqual([
      '1 RESOLVED AUTO false 2 7,10:30:00 10:30:00 12:00:00',
      '2 RESOLVED AUTO false 2 7,10:30:00 10:40:00 12:00:00',
      '3 RESOLVED AUTO true 2 7,10:30:00 11:59:00 12:00:00',
    ])
  })
})

describe('the quiet of what flaps', () => {
  it('ends what was cleared at its last event or later, and calms what was not or only ends by hand', async () => {
    await insert(
      { id: 1, kind: 'POWER', last: '11:00:00', cleared: '11:30:00', flapping: true },
      { id: 2, kind: 'POWER', last: '11:00:00', cleared: '11:30:00.001', flapping: true },
      { id: 3, kind: 'POWER', last: '11:30:00', cleared: '11:30:00', flapping: true },
      { id: 4, kind: 'POWER', last: '11:30:00', cleared: '11:29:59', flapping: true },
      { id: 5, kind: 'POWER', last: '11:30:00.001', cleared: '11:00:00', flapping: true },
      { id: 6, kind: 'POWER', last: '11:00:00', flapping: true },
      { id: 7, kind: 'POWER', last: '11:00:00', cleared: '11:10:00', flapping: true, source: 'MANUAL' },
      { id: 8, kind: 'SECURITY', last: '11:00:00', cleared: '11:10:00', flapping: true },
      { id: 9, kind: 'APPLICATION', last: '11:10:00', cleared: '11:20:00', flapping: true, status: 'ACKNOWLEDGED' },
      { id: 10, kind: 'POWER', last: '11:00:00', cleared: '11:10:00' },
    )
    const ended = await end()
    expect(ended[2]).toMatchObject({ id: 4, resolvedAt: null })
    expect(ended.map(({ id, status, version }) => `${id} ${status} ${version}`)).toEqual([
      '1 RESOLVED 2',
      '3 RESOLVED 2',
      '4 OPEN 2',
      '6 OPEN 2',
      '7 OPEN 2',
      '8 OPEN 2',
      '9 ACKNOWLEDGED 2',
    ])
    expect(await kept()).toEqual([
      '1 RESOLVED AUTO true 2 7,12:00:00 11:30:00 12:00:00',
      '2 OPEN - true 1 7 11:30:00 -',
      '3 RESOLVED AUTO true 2 7,12:00:00 11:30:00 12:00:00',
      '4 OPEN - false 2  11:29:59 -',
      '5 OPEN - true 1 7 11:00:00 -',
      '6 OPEN - false 2  - -',
      '7 OPEN - false 2  11:10:00 -',
      '8 OPEN - false 2  11:10:00 -',
      '9 ACKNOWLEDGED - false 2  11:20:00 -',
      '10 OPEN - false 1 7 11:10:00 -',
    ])
  })
})

describe('the end of quiet incidents', () => {
  it('is of at most 1,000 ATMs at once, and of incidents whose ATM is known', async () => {
    await run(
      `insert into incident.atm (id, agent_atm_id, registered_at) select n, 'A-' || n, now()
        from generate_series(1, 1001) n`,
      `insert into incident.incident (id, atm_id, agent_atm_id, kind, severity, title, opened_at, first_event_at,
       last_event_at)
       select k * 10000 + n, n, 'A-' || n, case k when 1 then 'JOURNAL' else 'PRINTER' end, 'LOW', 't', now(),
         '2026-11-19T12:00:00Z', '2026-11-19T12:00:00Z'
       from generate_series(1, 1001) n, generate_series(1, 2) k order by n, k`,
    )
    expect(await end()).toHaveLength(2_000)
    expect(await end()).toHaveLength(2)
    expect(await end()).toEqual([])
  })
})
