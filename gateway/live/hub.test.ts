import { describe, expect, it } from 'vitest'
import { createHub, KEEP_ALIVE_TURNS } from './hub.ts'
import { createListener, type StreamWriter } from './listener.ts'
import { ALL_TOPICS } from './topics.rules.ts'

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
})
