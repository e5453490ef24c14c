import { beforeEach, describe, expect, it } from 'vitest'
import { beat, connectionToNowhere } from '../testing/writer.testing.ts'
import { type Committed, CommitUnknownError, type Writer } from './batch-writer.ts'
import { ConnectionLostError, type LaneConnection } from './connection.ts'
import { createLaneStore, type LaneStore, unavailable } from './lane-store.ts'

const COMMITTED: Committed = { outcomes: [], atms: [], stateChanges: [], hasMessages: false }
const NOW = Date.parse('2026-11-20T12:00:00Z')
const UNAVAILABLE = { code: 'UNAVAILABLE', retryAfterSeconds: 1 }

const faultOf = (code: string) => Object.assign(new Error(`fault ${code}`), { code })

/** Connections that are numbered, and what is done with them and the store. */
let log: string[]
let now: number
let connecting: Error | null
let closing: Error | null
/** What a statement fails with. */
let asking: Error | null
let write: (connection: LaneConnection) => Promise<Committed>
/** What the server says of a transaction, one answer after the other; the last one repeats. */
let statuses: (string | null)[]
let opened: { lose(): void }[]
let store: LaneStore

const open = (): LaneConnection => {
  let isOpen = true
  opened.push({
    lose: () => {
      isOpen = false
    },
  })
  const number = opened.length
  return connectionToNowhere({
    async run(name, text, values) {
      log.push(`${number}: ${name} ${text} ${values.join()}`)
      if (asking !== null) throw asking
      const status = statuses.length > 1 ? statuses.shift() : statuses[0]
      const rows: never[] = []
      if (status !== undefined) Object.assign(rows, [{ status }])
      return rows
    },
    isOpen: () => isOpen,
    async close() {
      log.push(`${number}: closed`)
      isOpen = false
      if (closing !== null) throw closing
    },
  })
}

beforeEach(() => {
  log = []
  now = NOW
  connecting = null
  closing = null
  asking = null
  write = async () => COMMITTED
  statuses = []
  opened = []
  const writer: Writer = (connection) => write(connection)
  store = createLaneStore({
    async connect() {
      if (connecting !== null) throw connecting
      const connection = open()
      log.push(`${opened.length}: opened`)
      return connection
    },
    write: writer,
    now: () => new Date(now),
    async pause(attempt) {
      log.push(`pause ${attempt}`)
      if (log.length > 200) throw new Error('it pauses without end')
    },
    health: {
      failed: (error) => log.push(`failed: ${error instanceof Error ? error.message : error}`),
      succeeded: () => log.push('succeeded'),
    },
  })
})

describe('the connection', () => {
  it('is made by the first batch and kept for the next ones', async () => {
    expect([store.isUp(), store.isResting(), log]).toEqual([true, false, []])
    expect(await store.attempt([])).toBe(COMMITTED)
    expect(await store.attempt([])).toBe(COMMITTED)
    expect(log).toEqual(['1: opened', 'succeeded', 'succeeded'])
  })

  it('is made anew once it is lost, and the batch that lost it may be tried again', async () => {
    await store.attempt([])
    opened[0]?.lose()
    await store.attempt([])
    write = async () => {
      opened[1]?.lose()
      throw new ConnectionLostError('lost')
    }
    expect(await store.attempt([])).toBeNull()
    write = async () => COMMITTED
    await store.attempt([])
    expect(log).toEqual(['1: opened', 'succeeded', '2: opened', 'succeeded', '2: closed', '3: opened', 'succeeded'])
  })

  it('rests for 250 ms after it could not be made', async () => {
    connecting = new Error('refused')
    await expect(store.attempt([])).rejects.toMatchObject({ ...UNAVAILABLE, cause: connecting })
    expect(log).toEqual(['failed: refused'])
    expect(store.isUp()).toBe(false)
    const restsAt = (ms: number) => {
      now = NOW + ms
      return store.isResting()
    }
    // Where the clock is set back it does not rest longer.
    expect([0, 1, 249, 250, 251, -1].map(restsAt)).toEqual([true, true, true, false, false, false])
    now = NOW + 10
    connecting = null
    await store.attempt([])
    expect([store.isUp(), store.isResting()]).toEqual([true, false])
  })

  it('is closed with the store, whatever comes of it', async () => {
    await store.close()
    expect(log).toEqual([])
    await store.attempt([])
    closing = new Error('gone')
    await store.close()
    await store.close()
    expect(log).toEqual(['1: opened', 'succeeded', '1: closed'])
    await store.attempt([])
    expect(log.slice(3)).toEqual(['2: opened', 'succeeded'])
  })
})

