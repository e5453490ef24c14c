import { describe, expect, it } from 'vitest'
import { createHub, type Hub, KEEP_ALIVE_TURNS } from './hub.ts'
import { createListener, createStreamWriter, type StreamWriter } from './listener.ts'
import { type Entry, type Position, parseEventId } from './position.rules.ts'
import type { PollResult } from './source.ts'
import { ALL_TOPICS, SOURCES, type SourceName, type Topic } from './topics.rules.ts'

const NOBODY = { unrestricted: false, institutions: [] }

/** A writer that counts what it is sent. */
const countingWriter = (): StreamWriter & { sent: number } => ({
  sent: 0,
  chunks: { [Symbol.asyncIterator]: () => ({ next: async () => ({ done: true, value: undefined }) }) },
  cut: new AbortController().signal,
  send() {
    this.sent += 1
  },
  end() {},
  isEnded: () => false,
  limitBytes: 1024 * 1024,
})

const cursorAt = (atMs: number, xmax: number) => ({
  epoch: 'e',
  atMs,
  snapshot: { xmin: xmax, xmax, running: new Set<number>() },
})
const AT_MS = 1_000_000_000_000
const BEFORE: Position = { base: cursorAt(AT_MS - 1_000, 1), within: null }
const MEBIBYTE = 1024 * 1024

/** Entries with so many characters each, and how often these were asked for. */
const entriesOf = (count: number, chars: number, institutionKey: string, topic: Topic = 'incidents') => {
  const text = JSON.stringify('x'.repeat(chars))
  const asked = { times: 0 }
  const entries = Array.from(
    { length: count },
    (_, place): Entry => ({
      topic,
      institutionKeys: [institutionKey],
      place,
      transaction: 5,
      get data() {
        asked.times += 1
        return text
      },
    }),
  )
  return { entries, asked }
}

/** A writer of which nothing is read before all was sent, and the events in it. */
const unreadWriter = () => {
  const writer = createStreamWriter(MEBIBYTE, () => {})
  const sent = async () => {
    writer.end()
    return Buffer.concat(await Array.fromAsync(writer.chunks)).toString()
  }
  const events = async () => {
    const text = await sent()
    return [...text.matchAll(/^event: (.*)\n(?:id: .*\n)?data: (.*)$/gm)].map(([, event, data]) => [event, data])
  }
  return { writer, sent, events }
}

const ACME = { unrestricted: false, institutions: ['ACME'] }
const listenerAt = (writer: StreamWriter, positions: ReadonlyMap<SourceName, Position>, topics: readonly Topic[]) =>
  createListener({ visibility: ACME, topics: new Set(topics) }, writer, Number.POSITIVE_INFINITY, positions)
const resetOf = (...topics: readonly Topic[]) => ['reset', JSON.stringify({ topics })]

/** A poll that finds one change, of the transaction of its time. */
const poll = (atMs: number, given: Partial<PollResult> = {}): PollResult => {
  const data = String(atMs - AT_MS)
  const transaction = atMs - AT_MS
  const entry: Entry = { topic: 'incidents', institutionKeys: ['ACME'], place: transaction, transaction, data }
  return { entries: [entry], next: cursorAt(atMs, transaction + 1), complete: true, ...given }
}
const INCOMPLETE = { entries: [], complete: false }

describe('the hub of live streams', () => {
  it('sends each listener one keep-alive in a round, and only a part of them at a time', () => {
    const hub = createHub(() => new Date(0))
    const writers = Array.from({ length: 30 }, countingWriter)
    const topics = new Set(ALL_TOPICS)
    for (const writer of writers)
      hub.enter(createListener({ visibility: NOBODY, topics }, writer, Number.POSITIVE_INFINITY, 'NEW'))
    for (const writer of writers) writer.sent = 0
    const sum = () => writers.reduce((total, { sent }) => total + sent, 0)
    const sentBy = Array.from({ length: KEEP_ALIVE_TURNS }, () => {
      const before = sum()
      hub.keepAlive()
      return sum() - before
    })
    expect(new Set(sentBy)).toEqual(new Set([writers.length / KEEP_ALIVE_TURNS]))
    expect(new Set(writers.map(({ sent }) => sent))).toEqual(new Set([1]))
  })

  it('tells a listener once where it is, when its sources have answered, and nothing while nothing changes', () => {
    const hub = createHub(() => new Date(0))
    const [writer, gone] = [countingWriter(), countingWriter()]
    const [listener, other] = [writer, gone].map((to) =>
      createListener({ visibility: NOBODY, topics: new Set(ALL_TOPICS) }, to, Number.POSITIVE_INFINITY, 'NEW'),
    )
    if (listener === undefined || other === undefined) throw new Error('there are two')
    for (const one of [listener, other]) hub.enter(one)
    hub.leave(other)
    const answer = (atMs: number) => {
      const next = { epoch: 'e', atMs, snapshot: { xmin: 1, xmax: 1, running: new Set<number>() } }
      for (const source of SOURCES) hub.apply(source, { entries: [], next, complete: true })
    }
    const before = [writer.sent, gone.sent]
    answer(1)
    answer(2)
    expect([writer.sent, gone.sent].map((sent, n) => sent - (before[n] ?? 0))).toEqual([1, 0])
  })
})

