import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CassetteReading } from '../model/ingest.types.ts'
import { at, beat, exception, idOf, openTestWriter, type TestWriter, uuid } from '../testing/writer.testing.ts'

const DAY = 24 * 60

let test: TestWriter

beforeAll(async () => {
  test = await openTestWriter()
})

afterAll(() => test.close())

const newName = () => test.newName()
const incidentsOf = async (agentAtmId: string) => {
  const rows = await test.rows(
    `select kind || case component when '' then '' else ' ' || component end as what, status, occurrence_count as n
      from incident.incident where agent_atm_id = $1 order by id`,
    [agentAtmId],
  )
  return rows.map((row) => `${Object(row).what} ${Object(row).status} ${Object(row).n}`)
}
const shown = (cassetteNo: string, status: string | null): CassetteReading => ({
  cassetteNo,
  type: null,
  currency: null,
  denominationMinor: null,
  initialCount: null,
  currentCount: null,
  rejectedCount: null,
  capacity: null,
  status,
})

describe('an eventId', () => {
  it('is known by its ATM alone, with the answer that it was given', async () => {
    const [name, other] = [newName(), newName()]
    const [first, stored] = await test.store(
      test.event(name, 'SELF_TEST_FAILED', 0, { eventId: uuid(1) }),
      exception(name, 1, { eventId: uuid(2) }),
    )
    await test.store(beat(other, 0))
    const again = await test.store(
      test.event(name, 'SUPERVISOR_EXIT', 2, { eventId: uuid(3) }),
      exception(name, 2, { eventId: uuid(1) }),
      test.event(other, 'SELF_TEST_FAILED', 2, { eventId: uuid(1) }),
      test.event(name, 'CARD_READER_FAIL', 2, { eventId: uuid(2) }),
      test.event(name, 'SUPERVISOR_EXIT', 2),
    )
    expect(again.map(({ kind }) => kind)).toEqual(['stored', 'known', 'stored', 'known', 'stored'])
    expect(again[1]).toMatchObject({ key: { storedId: idOf(first), exceptionId: null, receivedAt: at(0) } })
    expect(again[3]).toMatchObject({ key: { storedId: null, exceptionId: idOf(stored), receivedAt: at(1) } })
    expect(await incidentsOf(name)).toEqual(['SELF_TEST OPEN 1'])
  })

  it('is known for 30 days before the newest event of its batch, and stored anew after that', async () => {
    const name = newName()
    const send = (eventId: string, minutes: number) => test.event(name, 'SUPERVISOR_EXIT', minutes, { eventId })
    await test.store(send(uuid(10), -30 * DAY), send(uuid(11), -30 * DAY - 1))
    const outcomes = await test.store(send(uuid(11), -DAY), send(uuid(10), 0))
    expect(outcomes.map(({ kind }) => kind)).toEqual(['stored', 'known'])
  })
})