describe('the locked ATMs of signals', () => {
  it('are asked for on the connection that is there, which names each ATM once; none is made for that', async () => {
    const signals = [beat('A', 0), beat('B', 0), beat('A', 1)]
    expect(await store.findLocked(signals, 'atms')).toEqual(new Set())
    expect(opened).toHaveLength(0)
    await store.attempt([])
    await store.findLocked(signals, 'atms')
    expect(log.filter((line) => line.includes('find-locked-atms'))).toEqual([expect.stringMatching(/ {"A","B"}$/)])
    opened[0]?.lose()
    expect(await store.findLocked(signals, 'atms')).toEqual(new Set())
    expect(opened).toHaveLength(1)
  })

  it('are none where the store does not say', async () => {
    await store.attempt([])
    asking = faultOf('55P03')
    expect(await store.findLocked([beat('A', 0)], 'atms')).toEqual(new Set())
  })
})

describe('a batch that the server refused', () => {
  it('is given back with its error, and the connection stays', async () => {
    for (const code of ['22003', '55P03', '42P01']) {
      const fault = faultOf(code)
      write = () => Promise.reject(fault)
      await expect(store.attempt([])).rejects.toBe(fault)
    }
    expect(log).toEqual(['1: opened'])
  })

  it('is tried again on a new connection where this one stored others before, and then given back', async () => {
    await store.attempt([])
    const fault = faultOf('42P01')
    write = () => Promise.reject(fault)
    expect(await store.attempt([])).toBeNull()
    await expect(store.attempt([])).rejects.toBe(fault)
    expect(log).toEqual(['1: opened', 'succeeded', '1: closed', '2: opened'])
  })

  it('is refused where the store cannot serve, and the store counts as one that does not', async () => {
    await store.attempt([])
    const fault = faultOf('53100')
    write = () => Promise.reject(fault)
    await expect(store.attempt([])).rejects.toMatchObject({ ...UNAVAILABLE, cause: fault })
    write = () => Promise.reject(faultOf('22003'))
    await expect(store.attempt([])).rejects.toThrow('fault 22003')
    expect(log).toEqual(['1: opened', 'succeeded', 'failed: fault 53100'])
  })
})

describe('a batch whose connection was lost in its commit', () => {
  const lost = new CommitUnknownError('4711', COMMITTED, new ConnectionLostError('lost'))
  const ASKED = 'xact-status select pg_xact_status($1::text::xid8) as status 4711'

  beforeEach(() => {
    write = async () => {
      opened[0]?.lose()
      throw lost
    }
  })

  it.each([
    ['committed', COMMITTED],
    ['aborted', null],
  ])('is what a new connection says of its transaction: %s', async (status, outcome) => {
    statuses = [status]
    expect(await store.attempt([])).toBe(outcome)
    expect(log).toEqual(['1: opened', '1: closed', '2: opened', `2: ${ASKED}`])
  })

  it('is asked for until its transaction has ended', async () => {
    statuses = ['in progress', 'in progress', 'committed']
    expect(await store.attempt([])).toBe(COMMITTED)
    expect(log.slice(3)).toEqual([`2: ${ASKED}`, 'pause 1', `2: ${ASKED}`, 'pause 1', `2: ${ASKED}`])
  })

  it('is asked for 40 times and then refused', async () => {
    statuses = ['in progress']
    await expect(store.attempt([])).rejects.toMatchObject({ ...UNAVAILABLE, cause: lost })
    expect(log.filter((line) => line.endsWith(ASKED))).toHaveLength(40)
    expect(log.filter((line) => line === 'pause 1')).toHaveLength(40)
  })

  it('is refused where the server does not know its transaction any more', async () => {
    statuses = [null]
    await expect(store.attempt([])).rejects.toMatchObject({ ...UNAVAILABLE, cause: lost })
  })

  it('is refused where no new connection can be made', async () => {
    write = async () => {
      connecting = new Error('refused')
      throw lost
    }
    await expect(store.attempt([])).rejects.toMatchObject({ ...UNAVAILABLE, cause: lost })
    expect([log, store.isUp()]).toEqual([['1: opened', '1: closed', 'failed: refused'], false])
  })

  it('has an error that says which transaction it was', () => {
    expect(lost).toMatchObject({
      name: 'CommitUnknownError',
      message: 'the connection was lost while the batch was being committed',
      transaction: '4711',
      committed: COMMITTED,
      cause: { name: 'ConnectionLostError' },
    })
  })
})

it('a refusal says that the event is to be sent again in a second', () => {
  const cause = new Error('full')
  expect(unavailable(cause)).toMatchObject({
    ...UNAVAILABLE,
    message: 'Events cannot be stored right now; send the event again.',
    cause,
  })
})
