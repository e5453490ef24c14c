import { describe, expect, it } from 'vitest'
import { createHub, KEEP_ALIVE_TURNS } from './hub.ts'
import { createListener, type StreamWriter } from './listener.ts'
import { ALL_TOPICS, SOURCES } from './topics.rules.ts'

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
})

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
