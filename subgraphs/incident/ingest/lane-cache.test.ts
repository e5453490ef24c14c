import { beforeEach, describe, expect, it } from 'vitest'
import { beat, connectionToNowhere } from '../testing/writer.testing.ts'
import { atmState } from './fold.testing.ts'
import { rememberByConnection } from './lane-cache.ts'
import type { LockedAtm } from './lock-atms.ts'

/** The statements that were run, and the rows that the server gives, one answer after the other. */
let ran: string[]
let answers: object[][]

beforeEach(() => {
  ran = []
  answers = []
})

const open = () =>
  connectionToNowhere({
    async run(name, text, values) {
      ran.push([name, text.trim().slice(0, 50), ...values].join(' | '))
      const rows: never[] = []
      return Object.assign(rows, answers.shift())
    },
  })
const locked = (agentAtmId: string, given: Partial<LockedAtm> = {}): LockedAtm => ({
  ...atmState({ agentAtmId, id: 7 }),
  registered: false,
  heardBefore: null,
  transaction: '1',
  ...given,
})

describe('numbers of events and exceptions', () => {
  it('come in blocks of 10,000, and a new one is asked for only where too few are left', async () => {
    const connection = open()
    const { eventIds, exceptionIds } = rememberByConnection()(connection)
    answers = [[{ block: 3 }], [{ block: 9 }], [{ block: 5 }]]
    await eventIds.ensure(connection, 1)
    expect([eventIds.take(), eventIds.take()]).toEqual([30_000, 30_001])
    await eventIds.ensure(connection, 9_998)
    await exceptionIds.ensure(connection, 500)
    expect([eventIds.take(), exceptionIds.take()]).toEqual([30_002, 90_000])
    expect(ran).toHaveLength(2)
    await eventIds.ensure(connection, 9_998)
    expect(eventIds.take()).toBe(50_000)
    expect(ran).toEqual([
      `event-block | select nextval('incident.event_block') as block`,
      `exception-block | select nextval('incident.exception_block') as bloc`,
      `event-block | select nextval('incident.event_block') as block`,
    ])
  })

  it('are missing where the sequence gives none', async () => {
    const connection = open()
    const { eventIds } = rememberByConnection()(connection)
    await expect(eventIds.ensure(connection, 1)).rejects.toThrow('incident.event_block gave no block')
  })
})

describe('what is remembered', () => {
  it('belongs to its connection', () => {
    const cacheOf = rememberByConnection()
    const [one, other] = [open(), open()]
    const known = cacheOf(one)
    expect(cacheOf(one)).toBe(known)
    expect(cacheOf(other)).not.toBe(known)
    expect(cacheOf(one)).not.toBe(known)
  })

  it('is looked up for ATMs that are met for the first time, and for no others', async () => {
    const connection = open()
    const { memory } = rememberByConnection()(connection)
    answers = [
      [{ agentAtmId: 'A', id: 1, timeZone: 'Africa/Addis_Ababa' }],
      [{ agentAtmId: 'C', id: 3, timeZone: null }],
    ]
    expect([memory.idOf('A'), memory.zoneOf('A')]).toEqual([null, null])
    expect(await memory.meet(connection, [beat('A', 0), beat('B', 0), beat('A', 1)])).toEqual(new Set(['B']))
    expect([memory.idOf('A'), memory.zoneOf('A'), memory.idOf('B'), memory.zoneOf('B')]).toEqual([
      1,
      'Africa/Addis_Ababa',
      null,
      null,
    ])
    expect(await memory.meet(connection, [beat('A', 2)])).toEqual(new Set())
    expect(ran.map((line) => line.split(' | ').at(-1))).toEqual(['{"A","B"}'])
    expect(await memory.meet(connection, [beat('C', 2), beat('A', 2)])).toEqual(new Set())
    expect(ran.map((line) => line.split(' | ').at(-1))).toEqual(['{"A","B"}', '{"C"}'])
    expect([memory.idOf('C'), memory.zoneOf('C')]).toEqual([3, null])
  })

  it('is surprised by an ATM with a past or another zone, not by one that is new or as it was', () => {
    const { memory } = rememberByConnection()(open())
    expect(memory.correct([locked('NEW', { registered: true })])).toBe(false)
    expect(memory.idOf('NEW')).toBe(7)
    expect(memory.correct([locked('NEW')])).toBe(false)
    expect(memory.correct([locked('OLD', { timeZone: 'UTC' })])).toBe(true)
    expect([memory.idOf('OLD'), memory.zoneOf('OLD')]).toEqual([7, 'UTC'])
    expect(memory.correct([locked('OLD', { timeZone: 'GMT' }), locked('NEW')])).toBe(true)
    expect(memory.zoneOf('OLD')).toBe('GMT')
    expect(memory.correct([locked('OLD', { timeZone: 'GMT' }), locked('NEW')])).toBe(false)
  })

  it('is forgotten when it would be of more than half a million ATMs', () => {
    const { memory } = rememberByConnection()(open())
    const one = locked('', { registered: true })
    const add = (agentAtmId: string) => memory.correct([Object.assign(one, { agentAtmId })])
    for (let n = 0; n < 500_000; n += 1) add(String(n))
    expect([memory.idOf('0'), memory.idOf('499999')]).toEqual([7, 7])
    add('one more')
    expect([memory.idOf('0'), memory.idOf('499999'), memory.idOf('one more')]).toEqual([null, null, 7])
  })
})