describe('a listener that resumes', () => {
  it('costs no text of changes that it may not see', async () => {
    const hub = createHub(() => new Date(0))
    const { entries, asked } = entriesOf(1_000, 10, 'BANK')
    hub.apply('incident', { entries, next: cursorAt(AT_MS, 9), complete: true })
    asked.times = 0
    const { writer, events } = unreadWriter()
    hub.enter(listenerAt(writer, new Map([['incident', BEFORE]]), ['incidents']))
    expect([asked.times, await events()]).toEqual([0, []])
  })

  it('costs no more text than it is sent, where that is too much', async () => {
    const hub = createHub(() => new Date(0))
    const { entries, asked } = entriesOf(100, MEBIBYTE / 10, 'ACME')
    hub.apply('incident', { entries, next: cursorAt(AT_MS, 9), complete: true })
    asked.times = 0
    const { writer, events } = unreadWriter()
    hub.enter(listenerAt(writer, new Map([['incident', BEFORE]]), ['incidents']))
    expect(await events()).toEqual([resetOf('incidents')])
    expect(asked.times).toBeLessThan(12)
  })

  it('has a reset of all topics where the changes of all sources together are too many', async () => {
    const hub = createHub(() => new Date(0))
    const topics = ['incidents', 'gaps', 'insights'] as const
    const incident = entriesOf(1, 0.7 * MEBIBYTE, 'ACME')
    const journal = entriesOf(1, 0.7 * MEBIBYTE, 'ACME', 'gaps')
    hub.apply('incident', { entries: incident.entries, next: cursorAt(AT_MS, 9), complete: true })
    hub.apply('journal', { entries: journal.entries, next: cursorAt(AT_MS, 9), complete: true })
    const { writer, events } = unreadWriter()
    const positions = new Map([
      ['incident', BEFORE],
      ['journal', BEFORE],
    ] as const)
    hub.enter(listenerAt(writer, positions, topics))
    expect([writer.cut.aborted, await events()]).toEqual([false, [resetOf(...topics)]])
  })

  it('has a reset where the text is longer in bytes than in characters', async () => {
    const hub = createHub(() => new Date(0))
    const data = JSON.stringify('é'.repeat(0.7 * MEBIBYTE))
    const entry: Entry = { topic: 'incidents', institutionKeys: ['ACME'], place: 1, transaction: 5, data }
    hub.apply('incident', { entries: [entry], next: cursorAt(AT_MS, 9), complete: true })
    const { writer, events } = unreadWriter()
    hub.enter(listenerAt(writer, new Map([['incident', BEFORE]]), ['incidents']))
    expect([writer.cut.aborted, await events()]).toEqual([false, [resetOf('incidents')]])
  })
})

describe('a listener whose position is ahead of the process', () => {
  /** The events that it is sent while the source is polled every second, each time with a change. */
  const eventsOf = async (position: Position, polls: number) => {
    const hub = createHub(() => new Date(0))
    const poll = (n: number) => {
      const entry = {
        topic: 'incidents',
        institutionKeys: ['ACME'],
        place: n,
        transaction: 10 + n,
        data: String(n),
      } as const
      hub.apply('incident', { entries: [entry], next: cursorAt(AT_MS + n * 1_000, 11 + n), complete: true })
    }
    poll(0)
    const { writer, events } = unreadWriter()
    hub.enter(listenerAt(writer, new Map([['incident', position]]), ['incidents']))
    for (let n = 1; n <= polls; n += 1) poll(n)
    return events()
  }
  const after = (...numbers: readonly number[]) => numbers.map((n) => ['incidents', String(n)])

  it('has the changes after it', async () => {
    const position = { base: cursorAt(AT_MS + 2_000, 13), within: null }
    expect(await eventsOf(position, 4)).toEqual(after(3, 4))
    const within = { next: cursorAt(AT_MS + 2_000, 13), upTo: 1 }
    expect(await eventsOf({ base: cursorAt(AT_MS, 11), within }, 4)).toEqual(after(2, 3, 4))
  })

  it.each([
    ['far ahead', { base: cursorAt(999_999_999_999_999, 9e15), within: null }],
    ['far ahead within a batch', { base: cursorAt(AT_MS, 11), within: { next: cursorAt(AT_MS * 2, 9e15), upTo: 1 } }],
  ])('has a reset at once where it is %s', async (_what, position) => {
    expect(await eventsOf(position, 2)).toEqual([resetOf('incidents'), ...after(1, 2)])
  })

  it.each([
    ['alone', { base: cursorAt(AT_MS, 9e15), within: null }],
    ['within a batch', { base: cursorAt(AT_MS, 11), within: { next: cursorAt(AT_MS, 9e15), upTo: 1 } }],
  ])('has a reset soon where no transaction can reach it: %s', async (_what, position) => {
    const events = await eventsOf(position, 13)
    expect([events[0], events.at(-1)]).toEqual([resetOf('incidents'), ['incidents', '13']])
  })
})

