import { describe, expect, it } from 'vitest'
import { exceptionOf } from '../exceptions/exceptions.rules.ts'
import type { ExceptionRow } from '../exceptions/exceptions.store.ts'
import { atmState } from '../ingest/fold.testing.ts'
import { replayedSignal } from '../ingest/replay.rules.ts'
import { indexEventTypes } from '../model/event-types.rules.ts'
import type { EventSignal } from '../model/ingest.types.ts'
import { eventOf, storedEventOf } from './events.rules.ts'
import type { EventRow } from './events.store.ts'

const OCCURRED = Date.parse('2026-11-20T12:00:00Z')
const RECEIVED = Date.parse('2026-11-20T12:00:05Z')
const CASH = { id: 5, eventType: 'CASH_LOW', category: 'CASH', group: null }

const read = {
  eventId: '7f0c1d52-0a4e-4f0e-9b54-0d1b7b1f6a10',
  component: 'CDM',
  cassetteNo: '2',
  errorCode: 'E1',
  message: 'low',
  details: { left: 7 },
}
/** What a reading does not say. */
const UNSAID = {
  ...{ type: null, currency: null, denomination: null, status: null },
  ...{ initialCount: null, currentCount: null, rejectedCount: null, capacity: null },
}
const shown = {
  ...read,
  id: 9,
  institutionKey: 'ACME',
  atmId: 3,
  deviceId: 3,
  agentAtmId: 'A-3',
  eventType: 'CASH_LOW',
  category: 'CASH',
  eventTime: '2026-11-20T14:00:00',
  eventTimeDefaulted: true,
  occurredAt: '2026-11-20T12:00:00.000Z',
  receivedAt: '2026-11-20T12:00:05.000Z',
  cassettes: [{ ...UNSAID, cassetteNo: '2' }],
  incidentId: 11,
}
const row: EventRow = {
  ...read,
  id: 9,
  institutionKey: 'ACME',
  atmId: 3,
  agentAtmId: 'A-3',
  typeId: 5,
  eventTime: '2026-11-20T14:00:00',
  eventTimeDefaulted: true,
  occurredAt: OCCURRED,
  receivedAt: RECEIVED,
  cassettes: [{ cassetteNo: '2' }],
  incidentId: 11,
}

describe('an event', () => {
  it('is shown with the name and the category of its type', () => {
    expect(eventOf(row, indexEventTypes([CASH]))).toEqual(shown)
    expect(eventOf(row, indexEventTypes([]))).toEqual({ ...shown, eventType: 'UNKNOWN', category: 'OTHER' })
  })

  it('is shown with what its agent said of cassettes, by the fields that a reading has', () => {
    const sent = { cassetteNo: 3, currency: 'EUR', denomination: 0.5, currentCount: 0, status: 'ok', door: 'open' }
    expect(eventOf({ ...row, cassettes: [sent] }, indexEventTypes([CASH])).cassettes).toEqual([
      { ...UNSAID, cassetteNo: '3', currency: 'EUR', denomination: 0.5, currentCount: 0, status: 'ok' },
    ])
    expect(eventOf({ ...row, cassettes: null }, indexEventTypes([CASH])).cassettes).toBeNull()
  })

  it('is shown when it is stored as it is read later on', () => {
    const signal: EventSignal = {
      ...read,
      kind: 'event',
      agentAtmId: 'sent',
      institutionKey: 'SENT',
      receivedAt: RECEIVED,
      type: CASH,
      sentTime: null,
      cassettesSent: [{ cassetteNo: '2' }],
      cassettes: [],
    }
    const time = { eventTime: '2026-11-20T14:00:00', defaulted: true, occurredAt: OCCURRED }
    const atm = atmState({ id: 3, agentAtmId: 'A-3', institutionKey: 'ACME' })
    expect(storedEventOf({ id: 9, atm, signal, time, incidentId: 11 })).toEqual(shown)
  })
})

describe('an event exception', () => {
  const exception: ExceptionRow = {
    id: 4,
    receivedAt: new Date(RECEIVED),
    institutionKey: 'ACME',
    atmId: 3,
    agentAtmId: 'A-3',
    eventType: 'CASH_LOW',
    eventId: read.eventId,
    body: { message: 'low' },
    replayedAt: null,
  }

  it('is shown with its body', () => {
    expect(exceptionOf(exception)).toEqual({ ...exception, deviceId: 3 })
  })

  it('is replayed as it would have been at its arrival, of no institution but the ATM’s', () => {
    expect(replayedSignal(exception, CASH)).toEqual({
      kind: 'event',
      type: CASH,
      agentAtmId: 'A-3',
      institutionKey: null,
      receivedAt: RECEIVED,
      eventId: read.eventId,
      replay: { exceptionId: 4, institutionKey: 'ACME' },
      sentTime: undefined,
      component: null,
      cassetteNo: null,
      errorCode: null,
      message: 'low',
      details: null,
      cassettesSent: null,
      cassettes: [],
    })
  })

  it('is not replayed where its body says what no event can', () => {
    expect(replayedSignal({ ...exception, body: { message: 7 } }, CASH)).toBeNull()
  })
})
