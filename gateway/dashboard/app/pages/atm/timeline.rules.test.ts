import { describe, expect, it } from 'vitest'
import { countOfGroup, type Event, entriesOf, typesOf } from './timeline.rules.ts'

const event = (id: number, occurredAt: string): Event => ({
  id,
  eventType: 'CARD_READER_FAIL',
  category: 'HARDWARE',
  eventTime: occurredAt.slice(0, 19),
  eventTimeDefaulted: false,
  occurredAt,
  receivedAt: occurredAt,
  component: null,
  cassetteNo: null,
  errorCode: null,
  message: null,
  details: null,
  incidentId: null,
})
const dayOf = (at: string) => at.slice(0, 10)

describe('the timeline', () => {
  it('has a head for each day, and a gap where nothing came for two hours', () => {
    const events = [
      event(4, '2026-11-20T08:00:00Z'),
      event(3, '2026-11-20T07:00:00Z'),
      event(2, '2026-11-20T05:00:00Z'),
      event(1, '2026-11-19T20:00:00Z'),
    ]
    expect(entriesOf(events, dayOf).map(({ kind, key }) => `${kind}: ${key}`)).toEqual([
      'day: day 2026-11-20',
      'event: 4',
      'event: 3',
      'gap: gap 2',
      'event: 2',
      'gap: gap 1',
      'day: day 2026-11-19',
      'event: 1',
    ])
  })

  it('has no entries without events', () => expect(entriesOf([], dayOf)).toEqual([]))
})

describe('the filter', () => {
  const types = [
    { eventType: 'CARD_READER_FAIL', group: 'Card reader' },
    { eventType: 'APPLICATION_ERROR_CARD', group: 'Card reader' },
    { eventType: 'POWER_OFF', group: 'Power and network' },
    { eventType: 'SKIMMER_DETECTED', group: null },
  ]

  it('is an allowlist of the types of the groups: a type outside of them is never in it', () => {
    expect(typesOf(types, ['Card reader'])).toEqual(['CARD_READER_FAIL', 'APPLICATION_ERROR_CARD'])
    expect(typesOf(types, ['Card reader', 'Power and network'])).not.toContain('SKIMMER_DETECTED')
  })

  it('counts the events of a group', () => {
    const counts = [
      { eventType: 'CARD_READER_FAIL', eventCount: 3 },
      { eventType: 'APPLICATION_ERROR_CARD', eventCount: 2 },
      { eventType: 'SKIMMER_DETECTED', eventCount: 9 },
    ]
    expect(countOfGroup(types, counts, 'Card reader')).toBe(5)
    expect(countOfGroup(types, counts, 'Power and network')).toBe(0)
  })
})
