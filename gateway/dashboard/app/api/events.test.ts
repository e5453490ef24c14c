import { describe, expect, it } from 'vitest'
import { createEventReader, type StreamEvent } from './events.ts'

const read = (...chunks: string[]): readonly StreamEvent[] => {
  const events: StreamEvent[] = []
  const reader = createEventReader((event) => events.push(event))
  for (const chunk of chunks) reader(chunk)
  return events
}

describe('the stream of events', () => {
  it('is read whole, however it was cut', () => {
    const text = 'event: incidents\nid: 7\ndata: {"id":1}\n\nevent: gaps\nid: 8\ndata: {}\n\n'
    const events = [
      { name: 'incidents', data: '{"id":1}', id: '7' },
      { name: 'gaps', data: '{}', id: '8' },
    ]
    expect(read(text)).toEqual(events)
    expect(read(...text)).toEqual(events)
    expect(read(text.replaceAll('\n', '\r\n'))).toEqual(events)
  })

  it('moves on by blocks without data, and stays open by comments', () => {
    expect(read(': beat\nid: 9\n\n')).toEqual([{ name: '', data: '', id: '9' }])
    expect(read('event: incidents\ndata: a\ndata: b\n\n')).toEqual([{ name: 'incidents', data: 'a\nb', id: null }])
    expect(read('event: incidents\ndata: a\n')).toEqual([])
  })
})
