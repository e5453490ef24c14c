import { expect, test } from 'vitest'
import { buriedMessage, sendableMessage } from '../dead-letter.rules.ts'
import type { OutgoingMessage } from '../events.ts'
import { createLateWrites, sendingOf } from './kafka-late-writes.ts'

const NOON = new Date('2026-11-20T12:00:00Z')
const idOfNumber = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`

const messageOf = (row: string, n = 1, topic = 'a'): OutgoingMessage => ({
  topic,
  key: 'k',
  row,
  envelope: {
    ...{ id: idOfNumber(n), type: 'a', version: 1, occurredAt: NOON.toISOString() },
    ...{ institutionKey: null, traceparent: null, data: {} },
  },
})
const buried = (group: string, firstAttemptAt = NOON, lastAttemptAt = NOON) =>
  buriedMessage(messageOf('1'), { error: 'no', group, firstAttemptAt, lastAttemptAt, attempts: 5 }, idOfNumber(9))

test('a message that was written late is known when it is sent again, once', () => {
  const late = createLateWrites()
  late.add([sendingOf(messageOf('1'))])
  expect(late.has(messageOf('1'))).toBe(true)
  expect(late.has(messageOf('2', 2))).toBe(false)
  late.forget([messageOf('1')])
  expect(late.has(messageOf('1'))).toBe(false)
})

test('the dead letter of a message, its replay and its copy in another topic are other ones', () => {
  const late = createLateWrites()
  late.add([sendingOf(messageOf('1'))])
  expect(late.has(buried('g'))).toBe(false)
  expect(late.has(messageOf('2'))).toBe(false)
  expect(late.has(messageOf('1', 1, 'b'))).toBe(false)
})

test('a dead letter that is sent again is the same one; that of another group, or of a later failure, is not', () => {
  const late = createLateWrites()
  late.add([sendingOf(buried('g'))])
  const later = new Date(NOON.getTime() + 1)
  expect(late.has(buried('g', NOON, later))).toBe(true)
  expect(late.has(buried('h'))).toBe(false)
  expect(late.has(buried('g', later, later))).toBe(false)
})

test('the replays of one message by two services are two, though their rows have one number', () => {
  const late = createLateWrites()
  late.add([sendingOf(messageOf('journal 1'))])
  expect(late.has(messageOf('analytics 1'))).toBe(false)
})

test('the last ten thousand are known', () => {
  const late = createLateWrites()
  const numbers = Array.from({ length: 10_001 }, (_one, n) => n)
  late.add(numbers.map((n) => sendingOf(messageOf(String(n), n))))
  expect(numbers.filter((n) => !late.has(messageOf(String(n), n)))).toEqual([0])
})

test('the dead letter in place of a row is the same one whenever it is made, and another one for its replay', () => {
  const late = createLateWrites()
  const inPlaceOf = (row: string, at: number) => sendableMessage(messageOf(row), 10, new Date(NOON.getTime() + at))
  late.add([sendingOf(inPlaceOf('1', 0))])
  expect(late.has(inPlaceOf('1', 500))).toBe(true)
  expect(late.has(inPlaceOf('2', 0))).toBe(false)
  late.forget([inPlaceOf('1', 900)])
  expect(late.has(inPlaceOf('1', 0))).toBe(false)
})