describe('the incidents that a batch is about', () => {
  it('are those of each ATM by itself', async () => {
    const [one, other] = [newName(), newName()]
    await test.store(test.event(one, 'CARD_READER_FAIL', 0), test.event(other, 'SELF_TEST_FAILED', 0))
    await test.store(
      test.event(one, 'APPLICATION_ERROR_CARD', 1),
      test.event(one, 'SELF_TEST_FAILED', 1),
      test.event(one, 'CARD_READER_FAIL', 1),
      test.event(other, 'ATM_IN_SERVICE', 2),
    )
    expect(await incidentsOf(one)).toEqual(['CARD_READER OPEN 3', 'SELF_TEST OPEN 1'])
    expect(await incidentsOf(other)).toEqual(['SELF_TEST RESOLVED 1'])
  })

  it.each([
    ['a heartbeat', (name: string) => beat(name, 2)],
    ['an exception', (name: string) => exception(name, 2)],
    ['any other event', (name: string) => test.event(name, 'SUPERVISOR_EXIT', 2)],
  ])('are power failures for %s', async (_what, signalOf) => {
    const name = newName()
    await test.store(test.event(name, 'POWER_OFF', 0), test.event(name, 'SELF_TEST_FAILED', 0))
    await test.store(signalOf(name))
    expect(await incidentsOf(name)).toEqual(['POWER RESOLVED 1', 'SELF_TEST OPEN 1'])
  })

  it('are all that a return to service ends, after a visit or without one', async () => {
    const name = newName()
    const kinds = [
      'ATM_OUT_OF_SERVICE',
      'SELF_TEST_FAILED',
      'DISPENSER_JAM',
      'ENCRYPTOR_PINPAD_ERROR',
      'EJOURNAL_DB_WARNING',
    ]
    await test.store(...kinds.map((eventType) => test.event(name, eventType, 0)))
    await test.store(test.event(name, 'ATM_IN_SERVICE', 1))
    const left = ['DISPENSER OPEN 1', 'PINPAD OPEN 1', 'JOURNAL OPEN 1']
    expect(await incidentsOf(name)).toEqual(['OUT_OF_SERVICE RESOLVED 1', 'SELF_TEST RESOLVED 1', ...left])
    await test.store(test.event(name, 'SUPERVISOR_ENTER', 2))
    await test.store(test.event(name, 'ATM_IN_SERVICE', 3))
    expect((await incidentsOf(name)).slice(2)).toEqual(['DISPENSER RESOLVED 1', 'PINPAD RESOLVED 1', 'JOURNAL OPEN 1'])
  })

  it('are those that a visit ends which is reported after the return to service', async () => {
    const name = newName()
    await test.store(test.event(name, 'CARD_READER_FAIL', 0), test.event(name, 'AUTHENTICATION_FAILURE', 0))
    await test.store(test.event(name, 'ATM_IN_SERVICE', 5))
    expect(await incidentsOf(name)).toEqual(['CARD_READER OPEN 1'])
    await test.store(test.event(name, 'SUPERVISOR_EXIT', 3, { received: 6 }))
    expect(await incidentsOf(name)).toEqual(['CARD_READER RESOLVED 1'])
  })

  it('are those of the cassettes that it shows OK', async () => {
    const name = newName()
    const low = (cassetteNo: string | null) => test.event(name, 'CASSETTE_LOW', 0, { cassetteNo })
    await test.store(low('1'), low('2'), low('3'), low(null))
    expect(await incidentsOf(name)).toEqual(['CASH 1 OPEN 1', 'CASH 2 OPEN 1', 'CASH 3 OPEN 1', 'CASH OPEN 1'])
    const cassettes = [shown('1', 'OK'), shown('2', 'LOW'), shown('3', 'OK')]
    await test.store(test.event(name, 'SUPERVISOR_EXIT', 1, { cassettes }))
    expect(await incidentsOf(name)).toEqual(['CASH 1 RESOLVED 1', 'CASH 2 OPEN 1', 'CASH 3 RESOLVED 1', 'CASH OPEN 1'])
    await test.store(test.event(name, 'CASSETTE_EMPTY', 2, { cassetteNo: '2' }), low(null))
    expect((await incidentsOf(name)).slice(1)).toEqual(['CASH 2 OPEN 2', 'CASH 3 RESOLVED 1', 'CASH OPEN 2'])
  })
})

describe('a cassette event that is reported late', () => {
  it('opens nothing where an inventory has shown that cassette OK since', async () => {
    const [name, other] = [newName(), newName()]
    const cassettes = [shown('1', 'OK'), shown('2', 'LOW')]
    await test.store(
      test.event(name, 'SUPERVISOR_EXIT', 5, { cassettes }),
      test.event(other, 'SUPERVISOR_EXIT', 5, { cassettes: [shown('2', 'OK')] }),
    )
    const late = (agentAtmId: string, cassetteNo: string) =>
      test.event(agentAtmId, 'CASSETTE_LOW', 3, { cassetteNo, received: 6 })
    await test.store(late(name, '1'), late(name, '2'), late(name, '3'), late(other, '1'), late(other, '2'))
    expect(await incidentsOf(name)).toEqual(['CASH 2 OPEN 1', 'CASH 3 OPEN 1'])
    expect(await incidentsOf(other)).toEqual(['CASH 1 OPEN 1'])
  })

  it('is compared with no cassette where it is not about cash', async () => {
    const name = newName()
    await test.store(test.event(name, 'SUPERVISOR_EXIT', 5, { cassettes: [shown('1', 'OK')] }))
    test.sent()
    await test.store(test.event(name, 'DISPENSER_JAM', 6, { cassetteNo: '1' }))
    expect(test.sent()).not.toContain('read-ok')
  })
})

describe('what leaves a cassette', () => {
  it('is counted from the newest reading of that cassette of that ATM', async () => {
    const [name, other] = [newName(), newName()]
    const count = (cassetteNo: string, currentCount: number) => ({ ...shown(cassetteNo, 'OK'), currentCount })
    const show = (agentAtmId: string, minutes: number, ...cassettes: readonly CassetteReading[]) =>
      test.event(agentAtmId, 'SUPERVISOR_EXIT', minutes, { cassettes })
    await test.store(show(name, 0, count('1', 100), count('2', 200)), show(other, 0, count('1', 300)))
    await test.store(show(name, 10, count('1', 90), count('2', 180)), show(other, 20, count('1', 270)))
    await test.store(show(name, 20, count('2', 175)))
    const used = await test.rows(
      `select a.agent_atm_id as atm, c.cassette_no as no, c.used[2:3] as used
        from incident.cassette c join incident.atm a on a.id = c.atm_id where a.agent_atm_id = any($1)
        order by array_position($1::text[], a.agent_atm_id::text), 2`,
      [[name, other]],
    )
    expect(used).toEqual([
      { atm: name, no: '1', used: [10, 600_000] },
      { atm: name, no: '2', used: [25, 1_200_000] },
      { atm: other, no: '1', used: [30, 1_200_000] },
    ])
  })
})
