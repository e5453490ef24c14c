import { describe, expect, it } from 'vitest'
import { DAY_MS } from '../../kit/common/dates.ts'
import { streamEventSlices, streamEvents } from './event-stream.ts'
import type { EventCursor, EventRow } from './events.store.ts'

const NOW = new Date('2026-11-20T12:00:00Z')

type Stored = EventRow & { readonly at: string }

/** Events every `stepMs`, newest first. */
const eventsEvery = (count: number, stepMs: number): readonly Stored[] =>
  Array.from({ length: count }, (_, n) => {
    const occurredAt = NOW.getTime() - n * stepMs
    return {
      id: count - n,
      eventId: null,
      institutionKey: null,
      atmId: 1,
      agentAtmId: 'A',
      typeId: 1,
      eventTime: '',
      eventTimeDefaulted: false,
      occurredAt,
      receivedAt: occurredAt,
      component: null,
      cassetteNo: null,
      errorCode: null,
      message: null,
      details: null,
      cassettes: null,
      incidentId: null,
      at: new Date(occurredAt).toISOString(),
    }
  })

const isBefore = (event: Stored, { occurredAt, id }: EventCursor) =>
  event.at < occurredAt || (event.at === occurredAt && event.id < id)

const readerOf = (events: readonly Stored[]) => {
  const sizes: number[] = []
  const read = async (part: { floor: Date | null; before: EventCursor | null; limit: number }) => {
    const rows = events
      .filter(
        (event) =>
          (part.floor === null || event.occurredAt >= part.floor.getTime()) &&
          (part.before === null || isBefore(event, part.before)),
      )
      .slice(0, part.limit)
    sizes.push(rows.length)
    return rows
  }
  return { read, sizes }
}

const idsOf = async (events: AsyncIterable<EventRow>) => (await Array.fromAsync(events)).map(({ id }) => id)

describe('a list of events that is streamed', () => {
  it.each([
    ['none', 0, 1_000],
    ['few', 3, 60_000],
    ['many of one instant', 5_000, 0],
    ['more than one part', 6_001, 5_000],
    ['many that lie far apart', 40, 30 * 60_000],
  ])('holds each event once and in order: %s', async (_name, count, stepMs) => {
    const events = eventsEvery(count, stepMs)
    const from = new Date(NOW.getTime() - DAY_MS)
    const expected = events.map(({ id }) => id)
    expect(await idsOf(streamEvents(readerOf(events).read, from))).toEqual(expected)
    const { read, sizes } = readerOf(events)
    expect(await idsOf(streamEventSlices(read, from, NOW))).toEqual(expected)
    expect(Math.max(...sizes)).toBeLessThanOrEqual(2_000)
    expect(sizes.length).toBeLessThan(20)
  })

  it('ends with the window', async () => {
    const events = eventsEvery(100, 60_000)
    const from = new Date(NOW.getTime() - 10.5 * 60_000)
    expect(await idsOf(streamEventSlices(readerOf(events).read, from, NOW))).toHaveLength(11)
  })
})
