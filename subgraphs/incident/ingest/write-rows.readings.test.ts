import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { at, beat, idOf, iso, openTestWriter, type TestWriter } from '../testing/writer.testing.ts'

let test: TestWriter

beforeAll(async () => {
  test = await openTestWriter()
})

afterAll(() => test.close())

const atmOf = async (agentAtmId: string) =>
  (await test.rows('select * from incident.atm where agent_atm_id = $1', [agentAtmId]))[0]

describe('readings of a cassette', () => {
  const FIRST = {
    cassetteNo: '1',
    type: 'DISPENSE',
    currency: 'EUR',
    denominationMinor: 2_000,
    initialCount: 900,
    currentCount: 500,
    rejectedCount: 1,
    capacity: 1_000,
    status: 'OK',
  }
  const OTHER = {
    cassetteNo: '1',
    type: 'RECYCLE',
    currency: 'USD',
    denominationMinor: 2_000,
    initialCount: 800,
    currentCount: 470,
    rejectedCount: 2,
    capacity: 1_100,
    status: 'LOW',
  }
  const send = (minutes: number, ...cassettes: readonly (typeof FIRST)[]) =>
    test.store(test.event('CASH', 'SUPERVISOR_EXIT', minutes, { received: 600, cassettes }))
  const cassettes = () =>
    test.ofAtm(
      'cassette',
      'CASH',
      't.cassette_no',
      `t.cassette_no as "cassetteNo", t.cassette_type as type, t.currency, t.denomination_minor as "denominationMinor",
        t.initial_count as "initialCount", t.current_count as "currentCount", t.rejected_count as "rejectedCount",
        t.capacity, t.status, t.as_of as "asOf", t.ok_at as "okAt", t.used, t.institution_key as owner`,
    )
  const today = Math.floor(at(0) / 86_400_000)

  it('replace an older one in every column, and are replaced by none', async () => {
    const beside = { ...FIRST, cassetteNo: '2' }
    await send(0, FIRST, beside)
    expect(test.sent()).toContain('upsert-cassettes')
    const first = { ...FIRST, asOf: iso(0), okAt: iso(0), used: [], owner: 'ACME' }
    const unchanged = { ...first, cassetteNo: '2' }
    expect(await cassettes()).toEqual([first, unchanged])
    await send(-5, OTHER)
    expect(await cassettes()).toEqual([first, unchanged])
    await send(10, OTHER)
    const second = { ...OTHER, asOf: iso(10), okAt: iso(0), used: [today, 30, 600_000], owner: 'ACME' }
    expect(await cassettes()).toEqual([second, unchanged])
    await send(5, FIRST)
    expect(await cassettes()).toEqual([{ ...second, okAt: iso(5) }, unchanged])
    await send(10, { ...OTHER, currentCount: 450 })
    const third = { ...second, currentCount: 450, okAt: iso(5), used: [today, 50, 600_000] }
    expect(await cassettes()).toEqual([third, unchanged])
  })
})

describe('events of service', () => {
  it('move the state of their ATM, each move with the event that made it', async () => {
    const first = await test.store(
      test.event('STATES', 'SUPERVISOR_ENTER', 1, { agentAtmId: 'BESIDE' }),
      test.event('STATES', 'ATM_OUT_OF_SERVICE', 1),
      test.event('STATES', 'SELF_TEST_FAILED', 1),
      beat('STATES', 2),
      test.event('STATES', 'SUPERVISOR_ENTER', 2),
      test.event('STATES', 'SUPERVISOR_EXIT', 3),
      test.event('STATES', 'ATM_IN_SERVICE', 4),
    )
    test.sent()
    const [second] = await test.store(test.event('STATES', 'SUPERVISOR_ENTER', 5))
    expect(test.sent()).toContain('insert-state-changes')
    const move = (sequence: number, type_id: number, from_state: string, to_state: string) => ({
      occurred_at: iso(sequence),
      sequence,
      institution_key: 'ACME',
      from_state,
      to_state,
      event_id: sequence === 5 ? idOf(second) : idOf(first[sequence === 1 ? 1 : sequence + 2]),
      type_id,
    })
    const columns = `t.occurred_at, t.sequence, t.institution_key, t.from_state, t.to_state, t.event_id, t.type_id`
    expect(await test.ofAtm('state_history', 'STATES', 't.sequence', columns)).toEqual([
      move(1, 19, 'UNKNOWN', 'OUT_OF_SERVICE'),
      move(2, 26, 'OUT_OF_SERVICE', 'IN_SUPERVISOR'),
      move(3, 27, 'IN_SUPERVISOR', 'OUT_OF_SERVICE'),
      move(4, 25, 'OUT_OF_SERVICE', 'IN_SERVICE'),
      move(5, 26, 'IN_SERVICE', 'IN_SUPERVISOR'),
    ])
    const { id: atmId } = Object(await atmOf('STATES'))
    expect((await test.rows(`select distinct atm_id from incident.state_history where sequence = 5`))[0]).toEqual({
      atm_id: atmId,
    })
    expect(await atmOf('STATES')).toMatchObject({
      institution_key: 'ACME',
      registered_at: iso(4),
      last_heartbeat_at: iso(5),
      beat_at: iso(2),
      service_state: 'IN_SUPERVISOR',
      remembered_state: 'IN_SERVICE',
      state_at: iso(5),
      state_sequence: 5,
      in_service_at: iso(4),
      supervisor_at: iso(5),
      serviced_at: iso(3),
    })
    expect(await atmOf('BESIDE')).toMatchObject({ service_state: 'IN_SUPERVISOR', state_sequence: 1, state_at: iso(1) })
  })
})
