import { describe, expect, it } from 'vitest'
import { parseArray } from '../../../db/values.ts'
import type { Timed, TimedEvent } from '../model/ingest.types.ts'
import { connectionToNowhere, uuid } from '../testing/writer.testing.ts'
import { atmState, event, heartbeat, reading } from './fold.testing.ts'
import { readSupervisorVisits } from './read-history.ts'
import { type IdOf, readState } from './read-state.ts'

const MINUTE = 60_000
const DAY = 1_440 * MINUTE
const T = Date.parse('2026-11-20T12:00:00Z')

type Asked = Readonly<Record<string, readonly unknown[]>>

/** A connection that finds nothing, and what it was asked: the values of each statement, lists as lists. */
const asking = () => {
  const asked: Record<string, unknown[]> = {}
  const connection = connectionToNowhere({
    async run(name, _text, values) {
      asked[name] = values.map((value) =>
        typeof value === 'string' && value.startsWith('{') ? parseArray(value, (text) => text) : value,
      )
      return []
    },
  })
  return { asked, connection }
}
const IDS = new Map([
  ['A-1', 1],
  ['A-2', 2],
])
const knownId: IdOf = (agentAtmId) => IDS.get(agentAtmId) ?? null

/** What a batch asks the store for. */
const askedBy = async (...batch: readonly Timed[]): Promise<Asked> => {
  const { asked, connection } = asking()
  await readState(connection, batch, knownId)
  return asked
}
const isTimed = (timed: Timed): timed is TimedEvent => 'time' in timed
const keyed = (timed: Timed, eventId: string): Timed =>
  isTimed(timed) ? { ...timed, signal: { ...timed.signal, eventId } } : timed

/** The places of incidents of an ATM: each kind with its component. */
const places = (atmId: number, ...kinds: readonly (readonly [kind: string, component: string])[]) => [
  kinds.map(() => String(atmId)),
  kinds.map(([kind]) => kind),
  kinds.map(([, component]) => component),
]
const SERVICED = ['DISPENSER', 'ACCEPTOR', 'CARD_READER', 'PINPAD'].map((kind) => [kind, ''] as const)

describe('the incidents that a batch asks for', () => {
  it.each<[string, Timed, readonly (readonly [string, string])[]]>([
    ['a heartbeat', heartbeat(T), []],
    ['an event that opens nothing', event('WHAT', T), []],
    ['a fault', event('DISPENSER_JAM', T, { cassetteNo: '1' }), [['DISPENSER', '']]],
    ['a visit', event('SUPERVISOR_EXIT', T), SERVICED],
    ['a return to service', event('ATM_IN_SERVICE', T), [['OUT_OF_SERVICE', ''], ...SERVICED, ['SELF_TEST', '']]],
    [
      'an inventory',
      event('WHAT', T, { cassettes: [reading(1, { status: 'LOW' }), reading(1, { cassetteNo: '2', status: 'OK' })] }),
      [['CASH', '2']],
    ],
    ['a cassette', event('CASSETTE_LOW', T, { cassetteNo: '3' }), [['CASH', '3']]],
  ])('are those that %s may change', async (_what, timed, kinds) => {
    expect((await askedBy(timed))['read-incident-states']).toEqual(
      places(1, ['POWER', ''], ['UNREACHABLE', ''], ...kinds),
    )
  })

  it('are those of each ATM once, and of no ATM that is not registered', async () => {
    const asked = await askedBy(
      event('CARD_READER_FAIL', T),
      event('APPLICATION_ERROR_CARD', T),
      event('CARD_READER_FAIL', T, { agentAtmId: 'A-2' }),
      event('CARD_READER_FAIL', T, { agentAtmId: 'A-9', cassettes: [reading(1)] }),
    )
    expect(asked).toEqual({
      'read-incident-states': [
        ['1', '1', '1', '2', '2', '2'],
        ['POWER', 'UNREACHABLE', 'CARD_READER', 'POWER', 'UNREACHABLE', 'CARD_READER'],
        ['', '', '', '', '', ''],
      ],
    })
    const stranger = { agentAtmId: 'A-9', cassetteNo: '1', cassettes: [reading(1)] }
    const all = ['CASSETTE_LOW', 'POWER_OFF', 'APPLICATION_ERROR'].map((type) =>
      keyed(event(type, T, stranger), uuid(1)),
    )
    expect(await askedBy(...all)).toEqual({})
    expect(await askedBy()).toEqual({})
  })
})

