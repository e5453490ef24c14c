import { describe, expect, it } from 'vitest'
import { createIngestQueue, type Waiting } from './queue.rules.ts'

const NOW = 1_000_000

const signalOf = (institutionKey: string | null, n: number, receivedAt = NOW): Waiting => ({
  signal: { kind: 'heartbeat', agentAtmId: `${institutionKey}-${n}`, institutionKey, receivedAt },
  tries: 0,
  repeats: [],
  resolve() {},
  reject() {},
})
const fromAtm = (institutionKey: string, agentAtmId: string): Waiting => ({
  ...signalOf(institutionKey, 0),
  signal: { kind: 'heartbeat', agentAtmId, institutionKey, receivedAt: NOW },
})
const exceptionOf = (eventId: string): Waiting => ({
  ...signalOf('A', 0),
  signal: {
    ...{ kind: 'exception', agentAtmId: 'A-0', institutionKey: 'A', receivedAt: NOW },
    ...{ eventType: 'WHAT', eventId, body: {} },
  },
  repeats: [],
})
const fill = (queue: ReturnType<typeof createIngestQueue>, institution: string, count: number, receivedAt = NOW) =>
  Array.from({ length: count }, (_, n) => queue.offer(signalOf(institution, n, receivedAt))).filter((taken) => taken)
    .length
const namesOf = (batch: readonly Waiting[]) => batch.map(({ signal }) => signal.agentAtmId)
const countOf = (batch: readonly Waiting[], institution: string) =>
  batch.filter(({ signal }) => signal.institutionKey === institution).length