describe('a new listener that asks for the last seconds', () => {
  const listenerOf = (writer: StreamWriter, recentMs: number) =>
    createListener({ visibility: ACME, topics: new Set(['incidents']) }, writer, Infinity, 'NEW', recentMs)
  /** The events of a listener that enters after so many of these polls. */
  const eventsOf = async (polls: readonly PollResult[], after: number, recentMs: number) => {
    const hub = createHub(() => new Date(AT_MS))
    const { writer, events } = unreadWriter()
    for (const [n, result] of polls.entries()) {
      if (n === after) hub.enter(listenerOf(writer, recentMs))
      hub.apply('incident', result)
    }
    if (after === polls.length) hub.enter(listenerOf(writer, recentMs))
    return events()
  }
  const change = (n: number) => ['incidents', String(n)]

  it.each([
    ['has them of a process that begins to look', [poll(AT_MS + 1)], 0, 60_000, [change(1)]],
    ['has them of a process that looked before', [poll(AT_MS + 1), poll(AT_MS + 2)], 2, 60_000, [change(1), change(2)]],
    [
      'has a reset of a process whose first look is incomplete',
      [poll(AT_MS + 1, INCOMPLETE)],
      0,
      10_000,
      [resetOf('incidents')],
    ],
    [
      'has a reset so long after an incomplete look',
      [poll(AT_MS + 1), poll(AT_MS + 1_000, INCOMPLETE), poll(AT_MS + 10_999)],
      3,
      10_000,
      [resetOf('incidents')],
    ],
    [
      'has them later than that',
      [poll(AT_MS + 1), poll(AT_MS + 1_000, INCOMPLETE), poll(AT_MS + 11_000)],
      3,
      10_000,
      [change(11_000)],
    ],
    ['has no reset where it asks for none', [poll(AT_MS + 1, INCOMPLETE)], 0, 0, []],
  ])('%s', async (_what, polls, after, recentMs, events) => {
    expect(await eventsOf(polls, after, recentMs)).toEqual(events)
  })
})

describe('a reset that is put off', () => {
  /**
   * The last id of a listener that leaves while a reset is owed: two looks within ten seconds were incomplete, and of
   * the second its listeners are told ten seconds after the first.
   */
  const leavingBefore = async (topics: readonly Topic[]) => {
    let nowMs = AT_MS
    const hub = createHub(() => new Date(nowMs))
    const look = (afterMs: number, given: Partial<PollResult> = {}) => {
      nowMs = AT_MS + afterMs
      hub.apply('incident', poll(nowMs, given))
    }
    look(1)
    const { writer, sent } = unreadWriter()
    const position = { base: poll(nowMs).next, within: null }
    const leaving = listenerAt(writer, new Map([['incident', position]]), topics)
    hub.enter(leaving)
    look(1_000, INCOMPLETE)
    look(2_000, INCOMPLETE)
    look(3_000)
    hub.leave(leaving)
    const text = await sent()
    return { hub, look, text, lastId: [...text.matchAll(/^id: (.*)$/gm)].at(-1)?.[1] ?? '' }
  }
  /** The events of a listener that resumes. */
  const eventsAfter = async (hub: Hub, id: string, topics: readonly Topic[]) => {
    const { writer, events } = unreadWriter()
    hub.enter(listenerAt(writer, parseEventId(id) ?? new Map(), topics))
    return events()
  }

  it.each([[['incidents']], [['incidents', 'gaps']]] as const)(
    'reaches a listener of %j that was away when the others had it',
    async (topics) => {
      const { hub, look, text, lastId } = await leavingBefore(topics)
      expect([...text.matchAll(/^event: (.*)$/gm)].map(([, event]) => event)).toEqual(['reset', 'incidents'])
      look(12_000)
      look(13_000)
      expect(await eventsAfter(hub, lastId, topics)).toEqual([resetOf('incidents')])
    },
  )

  it('is no reset at a process that has the changes, which a listener then gets', async () => {
    const { lastId } = await leavingBefore(['incidents'])
    const other = createHub(() => new Date(AT_MS))
    for (const afterMs of [1, 1_500, 2_500]) other.apply('incident', poll(AT_MS + afterMs))
    const changes = [1_500, 2_500].map((n) => ['incidents', String(n)])
    expect(await eventsAfter(other, lastId, ['incidents'])).toEqual(changes)
  })

  it('is not sent again to those who had it', async () => {
    const { hub, look } = await leavingBefore(['incidents'])
    const { writer, sent } = unreadWriter()
    hub.enter(listenerAt(writer, new Map(), ['incidents']))
    look(12_000)
    look(13_000)
    const id = [...(await sent()).matchAll(/^id: (.*)$/gm)].at(-1)?.[1] ?? ''
    look(14_000)
    expect(await eventsAfter(hub, id, ['incidents'])).toEqual([['incidents', '14000']])
  })
})
