import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { buriedMessage, readDeadLetter, sendableMessage } from './dead-letter.rules.ts'
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

  test('is told by its bytes; one that fits, or where there is no limit, is left as it is', () => {
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

describe('what stands in a topic of dead letters', () => {
  test('is read again as it was put there', () => {
    const { envelope, ...rest } = messageOf(1)
    expect(readDeadLetter(incoming(buriedMessage({ ...rest, envelope }, failure, 'x')))).toEqual({
      ...failure,
      topic: 't',
      key: 'k',
      message: envelope,
    })
  })

  test('is left where nobody has said whose it is, or when', () => {
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
