import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  at,
  beat,
  exception,
  idOf,
  iso,
  local,
  openTestWriter,
  type TestWriter,
  uuid,
} from '../testing/writer.testing.ts'

let test: TestWriter

beforeAll(async () => {
  test = await openTestWriter()
})

afterAll(() => test.close())

const atmOf = async (agentAtmId: string) =>
  (await test.rows('select * from incident.atm where agent_atm_id = $1', [agentAtmId]))[0]
const messagesOf = (agentAtmId: string) =>
  test.rows('select topic, institution_key, occurred_at, data from incident.outbox where key = $1 order by id', [
    agentAtmId,
  ])

const READING = {
  cassetteNo: '2',
  type: 'DISPENSE',
  currency: 'EUR',
  denominationMinor: 2_000,
  initialCount: 900,
  currentCount: 12,
  rejectedCount: 3,
  capacity: 1_000,
  status: 'OK',
}

describe('an event', () => {
  it('is stored with all that it says, its key, its incident and its message', async () => {
    const [outcome] = await test.store(
      test.event('FULL', 'CASSETTE_LOW', -5, {
        received: 0,
        eventId: uuid(500),
        traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
        component: 'CDM',
        cassetteNo: '1',
        errorCode: 'E-7',
        message: 'low',
        details: { a: [1] },
        cassettesSent: [{ cassetteNo: 2 }],
        cassettes: [READING],
      }),
    )
    const id = idOf(outcome)
    const [{ id: atmId }] = [Object(await atmOf('FULL'))]
    const [incident] = await test.ofAtm('incident', 'FULL', 't.id')
    const { id: incidentId } = Object(incident)
    expect(await test.ofAtm('event', 'FULL', 't.id')).toEqual([
      {
        id,
        received_at: iso(0),
        occurred_at: iso(-5),
        atm_id: atmId,
        incident_id: incidentId,
        event_time: local(-5),
        type_id: 13,
        event_time_defaulted: false,
        institution_key: 'ACME',
        agent_atm_id: 'FULL',
        event_id: uuid(500),
        component: 'CDM',
        cassette_no: '1',
        error_code: 'E-7',
        message: 'low',
        details: { a: [1] },
        cassettes: [{ cassetteNo: 2 }],
      },
    ])
    expect(await test.ofAtm('event_key', 'FULL', 't.event_id')).toEqual([
      { atm_id: atmId, event_id: uuid(500), received_at: iso(0), stored_id: id, exception_id: null },
    ])
    expect(incident).toEqual({
      id: incidentId,
      atm_id: atmId,
      agent_atm_id: 'FULL',
      institution_key: 'ACME',
      kind: 'CASH',
      component: '1',
      severity: 'MEDIUM',
      status: 'OPEN',
      title: 'Cassette needs attention: 1',
      source: 'AUTO',
      occurrence_count: 1,
      flapping: false,
      opened_at: iso(0),
      first_event_at: iso(-5),
      last_event_at: iso(-5),
      acknowledged_at: null,
      acknowledged_by_user_id: null,
      resolved_at: null,
      resolution: null,
      version: 1,
      cleared_at: null,
      parent_id: null,
      owner_user_id: null,
      owned_since: null,
      cause: null,
      cause_text: null,
      acknowledge_due_at: null,
      resolve_due_at: null,
      next_due_at: null,
      acknowledge_missed: false,
      resolve_missed: false,
      suppressed: false,
      changes: [at(-5)],
    })
    const [message, ...others] = await test.rows(`select * from incident.outbox where key = 'FULL'`)
    expect(others).toEqual([])
    expect(message).toEqual({
      id: expect.any(Number),
      message_id: expect.stringMatching(/^00000000-0000-4000-8000-0{9}\d{3}$/),
      topic: 'fleetops.incidents.created',
      key: 'FULL',
      institution_key: 'ACME',
      occurred_at: iso(1),
      traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
      data: {
        incidentId,
        agentAtmId: 'FULL',
        atmId,
        kind: 'CASH',
        severity: 'MEDIUM',
        status: 'OPEN',
        occurrenceCount: 1,
        openedAt: new Date(at(0)).toISOString(),
        resolvedAt: null,
        version: 1,
      },
    })
    expect(await test.ofAtm('cassette', 'FULL', 't.cassette_no')).toEqual([
      {
        atm_id: atmId,
        cassette_no: '2',
        institution_key: 'ACME',
        as_of: iso(-5),
        ok_at: iso(-5),
        cassette_type: 'DISPENSE',
        currency: 'EUR',
        denomination_minor: 2_000,
        initial_count: 900,
        current_count: 12,
        rejected_count: 3,
        capacity: 1_000,
        status: 'OK',
        used: [],
        empty_at: null,
        empty_slot: null,
      },
    ])
    expect(await test.ofAtm('state_history', 'FULL', 't.sequence')).toEqual([])
  })

  it('is stored with nulls for what it does not say, and without a key', async () => {
    const given = { sentTime: 'soon', institutionKey: null, cassettesSent: undefined }
    const [outcome] = await test.store(test.event('EMPTY', 'SUPERVISOR_EXIT', 3, given))
    const nulls = { incident_id: null, institution_key: null, event_id: null, component: null, cassette_no: null }
    expect(await test.ofAtm('event', 'EMPTY', 't.id', `t.*, num_nulls(t.details, t.cassettes) as nulls`)).toMatchObject(
      [
        {
          ...nulls,
          id: idOf(outcome),
          event_time: local(3),
          event_time_defaulted: true,
          occurred_at: iso(3),
          error_code: null,
          message: null,
          nulls: 2,
        },
      ],
    )
    expect(await test.ofAtm('event_key', 'EMPTY', 't.event_id')).toEqual([])
    expect(await test.ofAtm('incident', 'EMPTY', 't.id')).toEqual([])
    expect(await test.ofAtm('atm_activity', 'EMPTY', 't.head', 't.institution_key, t.total')).toEqual([
      { institution_key: ',', total: 1 },
    ])
  })

  it('of unknown type is stored as an exception, as it came; only one with an eventId has a key', async () => {
    const [one, other] = await test.store(
      exception('EXCEPTION', 0, { eventId: uuid(600), body: { eventType: 'WHAT', deep: [{ a: null }] } }),
      exception('EXCEPTION', 1, { eventType: null, body: {} }),
    )
    const [{ id: atmId }] = [Object(await atmOf('EXCEPTION'))]
    const kept = { institution_key: 'ACME', atm_id: atmId, agent_atm_id: 'EXCEPTION', replayed_at: null }
    expect(await test.ofAtm('event_exception', 'EXCEPTION', 't.id')).toEqual([
      {
        ...kept,
        id: idOf(one),
        received_at: iso(0),
        event_type: 'WHAT',
        event_id: uuid(600),
        body: { eventType: 'WHAT', deep: [{ a: null }] },
      },
      { ...kept, id: idOf(other), received_at: iso(1), event_type: null, event_id: null, body: {} },
    ])
    expect(await test.ofAtm('event_key', 'EXCEPTION', 't.event_id')).toEqual([
      { atm_id: atmId, event_id: uuid(600), received_at: iso(0), stored_id: null, exception_id: idOf(one) },
    ])
    expect(await test.ofAtm('event', 'EXCEPTION', 't.id')).toEqual([])
    expect(await test.ofAtm('atm_activity', 'EXCEPTION', 't.head')).toEqual([])
  })
})

