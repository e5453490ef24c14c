import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { at, beat, exception, iso, openTestWriter, type TestWriter, uuid } from '../testing/writer.testing.ts'

let test: TestWriter

beforeAll(async () => {
  test = await openTestWriter()
})

afterAll(() => test.close())

describe('the counters', () => {
  const activityOf = async (agentAtmId: string) => {
    const [row] = await test.rows(
      `select t.head - $2::int as head, t.total, t.before_hour[1:4] as before, cardinality(t.before_hour) as hours
        from incident.atm_activity t join incident.atm a on a.id = t.atm_id where a.agent_atm_id = $1`,
      [agentAtmId, at(0) / 3_600_000],
    )
    return row
  }

  it('of an ATM count each hour up to the newest one, in whatever order events come', async () => {
    const send = (...minutes: readonly number[]) =>
      test.store(...minutes.map((minute) => test.event('HOURS', 'SUPERVISOR_EXIT', minute, { received: 500 })))
    await send(0, 10)
    expect(await activityOf('HOURS')).toEqual({ head: 0, total: 2, before: [0, 0, 0, 0], hours: 26 })
    await send(20)
    expect(await activityOf('HOURS')).toEqual({ head: 0, total: 3, before: [0, 0, 0, 0], hours: 26 })
    await send(30, -70)
    expect(await activityOf('HOURS')).toEqual({ head: 0, total: 5, before: [1, 1, 0, 0], hours: 26 })
    await send(40)
    expect(await activityOf('HOURS')).toEqual({ head: 0, total: 6, before: [1, 1, 0, 0], hours: 26 })
    await send(65)
    expect(await activityOf('HOURS')).toEqual({ head: 1, total: 7, before: [6, 1, 1, 0], hours: 26 })
    await send(-5)
    expect(await activityOf('HOURS')).toEqual({ head: 1, total: 8, before: [7, 2, 1, 0], hours: 26 })
  })

  it('of an institution count each type in quarters of an hour, those of types that were added too', async () => {
    test.addType(32, 'TYPE_32')
    test.addType(40, 'TYPE_40')
    const send = (institutionKey: string | null, ...events: readonly (readonly [string, number])[]) =>
      test.store(
        ...events.map(([eventType, minute]) =>
          test.event(`OF-${institutionKey}`, eventType, minute, { institutionKey, received: 500 }),
        ),
      )
    const countsOf = async (institutionKey: string) => {
      const rows = await test.rows(
        `select bucket, cardinality(counts) as types, array(
          select t || ':' || n from unnest(counts) with ordinality u(n, t)
          where n > 0 order by t) as counts
          from incident.event_count where institution_key = $1 order by bucket`,
        [institutionKey],
      )
      return rows.map((row) => [Object(row).bucket, Object(row).types, ...Object(row).counts])
    }
    await send('CNT', ['TYPE_40', 0], ['POWER_OFF', 14], ['CARD_READER_FAIL', 15])
    expect(await countsOf('CNT')).toEqual([
      [iso(0), 40, '1:1', '40:1'],
      [iso(15), 2, '2:1'],
    ])
    await send('CNT', ['POWER_OFF', 1], ['TYPE_32', 2])
    expect(await countsOf('CNT')).toEqual([
      [iso(0), 40, '1:2', '32:1', '40:1'],
      [iso(15), 2, '2:1'],
    ])
    await send('CNT', ['TYPE_40', 3], ['TYPE_40', 29])
    expect(await countsOf('CNT')).toEqual([
      [iso(0), 64, '1:2', '32:1', '40:2'],
      [iso(15), 64, '2:1', '40:1'],
    ])
    await send(null, ['SUPERVISOR_EXIT', 0])
    expect(await countsOf(',')).toEqual([[iso(0), 27, '27:1']])
  })
})

describe('statements of a batch', () => {
  const WRITES = ['guard', 'insert-events']
  const COUNTS = ['count-atms', 'count-buckets-32', 'commit']
  const read = (...names: readonly string[]) => ['begin', 'lock-atms', ...names]
  const power = () => test.event('SENT', 'POWER_OFF', 3)

  it('are no more than it needs', async () => {
    const { event, store, sent } = test
    await store(beat('FIRST', 0))
    sent()
    await store(beat('NEW', 0))
    expect(sent()).toEqual(['find-atms', ...read(), 'commit'])
    const batches = [
      [beat('SENT', 0), ['find-atms', ...read(), 'commit']],
      [beat('SENT', 1), [...read('read-incident-states'), 'commit']],
      [
        event('SENT', 'SUPERVISOR_ENTER', 1),
        [...read('read-incident-states'), ...WRITES, 'move-atms', 'insert-state-changes', ...COUNTS],
      ],
      [event('SENT', 'SUPERVISOR_ENTER', 2), [...read('read-incident-states'), ...WRITES, 'move-atms', ...COUNTS]],
      [exception('SENT', 2), [...read('read-incident-states'), 'guard', 'insert-exceptions', 'commit']],
      [
        exception('SENT', 2, { eventId: uuid(1) }),
        [...read('read-incident-states', 'read-keys'), 'guard', 'insert-exceptions', 'insert-keys', 'commit'],
      ],
      [exception('SENT', 2, { eventId: uuid(1) }), [...read('read-incident-states', 'read-keys'), 'commit']],
      [
        power(),
        [
          ...read('incident-ids', 'read-incident-states', 'read-alive'),
          'guard',
          'insert-incidents',
          'insert-events',
          'insert-outbox',
          ...COUNTS,
        ],
      ],
      [beat('SENT', 4), [...read('read-incident-states'), 'guard', 'update-incidents', 'insert-outbox', 'commit']],
      [
        event('SENT', 'APPLICATION_ERROR', 5),
        [...read('incident-ids', 'read-incident-states', 'read-countable'), ...WRITES, ...COUNTS],
      ],
      [
        event('SENT', 'CASSETTE_LOW', 5, { cassetteNo: '1' }),
        [
          ...read('incident-ids', 'read-incident-states', 'read-ok'),
          'guard',
          'insert-incidents',
          'insert-events',
          'insert-outbox',
          ...COUNTS,
        ],
      ],
    ] as const
    for (const [signal, names] of batches) {
      await store(signal)
      expect(sent()).toEqual(names)
    }
  })
})