describe('a batch asks', () => {
  it('for the eventIds it carries, with their places, as far back as 30 days before its newest event', async () => {
    const asked = await askedBy(
      keyed(event('WHAT', T - DAY), uuid(1)),
      event('WHAT', T),
      keyed(event('WHAT', T - DAY, { agentAtmId: 'A-2' }), uuid(2)),
      heartbeat(T - DAY),
    )
    expect(asked['read-keys']).toEqual([
      ['1', '2'],
      [uuid(1), uuid(2)],
      ['0', '2'],
      new Date(T - 30 * DAY).toISOString(),
    ])
  })

  it('for the cassettes that its events are about and that its inventories show', async () => {
    const asked = await askedBy(
      event('CASSETTE_LOW', T, { cassetteNo: '1' }),
      event('CASSETTE_EMPTY', T, { agentAtmId: 'A-2' }),
      event('DISPENSER_JAM', T, { cassetteNo: '7', cassettes: [reading(1), reading(2, { cassetteNo: '2' })] }),
      event('WHAT', T, { cassettes: [reading(3)] }),
    )
    expect(asked['read-ok']).toEqual([
      ['1', '2'],
      ['1', ''],
    ])
    expect(asked['read-cassettes']).toEqual([
      ['1', '1'],
      ['1', '2'],
    ])
  })

  it('for what occurred after its power failures', async () => {
    const asked = await askedBy(
      event('POWER_OFF', T, { typeId: 5 }),
      event('WHAT', T - DAY),
      event('POWER_OFF', T - MINUTE, { typeId: 5, agentAtmId: 'A-2' }),
    )
    expect(asked['read-alive']).toEqual([['1', '2'], [String(T), String(T - MINUTE)], 5, T - MINUTE])
  })

  it('for what may count towards its thresholds, each type of an ATM once', async () => {
    const asked = await askedBy(
      event('APPLICATION_ERROR', T, { typeId: 20 }),
      event('APPLICATION_ERROR', T - 20 * MINUTE, { typeId: 20 }),
      event('APPLICATION_ERROR', T - 5 * MINUTE, { typeId: 20 }),
      event('AGENT_LOG_ERROR', T, { typeId: 22 }),
      event('CARD_READER_FAIL', T - DAY, { typeId: 2 }),
      event('APPLICATION_ERROR', T + MINUTE, { typeId: 20, agentAtmId: 'A-2' }),
    )
    expect(asked['read-countable']).toEqual([
      ['1', '1', '2'],
      ['20', '22', '20'],
      [-30, -60, -9].map((minutes) => String(T + minutes * MINUTE)),
      [10, 60, 11].map((minutes) => String(T + minutes * MINUTE)),
      T - 60 * MINUTE,
    ])
  })

  it('for earlier visits only of ATMs of its own that return to service before a later one', async () => {
    const { asked, connection } = asking()
    const atm = (id: number, supervisorAt: number | null) => atmState({ id, agentAtmId: `A-${id}`, supervisorAt })
    const atms = new Map([atm(1, T), atm(2, null), atm(3, T)].map((one) => [one.agentAtmId, one]))
    const late = (agentAtmId: string, minutes: number, eventType = 'ATM_IN_SERVICE') =>
      event(eventType, T + minutes * MINUTE, { agentAtmId })
    const none = [late('A-1', 0), late('A-1', 1), late('A-2', -9), late('A-9', -9), late('A-1', -9, 'SUPERVISOR_EXIT')]
    const before1970 = late('A-2', -T / MINUTE - 1)
    expect(await readSupervisorVisits(connection, [...none, before1970, heartbeat(T - DAY)], atms, new Map())).toEqual(
      new Map(),
    )
    expect(asked).toEqual({})
    await readSupervisorVisits(connection, [late('A-1', -1), late('A-3', -2)], atms, new Map())
    expect(asked).toEqual({
      'read-visits': [['1', '3'], [String(T - MINUTE), String(T - 2 * MINUTE)], T - 2 * MINUTE - 30 * DAY],
    })
  })
})