describe('the queue of ingest', () => {
  it('gives one institution whole batches, in the order in which they came', () => {
    const queue = createIngestQueue(10_000)
    fill(queue, 'A', 700)
    expect(namesOf(queue.take(500, NOW))).toEqual(Array.from({ length: 500 }, (_, n) => `A-${n}`))
    expect(namesOf(queue.take(500, NOW))).toEqual(Array.from({ length: 200 }, (_, n) => `A-${500 + n}`))
    expect(queue.size()).toBe(0)
  })

  it('takes what comes along with the next batch, and keeps that batch short', () => {
    const queue = createIngestQueue(100_000)
    fill(queue, 'FLOOD', 2_000)
    fill(queue, 'CALM', 1)
    const batch = queue.take(500, NOW)
    expect(countOf(batch, 'CALM')).toBe(1)
    expect(batch).toHaveLength(101)
    // It stays short while the other one may come again, and no longer.
    expect(queue.take(500, NOW + 900)).toHaveLength(100)
    expect(queue.take(500, NOW + 1_100)).toHaveLength(500)
  })

  it('gives a large institution its whole share of a batch, however many others have one signal each', () => {
    const queue = createIngestQueue(100_000)
    for (let n = 0; n < 200; n += 1) fill(queue, `I${n}`, 1)
    fill(queue, 'LARGE', 300)
    const batch = queue.take(500, NOW)
    expect(countOf(batch, 'LARGE')).toBe(100)
    expect(batch).toHaveLength(300)
  })

  it('lets institutions take turns at the room that the shares of all leave in a batch', () => {
    const queue = createIngestQueue(100_000)
    for (const name of ['A', 'B', 'C', 'D']) fill(queue, name, 200)
    fill(queue, 'CALM', 1)
    const batches = [queue.take(250, NOW), queue.take(250, NOW)]
    const sums = ['A', 'B', 'C', 'D'].map((name) => countOf(batches.flat(), name))
    expect(batches.map(({ length }) => length)).toEqual([250, 250])
    expect(Math.max(...sums) - Math.min(...sums)).toBeLessThanOrEqual(50)
  })

  it('fills its batches when much waits: those with few go along at once, the others one after the other', () => {
    const queue = createIngestQueue(100_000)
    fill(queue, 'FLOOD', 20_000)
    fill(queue, 'OTHER', 2_000)
    fill(queue, 'CALM', 3)
    const batches = Array.from({ length: 3 }, () => queue.take(500, NOW))
    expect(batches.map((batch) => ['FLOOD', 'OTHER', 'CALM'].map((name) => countOf(batch, name)))).toEqual([
      [497, 0, 3],
      [0, 500, 0],
      [500, 0, 0],
    ])
  })

  it('leaves half of a full batch to those who have much waiting, however many have few', () => {
    const queue = createIngestQueue(1_000_000)
    fill(queue, 'FLOOD', 20_000)
    for (let n = 0; n < 30; n += 1) fill(queue, `I${n}`, 20)
    const [first, second] = [queue.take(500, NOW), queue.take(500, NOW)]
    expect([first, second].map((batch) => countOf(batch, 'FLOOD'))).toEqual([250, 250])
    const both = [...first, ...second]
    expect(new Set(namesOf(both)).size).toBe(1_000)
    for (let n = 0; n < 30; n += 1) expect(countOf(both, `I${n}`)).toBeGreaterThan(10)
  })

  it('lets more institutions than a batch has places for take turns', () => {
    const queue = createIngestQueue(100_000)
    for (let n = 0; n < 30; n += 1) fill(queue, `I${n}`, 5)
    const batches = Array.from({ length: 15 }, () => queue.take(10, NOW))
    const first = namesOf(batches.slice(0, 3).flat())
    expect(first).toEqual(Array.from({ length: 30 }, (_, n) => `I${n}-0`))
    expect(queue.size()).toBe(0)
  })

  it('has room for another institution however many flood it, and never for more than it holds', () => {
    const queue = createIngestQueue(1_000)
    expect(fill(queue, 'A', 5_000)).toBe(500)
    expect(fill(queue, 'B', 5_000)).toBe(250)
    expect(fill(queue, 'C', 5_000)).toBe(125)
    expect(fill(queue, 'D', 10)).toBe(10)
    expect(queue.size()).toBeLessThanOrEqual(1_000)
    expect(queue.clear()).toHaveLength(queue.size() + 885)
    expect(fill(queue, 'A', 5_000)).toBe(500)
  })

  it('has room for another ATM of an institution however many events one of them sends', () => {
    const queue = createIngestQueue(1_000)
    const mad = Array.from({ length: 600 }, () => queue.offer(signalOf('A', 0))).filter((taken) => taken).length
    expect(mad).toBe(250)
    expect(queue.offer(signalOf('A', 1))).toBe(true)
    for (let left = queue.size(); left > 0; left = queue.size()) queue.take(100, NOW)
    expect(fill(queue, 'A', 1_000)).toBe(500)
  })

  it('takes nothing of a held ATM, and puts it before all others of its institution afterwards', () => {
    const queue = createIngestQueue(100)
    fill(queue, 'A', 3)
    queue.hold(queue.take(1, NOW))
    fill(queue, 'B', 1)
    expect(queue.offer(signalOf('A', 0))).toBe(true)
    expect([queue.size(), queue.waiting().all]).toEqual([5, 3])
    expect(namesOf(queue.take(1, NOW))).toEqual(['A-1'])
    queue.release(new Set(['A-0']))
    expect(namesOf(queue.take(5, NOW))).toEqual(['B-0', 'A-0', 'A-0', 'A-2'])
    expect([queue.size(), queue.waiting().all]).toEqual([0, 0])
  })

  it('keeps the order of a held ATM: what was taken, what waited and what comes, of each institution', () => {
    const queue = createIngestQueue(100)
    const sent: string[] = []
    const offer = (name: string, institution: string) =>
      queue.offer({
        ...signalOf(institution, 0),
        signal: { ...signalOf(institution, 0).signal, agentAtmId: 'X' },
        resolve: () => sent.push(name),
      })
    for (const [n, institution] of ['A', 'A', 'B', 'A'].entries()) offer(`${institution}${n}`, institution)
    const taken = queue.take(1, NOW)
    queue.hold([...taken, ...queue.takeOf(new Set(['X']))])
    offer('A4', 'A')
    expect(queue.take(9, NOW)).toEqual([])
    queue.release(new Set(['X']))
    for (let n = 0; queue.size() > 0 && n < 9; n += 1)
      for (const { resolve } of queue.take(9, NOW)) resolve({ kind: 'foreign' })
    expect(sent.filter((name) => name.startsWith('A'))).toEqual(['A0', 'A1', 'A3', 'A4'])
    expect(sent.toSorted()).toEqual(['A0', 'A1', 'A3', 'A4', 'B2'])
  })

  it('keeps the room of what is held, and clears it with the others', () => {
    const queue = createIngestQueue(16)
    const mad = () => queue.offer(signalOf('A', 0))
    mad()
    queue.hold(queue.take(1, NOW))
    for (let n = 0; n < 20; n += 1) mad()
    expect(queue.size()).toBe(4)
    expect(queue.clear()).toHaveLength(4)
    expect(queue.size()).toBe(0)
    mad()
    expect(namesOf(queue.take(1, NOW))).toEqual(['A-0'])
  })

  it('keeps its batches short no longer than a second after the clock was set back by a day', () => {
    const queue = createIngestQueue(100_000)
    fill(queue, 'CALM', 1)
    const dayBefore = NOW - 86_400_000
    fill(queue, 'FLOOD', 2_000, dayBefore)
    expect(queue.take(500, dayBefore)).toHaveLength(500)
  })

  it('knows how many of those that wait are no heartbeats', () => {
    const queue = createIngestQueue(100)
    fill(queue, 'A', 3)
    for (const eventId of ['one', 'other', 'other']) queue.offer(exceptionOf(eventId))
    expect(queue.waiting()).toEqual({ all: 6, events: 3 })
    const batch = queue.take(5, NOW)
    expect(queue.waiting()).toEqual({ all: 1, events: 1 })
    queue.hold(batch)
    expect(queue.waiting()).toEqual({ all: 1, events: 1 })
    queue.release(new Set(batch.map(({ signal }) => signal.agentAtmId)))
    expect(queue.waiting()).toEqual({ all: 6, events: 3 })
    queue.clear()
    expect(queue.waiting()).toEqual({ all: 0, events: 0 })
  })

  it('answers every repeat of an event once, also of copies that were put back and meet again', () => {
    const queue = createIngestQueue(100)
    const sent: string[] = []
    const copyOf = (name: string): Waiting => ({ ...exceptionOf('same'), resolve: () => sent.push(name) })
    const takeOne = (): Waiting => {
      const [taken, ...others] = queue.take(10, NOW)
      if (taken === undefined || others.length > 0) throw new Error('not one was taken')
      return taken
    }
    for (const name of ['first', 'second']) queue.offer(copyOf(name))
    const before = takeOne()
    queue.offer(copyOf('third'))
    const after = takeOne()
    // Its ATM was locked both times.
    queue.hold([before, after])
    queue.release(new Set(['A-0']))
    expect(queue.waiting()).toEqual({ all: 3, events: 3 })
    const { repeats, ...only } = takeOne()
    for (const { resolve } of [only, ...repeats]) resolve({ kind: 'foreign' })
    expect(sent.toSorted()).toEqual(['first', 'second', 'third'])
    expect(queue.waiting()).toEqual({ all: 0, events: 0 })
  })
})