describe('an incident', () => {
  const COLUMNS = `t.severity, t.status, t.occurrence_count as count, t.flapping, t.first_event_at as first, 
    t.last_event_at as last, t.resolved_at, t.resolution, t.version, t.cleared_at, t.changes`
  const incidentsOf = (agentAtmId: string) => test.ofAtm('incident', agentAtmId, 't.id', COLUMNS)
  const open = { status: 'OPEN', flapping: false, resolved_at: null, resolution: null, cleared_at: null }

  it('is joined, resolved, opened anew and flaps over many batches, each with its message', async () => {
    const store = (eventType: string, minutes: number, received = minutes) =>
      test.store(test.event('LIFE', eventType, minutes, { received }))
    await store('APPLICATION_ERROR_CARD', 2)
    await store('CARD_READER_FAIL', 5, 6)
    await store('APPLICATION_ERROR_CARD', 0, 7)
    const joined = { ...open, severity: 'HIGH', count: 3, first: iso(0), last: iso(5), version: 3, changes: [at(2)] }
    expect(await incidentsOf('LIFE')).toEqual([joined])
    await store('SUPERVISOR_ENTER', 8)
    await store('ATM_IN_SERVICE', 9, 10)
    const ended = { status: 'RESOLVED', resolution: 'AUTO', resolved_at: iso(10), cleared_at: iso(9) }
    const first = { ...joined, ...ended, version: 4, changes: [at(2), at(9)] }
    expect(await incidentsOf('LIFE')).toEqual([first])
    await store('CARD_READER_FAIL', 11)
    const anew = { ...joined, count: 1, first: iso(11), last: iso(11), version: 1, cleared_at: iso(9) }
    expect(await incidentsOf('LIFE')).toEqual([first, { ...anew, changes: [at(2), at(9), at(11)] }])
    await test.store(test.event('LIFE', 'SUPERVISOR_ENTER', 12), test.event('LIFE', 'ATM_IN_SERVICE', 13))
    const flapping = { ...anew, flapping: true, version: 2, cleared_at: iso(13) }
    expect(await incidentsOf('LIFE')).toEqual([first, { ...flapping, changes: [at(2), at(9), at(11), at(13)] }])
    const published = (await messagesOf('LIFE')).map((message) => {
      const { topic, institution_key, data } = Object(message)
      return [topic, institution_key, data.status, data.version, data.occurrenceCount, data.severity, data.resolvedAt]
    })
    expect(published).toEqual([
      ['fleetops.incidents.created', 'ACME', 'OPEN', 1, 1, 'MEDIUM', null],
      ['fleetops.incidents.updated', 'ACME', 'OPEN', 2, 2, 'HIGH', null],
      ['fleetops.incidents.updated', 'ACME', 'OPEN', 3, 3, 'HIGH', null],
      ['fleetops.incidents.resolved', 'ACME', 'RESOLVED', 4, 3, 'HIGH', new Date(at(10)).toISOString()],
      ['fleetops.incidents.created', 'ACME', 'OPEN', 1, 1, 'HIGH', null],
      ['fleetops.incidents.updated', 'ACME', 'OPEN', 2, 1, 'HIGH', null],
    ])
  })

  it('takes along the one earlier event that its threshold counts, and none that it does not', async () => {
    const error = (minutes: number) => test.event('ONE', 'APPLICATION_ERROR', minutes)
    await test.store(error(-30), error(0))
    await test.store(error(1), error(2))
    const [incident] = await test.ofAtm('incident', 'ONE', 't.id', 't.id, t.occurrence_count as n')
    const { id, n } = Object(incident)
    const links = await test.ofAtm('event', 'ONE', 't.occurred_at', 't.incident_id as id')
    expect([n, links]).toEqual([3, [{ id: null }, { id }, { id }, { id }]])
    expect(test.sent()).toContain('link-earlier')
  })

  it('that opens and ends in one batch is stored as it ended, with both messages', async () => {
    await test.store(test.event('BOTH', 'POWER_OFF', 0), beat('BOTH', 1), test.event('BOTH', 'CARD_READER_FAIL', 2))
    const power = { severity: 'HIGH', count: 1, flapping: false, first: iso(0), last: iso(0), version: 2 }
    const ended = { status: 'RESOLVED', resolved_at: iso(1), resolution: 'AUTO', cleared_at: iso(1) }
    const card = { ...open, severity: 'HIGH', count: 1, first: iso(2), last: iso(2), version: 1, changes: [at(2)] }
    expect(await incidentsOf('BOTH')).toEqual([{ ...power, ...ended, changes: [at(0), at(1)] }, card])
    expect((await messagesOf('BOTH')).map((message) => [Object(message).topic, Object(message).data.kind])).toEqual([
      ['fleetops.incidents.created', 'POWER'],
      ['fleetops.incidents.resolved', 'POWER'],
      ['fleetops.incidents.created', 'CARD_READER'],
    ])
  })
})
