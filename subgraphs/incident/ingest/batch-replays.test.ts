import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { exception, idOf, iso, openTestWriter, type TestWriter, uuid } from '../testing/writer.testing.ts'

let test: TestWriter

beforeAll(async () => {
  test = await openTestWriter()
})

afterAll(() => test.close())

/** Stores events of an ATM, with eventIds or without, as exceptions; resolves to their ids. */
const storeExceptions = async (agentAtmId: string, ...eventIds: readonly (string | null)[]) => {
  const outcomes = await test.store(...eventIds.map((eventId, n) => exception(agentAtmId, n, { eventId })))
  return outcomes.map((outcome) => idOf(outcome) ?? 0)
}
const replayOf = (agentAtmId: string, exceptionId: number, n: number, eventId: string | null) =>
  test.event(agentAtmId, 'SELF_TEST_FAILED', n, { eventId, replay: { exceptionId, institutionKey: 'OLD' } })
const exceptionsOf = (agentAtmId: string) =>
  test.rows('select id, replayed_at from incident.event_exception where agent_atm_id = $1 order by id', [agentAtmId])
const keysOf = (agentAtmId: string) =>
  test.ofAtm('event_key', agentAtmId, '1, 2', 't.event_id, t.received_at, t.stored_id, t.exception_id')
const eventsOf = (agentAtmId: string) =>
  test.rows(
    'select id, institution_key, event_id, received_at from incident.event where agent_atm_id = $1 order by id',
    [agentAtmId],
  )
const countsOf = (agentAtmId: string) => test.ofAtm('atm_activity', agentAtmId, '1', 't.institution_key, t.total')

const REPLAYING = ['read-exceptions', 'mark-replayed', 'move-keys']

describe('an event exception', () => {
  it('is stored under the institution that its ATM had, and its key refers to it from then on', async () => {
    const [first = 0, second = 0, third = 0] = await storeExceptions('R-1', uuid(1), null, uuid(2))
    test.sent()
    const [one, other] = await test.store(replayOf('R-1', first, 0, uuid(1)), replayOf('R-1', second, 1, null))
    expect(test.sent().filter((name) => REPLAYING.includes(name))).toEqual(REPLAYING)
    expect(await eventsOf('R-1')).toEqual([
      { id: idOf(one), institution_key: 'OLD', event_id: uuid(1), received_at: iso(0) },
      { id: idOf(other), institution_key: 'OLD', event_id: null, received_at: iso(1) },
    ])
    expect(await exceptionsOf('R-1')).toEqual([
      { id: first, replayed_at: iso(1) },
      { id: second, replayed_at: iso(1) },
      { id: third, replayed_at: null },
    ])
    expect(await keysOf('R-1')).toEqual([
      { event_id: uuid(1), received_at: iso(0), stored_id: idOf(one), exception_id: null },
      { event_id: uuid(2), received_at: iso(2), stored_id: null, exception_id: third },
    ])
    expect(await countsOf('R-1')).toEqual([{ institution_key: 'OLD', total: 2 }])
  })

  it('is distinguished from the others of its batch, which mark and move nothing', async () => {
    const [first = 0] = await storeExceptions('R-7', uuid(7), uuid(8))
    const fresh = (n: number) => test.event('R-7', 'SUPERVISOR_EXIT', n, { eventId: uuid(n) })
    const [one, other] = await test.store(fresh(20), replayOf('R-7', first, 0, uuid(7)))
    test.sent()
    await test.store(fresh(21))
    expect(test.sent().filter((name) => REPLAYING.includes(name))).toEqual([])
    expect((await eventsOf('R-7')).map((row) => [Object(row).id, Object(row).institution_key]).slice(0, 2)).toEqual([
      [idOf(one), 'ACME'],
      [idOf(other), 'OLD'],
    ])
    expect((await exceptionsOf('R-7')).map((row) => Object(row).replayed_at)).toEqual([iso(1), null])
    expect((await keysOf('R-7')).map((row) => Object(row).stored_id)).toEqual([
      idOf(other),
      null,
      idOf(one),
      expect.any(Number),
    ])
  })

  it('is not stored again once it was replayed', async () => {
    const [first = 0, second = 0] = await storeExceptions('R-2', uuid(3), null)
    await test.store(replayOf('R-2', first, 0, uuid(3)))
    const again = [replayOf('R-2', second, 1, null), replayOf('R-2', first, 0, uuid(3))]
    expect((await test.store(...again)).map(({ kind }) => kind)).toEqual(['stored', 'known'])
    const outcomes = await test.store(...again)
    expect(outcomes).toMatchObject([
      { kind: 'known', key: { storedId: null, exceptionId: second, receivedAt: 0 } },
      { kind: 'known', key: { storedId: null, exceptionId: first, receivedAt: Date.parse(iso(0)) } },
    ])
    expect(await eventsOf('R-2')).toHaveLength(2)
  })

  it('is not stored where its eventId was sent again and stored meanwhile', async () => {
    const [first = 0] = await storeExceptions('R-3', uuid(4))
    const [beside] = await test.store(test.event('R-4', 'SELF_TEST_FAILED', 1, { eventId: uuid(4) }))
    await test.inspector.rows(
      `insert into incident.event_key (atm_id, event_id, received_at, stored_id)
       select a.id, $1, $2, 77 from incident.atm a where a.agent_atm_id = 'R-3'`,
      [uuid(4), iso(5)],
    )
    const [outcome] = await test.store(replayOf('R-3', first, 0, uuid(4)))
    expect(outcome).toMatchObject({
      kind: 'known',
      key: { storedId: 77, exceptionId: null, receivedAt: Date.parse(iso(5)) },
    })
    expect(await eventsOf('R-3')).toEqual([])
    expect(await exceptionsOf('R-3')).toEqual([{ id: first, replayed_at: null }])
    expect(await keysOf('R-4')).toEqual([
      { event_id: uuid(4), received_at: iso(1), stored_id: idOf(beside), exception_id: null },
    ])
  })

  it('has the key of its own moment moved, and those of other ATMs and eventIds left alone', async () => {
    const [first = 0] = await storeExceptions('R-5', uuid(5), uuid(6))
    const [other = 0] = await storeExceptions('R-6', uuid(5))
    await test.inspector.rows(
      `insert into incident.event_key (atm_id, event_id, received_at, exception_id)
       select a.id, $1, $2, 78 from incident.atm a where a.agent_atm_id = 'R-5'`,
      [uuid(5), iso(-600)],
    )
    const [outcome] = await test.store(replayOf('R-5', first, 0, uuid(5)))
    expect(await keysOf('R-5')).toEqual([
      { event_id: uuid(5), received_at: iso(-600), stored_id: null, exception_id: 78 },
      { event_id: uuid(5), received_at: iso(0), stored_id: idOf(outcome), exception_id: null },
      { event_id: uuid(6), received_at: iso(1), stored_id: null, exception_id: expect.any(Number) },
    ])
    expect(await keysOf('R-6')).toEqual([
      { event_id: uuid(5), received_at: iso(0), stored_id: null, exception_id: other },
    ])
    expect(await exceptionsOf('R-6')).toEqual([{ id: other, replayed_at: null }])
  })
})