describe('an ATM that several institutions name', () => {
  /** Whose signal of the ATM is in the next batch. */
  const takeTurn = (queue: ReturnType<typeof createIngestQueue>): string => {
    const named = queue.take(500, NOW).filter(({ signal }) => signal.agentAtmId === 'SAME')
    return [...new Set(named.map(({ signal }) => signal.institutionKey))].join()
  }

  it.each([
    ['two', ['C', 'V']],
    ['three', ['C', 'V', 'W']],
  ])('is of each of %s of them in turn, while all of them go on', (_, names) => {
    const queue = createIngestQueue(100_000)
    const turns = Array.from({ length: 12 }, () => {
      for (const name of names) {
        queue.offer(fromAtm(name, 'SAME'))
        fill(queue, name, 99)
      }
      return takeTurn(queue)
    })
    expect(turns).toEqual(turns.map((_name, n) => names[n % names.length]))
  })

  it('is of the one with much waiting after it was passed over, though those with few go first', () => {
    const queue = createIngestQueue(100_000)
    queue.offer(fromAtm('V', 'SAME'))
    fill(queue, 'V', 12_000)
    const turns = Array.from({ length: 10 }, () => {
      queue.offer(fromAtm('C', 'SAME'))
      return takeTurn(queue)
    })
    expect(turns.slice(0, 3)).toEqual(['C', 'V', 'C'])
  })

  it('gives no one a larger part of the batches than others have', () => {
    const queue = createIngestQueue(1_000_000)
    fill(queue, 'FLOOD', 20_000)
    const sums = { FLOOD: 0, CALM: 0, MAD: 0 }
    for (let n = 0; n < 20; n += 1) {
      for (const name of ['OWNER', 'MAD']) queue.offer(fromAtm(name, 'SAME'))
      fill(queue, 'MAD', 1_000)
      fill(queue, 'CALM', 20)
      const batch = queue.take(500, NOW)
      sums.FLOOD += countOf(batch, 'FLOOD')
      sums.CALM += countOf(batch, 'CALM')
      sums.MAD += countOf(batch, 'MAD')
    }
    expect(sums.CALM).toBe(400)
    expect(sums.FLOOD).toBeGreaterThan(3_500)
    expect(sums.MAD).toBeLessThan(5_500)
  })
})
