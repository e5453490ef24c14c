import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { at, beat, iso, openTestWriter, type TestWriter } from '../testing/writer.testing.ts'

const DAY = 24 * 60

let test: TestWriter

beforeAll(async () => {
  test = await openTestWriter()
})

afterAll(() => test.close())

/** An ATM of its own, whose events are received in minute `received`, or in the one in which they occur. */
const newAtm = () => {
  const agentAtmId = test.newName()
  const event = (eventType: string, minutes: number, received = minutes) =>
    test.event(agentAtmId, eventType, minutes, { received })
  return {
    agentAtmId,
    event,
    /** Stores a batch for each event. */
    async report(...events: readonly (readonly [eventType: string, minutes: number, received?: number])[]) {
      for (const one of events) await test.store(event(...one))
    },
    beat: (minutes: number) => test.store(beat(agentAtmId, minutes)),
    /** Its incidents: kind, status, how many events, the first and the last of them in minutes. */
    async incidents() {
      const rows = await test.rows(
        `select kind, status, occurrence_count as n, extract(epoch from first_event_at) * 1000 as first,
          extract(epoch from last_event_at) * 1000 as last from incident.incident where agent_atm_id = $1 order by id`,
        [agentAtmId],
      )
      const minute = (ms: number) => (ms - at(0)) / 60_000
      return rows.map((row) => {
        const { kind, status, n, first, last } = Object(row)
        return `${kind} ${status} of ${n} from ${minute(first)} to ${minute(last)}`
      })
    },
    /** In which minutes the events with an incident occurred. */
    async linked() {
      const rows = await test.rows(
        `select (extract(epoch from occurred_at) * 1000 - $2::float8) / 60000 as minute from incident.event
          where agent_atm_id = $1 and incident_id is not null order by occurred_at`,
        [agentAtmId, at(0)],
      )
      return rows.map((row) => Object(row).minute)
    },
    async servicedAt() {
      const [row] = await test.rows('select serviced_at from incident.atm where agent_atm_id = $1', [agentAtmId])
      return Object(row).serviced_at
    },
  }
}

describe('a power failure that is reported late', () => {
  it('opens nothing where something else occurred after it', async () => {
    const { report, incidents } = newAtm()
    await report(['SELF_TEST_FAILED', 6], ['POWER_OFF', 5, 7])
    expect(await incidents()).toEqual(['SELF_TEST OPEN of 1 from 6 to 6'])
  })

  it('opens an incident where only what came before it is known, other power failures, and other ATMs', async () => {
    const [other, one] = [newAtm(), newAtm()]
    await other.report(['SUPERVISOR_EXIT', 6], ['CARD_READER_FAIL', 8])
    await one.report(['SUPERVISOR_EXIT', 4, 6], ['POWER_OFF', 7, 8], ['POWER_OFF', 5, 9])
    expect(await one.incidents()).toEqual(['POWER OPEN of 2 from 5 to 7'])
  })

  it('is measured by the newest of what occurred after it', async () => {
    const { report, event, incidents } = newAtm()
    await report(['SUPERVISOR_EXIT', 6], ['SUPERVISOR_EXIT', 9])
    await test.store(event('POWER_OFF', 7, 10), event('POWER_OFF', 5, 10))
    expect(await incidents()).toEqual([])
  })

  it('is looked up for each ATM of a batch', async () => {
    const [alive, dark] = [newAtm(), newAtm()]
    await alive.report(['SUPERVISOR_EXIT', 3])
    await dark.report(['SUPERVISOR_EXIT', 0])
    await test.store(dark.event('POWER_OFF', 4, 9), alive.event('POWER_OFF', 2, 9), dark.event('SUPERVISOR_EXIT', 4, 9))
    expect([await alive.incidents(), await dark.incidents()]).toEqual([[], ['POWER OPEN of 1 from 4 to 4']])
  })
})

