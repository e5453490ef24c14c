import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { buriedMessage, messageIdOf, readDeadLetter, sendableMessage } from './dead-letter.rules.ts'
import type { OutgoingMessage } from './events.ts'

const NOW = new Date('2026-11-20T12:00:00.000Z')
const messageOf = (chars: number): OutgoingMessage => ({
  topic: 't',
  key: 'k',
  envelope: {
    id: randomUUID(),
    type: 't',
    version: 1,
    occurredAt: '2026-11-20T11:00:00.000Z',
    institutionKey: 'ACME',
    traceparent: null,
    data: { text: 'ü'.repeat(chars) },
  },
})
const failure = { error: 'e', group: 'g', firstAttemptAt: NOW, lastAttemptAt: NOW, attempts: 5 }
const incoming = (sent: Parameters<typeof readDeadLetter>[0] | object) =>
  Object.assign({ position: 0, topic: '', key: '', envelope: null }, sent)

describe('a message that is too large to be sent', () => {
  test('is sent as its dead letter, without its data, and says so', () => {
    const message = messageOf(600)
    const sent = sendableMessage(message, 1_000, NOW)
    expect(sent).toMatchObject({
      topic: 't.dead-letter',
      key: 'k',
      id: message.envelope.id,
      envelope: { ...message.envelope, data: {} },
    })
    expect(readDeadLetter(incoming(sent))).toMatchObject({
      topic: 't',
      group: 'outbox',
      attempts: 1,
      error: expect.stringMatching(/^\d{4} bytes are more than a message may have, 1000; its data is left out$/),
    })
  })

  test('is known by its bytes; one that fits, or where there is no limit, is left as it is', () => {
    for (const [chars, limit] of [
      [600, 2_000],
      [600_000, undefined],
    ] as const) {
      const message = messageOf(chars)
      expect(sendableMessage(message, limit, NOW)).toBe(message)
    }
  })

  test('loses its data in the dead letter too, and everything where it is no envelope', () => {
    const { envelope, ...rest } = messageOf(600)
    expect(buriedMessage({ ...rest, envelope }, failure, 'x', 1_000).envelope).toEqual({ ...envelope, data: {} })
    expect(buriedMessage({ ...rest, envelope: 'x'.repeat(1_000) }, failure, 'x', 1_000).envelope).toBeNull()
    expect(buriedMessage({ ...rest, envelope: [1, 2] }, failure, 'x', 1_000).envelope).toEqual([1, 2])
  })
})

describe('what is in a topic of dead letters', () => {
  test('is read again as it was put there', () => {
    const { envelope, ...rest } = messageOf(1)
    expect(readDeadLetter(incoming(buriedMessage({ ...rest, envelope }, failure, 'x')))).toEqual({
      ...failure,
      topic: 't',
      key: 'k',
      message: envelope,
    })
  })

  test('is left where it has no institution, or no time', () => {
    const { headers = {}, ...sent } = buriedMessage(messageOf(1), failure, 'x')
    const { 'consumer-group': _group, ...noGroup } = headers
    const { 'last-attempt-at': _last, ...noTime } = headers
    for (const left of [undefined, noGroup, noTime, { ...headers, 'last-attempt-at': 'soon' }])
      expect(readDeadLetter(incoming({ ...sent, headers: left }))).toBeNull()
    expect(readDeadLetter(incoming({ ...sent, headers, topic: 't' }))).toBeNull()
    const odd = { ...headers, attempts: 'many', 'first-attempt-at': '' }
    expect(readDeadLetter(incoming({ ...sent, headers: odd }))).toMatchObject({ attempts: 1, firstAttemptAt: NOW })
  })
})

describe('a dead letter', () => {
  const id = 'AAAAAAAA-bbbb-4ccc-8ddd-eeeeeeeeeeee'
  const later = new Date('2026-11-20T12:05:00.000Z')
  const reported = { ...failure, lastAttemptAt: later }
  const headers = {
    error: 'e',
    'consumer-group': 'g',
    'first-attempt-at': NOW.toISOString(),
    'last-attempt-at': later.toISOString(),
    attempts: '5',
  }
  const bury = (envelope: unknown, maxBytes?: number) =>
    buriedMessage({ topic: 't', key: 'k', envelope, headers: { trace: 'x' } }, reported, 'other', maxBytes)
  const read = (more: Readonly<Record<string, string | undefined>>) => {
    const given = Object.entries({ ...headers, ...more }).filter(([, value]) => value !== undefined)
    return readDeadLetter(incoming({ topic: 't.dead-letter', key: 'k', headers: Object.fromEntries(given) }))
  }

  test('has the message, its headers, and what became of it', () => {
    const sent = { topic: 't.dead-letter', key: 'k', headers: { trace: 'x', ...headers } }
    expect(bury({ id })).toEqual({ ...sent, id: id.toLowerCase(), envelope: { id } })
    expect(bury(undefined)).toEqual({ ...sent, id: 'other', envelope: undefined })
    expect(read({})).toEqual({ ...reported, topic: 't', key: 'k', message: null })
  })

  test('has no data where it would be larger than a message may be, and nothing where that is not enough', () => {
    // `{"data":"1234"}` are 15 bytes, `{"data":{}}` are 11.
    const envelopes = [15, 14, 11, 10].map((maxBytes) => bury({ data: '1234' }, maxBytes).envelope)
    expect(envelopes).toEqual([{ data: '1234' }, { data: {} }, { data: {} }, null])
    expect([bury('1234', 6).envelope, bury('1234', 5).envelope, bury(undefined, 0).envelope]).toEqual([
      '1234',
      null,
      undefined,
    ])
    expect(bury([1, 2, 3, 4, 5, 6], 12).envelope).toBeNull()
  })

  test('has one attempt where none are given, and the last time where no first one is', () => {
    for (const attempts of [undefined, '', '0', '-1', '1.5', 'x', '1']) expect(read({ attempts })?.attempts).toBe(1)
    expect(read({ 'first-attempt-at': undefined })?.firstAttemptAt).toEqual(later)
    expect(read({ error: undefined })?.error).toBe('')
    for (const more of [{ 'consumer-group': undefined }, { 'last-attempt-at': undefined }, { 'last-attempt-at': 'x' }])
      expect(read(more)).toBeNull()
    expect(readDeadLetter(incoming({ topic: 't.dead-letter' }))).toBeNull()
  })

  test('has the id of its message where that is one', () => {
    expect(messageIdOf({ id })).toBe(id.toLowerCase())
    for (const message of [null, undefined, 'x', {}, { id: 7 }, { id: `x${id}` }, { id: `${id}x` }, { id: [id] }])
      expect(messageIdOf(message)).toBeNull()
  })

  test('is sent only in place of a message that is larger than one may be', () => {
    const message = messageOf(1)
    const bytes = Buffer.byteLength(JSON.stringify(message.envelope))
    expect([sendableMessage(message, undefined, NOW), sendableMessage(message, bytes, NOW)]).toEqual([message, message])
    expect(sendableMessage(message, bytes - 1, NOW)).toMatchObject({
      headers: { attempts: '1', 'consumer-group': 'outbox' },
    })
  })
})