describe('a threshold', () => {
  const ERROR = 'APPLICATION_ERROR'

  it('counts events of earlier batches within its time, both ends included, and links them', async () => {
    const { report, incidents, linked } = newAtm()
    await report([ERROR, -9], [ERROR, 0], [ERROR, 5])
    expect(await incidents()).toEqual([])
    await report([ERROR, 10])
    expect(await incidents()).toEqual(['APPLICATION OPEN of 3 from 0 to 10'])
    expect(await linked()).toEqual([0, 5, 10])
  })

  it('counts no other types and no other ATMs', async () => {
    const [one, other] = [newAtm(), newAtm()]
    await one.report([ERROR, 1], ['APPLICATION_ERROR_NETWORK', 2], ['AGENT_LOG_ERROR', 3])
    await other.report([ERROR, 1], [ERROR, 2])
    await one.report([ERROR, 4])
    expect([await one.incidents(), await other.incidents()]).toEqual([[], []])
    await one.report([ERROR, 5])
    expect([await one.incidents(), await one.linked()]).toEqual([['APPLICATION OPEN of 3 from 1 to 5'], [1, 4, 5]])
    expect(await other.linked()).toEqual([])
  })

  it('counts what occurred after an event that is reported late', async () => {
    const { report, incidents, linked } = newAtm()
    await report([ERROR, 5], [ERROR, 10], [ERROR, 0, 11])
    expect([await incidents(), await linked()]).toEqual([['APPLICATION OPEN of 3 from 0 to 10'], [0, 5, 10]])
  })

  it('looks as far back and ahead as the events of a batch reach, in any order', async () => {
    // What comes second joins the incident that is open by then.
    const orders = [
      { first: 0, second: -15, joins: { back: [], ahead: [-15] } },
      { first: -15, second: 0, joins: { back: [0], ahead: [] } },
    ]
    for (const { first, second, joins } of orders) {
      const back = newAtm()
      await back.report([ERROR, -24, 1], [ERROR, -20, 1])
      await test.store(back.event(ERROR, first, 2), back.event(ERROR, second, 2))
      expect(await back.linked()).toEqual([-24, -20, -15, ...joins.back])
      const ahead = newAtm()
      await ahead.report([ERROR, 5, 10], [ERROR, 9, 10])
      await test.store(ahead.event(ERROR, first, 10), ahead.event(ERROR, second, 10))
      expect(await ahead.linked()).toEqual([...joins.ahead, 0, 5, 9])
    }
  })

  it('counts the two types of a batch apart, and the ATMs of a batch too', async () => {
    const [one, other] = [newAtm(), newAtm()]
    for (const atm of [one, other]) await atm.report([ERROR, 1], ['APPLICATION_ERROR_NETWORK', 1])
    await one.report([ERROR, 2])
    await other.report(['APPLICATION_ERROR_NETWORK', 2])
    const both = (atm: typeof one) => [atm.event(ERROR, 3), atm.event('APPLICATION_ERROR_NETWORK', 3)]
    await test.store(...both(one), ...both(other))
    expect(await one.incidents()).toEqual(['APPLICATION OPEN of 3 from 1 to 3'])
    expect(await other.incidents()).toEqual(['CONNECTIVITY OPEN of 3 from 1 to 3'])
  })

  it('takes the newest thousand where more events wait to be counted', async () => {
    const { agentAtmId, report, linked } = newAtm()
    await report([ERROR, 0])
    await test.inspector.rows(
      `insert into incident.event (id, received_at, occurred_at, atm_id, event_time, type_id, event_time_defaulted,
         agent_atm_id)
       select 900000000 + n, e.received_at + n * interval '1 ms', e.occurred_at + n * interval '1 ms', e.atm_id,
         e.event_time, e.type_id, false,
         e.agent_atm_id
       from incident.event e, generate_series(1, 1000) n where e.agent_atm_id = $1`,
      [agentAtmId],
    )
    await report([ERROR, 5])
    const counted = await linked()
    expect([counted.length, counted.at(0), counted.at(-1)]).toEqual([1_001, 1 / 60_000, 5])
  })
})

describe('a return to service that is reported after a later visit', () => {
  it('resolves what the newest visit before it came for', async () => {
    const { report, incidents, servicedAt } = newAtm()
    await report(['CARD_READER_FAIL', 3], ['SUPERVISOR_ENTER', 2, 4], ['SUPERVISOR_EXIT', 5], ['SUPERVISOR_ENTER', 10])
    await report(['ATM_IN_SERVICE', 5, 11])
    expect(await incidents()).toEqual(['CARD_READER RESOLVED of 1 from 3 to 3'])
    expect(await servicedAt()).toBe(iso(5))
  })

  it('resolves nothing by the visits of other ATMs, or by one before the fault', async () => {
    const [one, other] = [newAtm(), newAtm()]
    await other.report(['SUPERVISOR_ENTER', 4])
    await one.report(['CARD_READER_FAIL', 3], ['SUPERVISOR_ENTER', 2, 4], ['SELF_TEST_FAILED', 4])
    await one.report(['SUPERVISOR_ENTER', 10], ['ATM_IN_SERVICE', 5, 11])
    expect(await one.incidents()).toEqual(['CARD_READER OPEN of 1 from 3 to 3', 'SELF_TEST RESOLVED of 1 from 4 to 4'])
    expect(await one.servicedAt()).toBe(iso(2))
  })

  it.each([
    ['30 days before it', -30 * DAY, iso(-30 * DAY)],
    ['more than 30 days before it, which does not matter', -30 * DAY - 1, null],
  ])('finds a visit %s', async (_when, visit, found) => {
    const { report, servicedAt } = newAtm()
    await report(['SUPERVISOR_ENTER', visit], ['SUPERVISOR_ENTER', 10], ['ATM_IN_SERVICE', 0, 11])
    expect(await servicedAt()).toBe(found)
  })

  it('finds a visit after an older fault that is still open, however long ago', async () => {
    const { report, incidents, servicedAt } = newAtm()
    await report(['CARD_READER_FAIL', -40 * DAY], ['SUPERVISOR_ENTER', -35 * DAY], ['SUPERVISOR_ENTER', 10])
    await report(['ATM_IN_SERVICE', 0, 11])
    const minutes = -40 * DAY
    expect(await incidents()).toEqual([`CARD_READER RESOLVED of 1 from ${minutes} to ${minutes}`])
    expect(await servicedAt()).toBe(iso(-35 * DAY))
  })

  it('is looked up for each ATM of a batch, and only where a later visit is known', async () => {
    const [one, other] = [newAtm(), newAtm()]
    for (const [atm, visit] of [
      [one, 1],
      [other, 2],
    ] as const) {
      await atm.report(['CARD_READER_FAIL', 0], ['SUPERVISOR_ENTER', visit], ['SUPERVISOR_ENTER', 10])
    }
    test.sent()
    await test.store(
      one.event('SUPERVISOR_EXIT', 10),
      one.event('ATM_IN_SERVICE', 10),
      other.event('SELF_TEST_FAILED', 5, 10),
    )
    expect(test.sent()).not.toContain('read-visits')
    await test.store(other.event('ATM_IN_SERVICE', 9, 11), one.event('ATM_IN_SERVICE', 9, 11))
    expect(test.sent()).toContain('read-visits')
    expect([await one.servicedAt(), await other.servicedAt()]).toEqual([iso(10), iso(2)])
  })
})
