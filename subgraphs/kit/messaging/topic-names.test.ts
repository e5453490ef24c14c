import { describe, expect, test } from 'vitest'
import { choicesOf } from '../../../demo/random.ts'
import { isInstitutionKey } from '../auth/identifiers.rules.ts'
import { deadLetterTopicOf, institutionOfTopic, isTopicName, topicOfInstitution } from './topic-names.rules.ts'

const PREFIX = 'journal.parse-requests.'

const RANGES: readonly (readonly [number, number])[] = [
  [0x21, 0x7e],
  [0x30, 0x39],
  [0x41, 0x5a],
  [0x2d, 0x2e],
  [0x5f, 0x5f],
  [0xc0, 0x24f],
  [0x4e00, 0x9fff],
  [0xd800, 0xdfff],
  [0x1f600, 0x1f64f],
]

const randomKey = (below: (bound: number) => number): string => {
  const [from, to] = RANGES[below(RANGES.length)] ?? [0x41, 0x5a]
  const length = 1 + below(64)
  return Array.from({ length }, () => String.fromCodePoint(from + below(to - from + 1)))
    .join('')
    .slice(0, 64)
}

describe('the topic of an institution', () => {
  test('stays readable where the key is plain', () => {
    expect(topicOfInstitution(PREFIX, 'ACME-1')).toBe('journal.parse-requests.ACME-1')
    expect(topicOfInstitution(PREFIX, 'Bank.A_B')).toBe('journal.parse-requests.Bank_2EA_5FB')
    expect(topicOfInstitution(PREFIX, 'Zürich')).toBe('journal.parse-requests.Z_C3_BCrich')
  })

  test('is a name that Kafka takes, its dead letter’s too, and leads back to the very key', () => {
    const { below } = choicesOf('7')
    const names = new Map<string, string>()
    for (let n = 0; n < 5_000; n += 1) {
      const key = randomKey(below)
      if (!isInstitutionKey(key)) continue
      const topic = topicOfInstitution(PREFIX, key)
      expect(isTopicName(deadLetterTopicOf(topic)), key).toBe(true)
      expect(institutionOfTopic(PREFIX, topic)).toBe(key)
      // Kafka refuses two names that differ in these characters only.
      const folded = topic.replaceAll('.', '_')
      expect(names.get(folded) ?? key).toBe(key)
      names.set(folded, key)
    }
    expect(names.size).toBeGreaterThan(3_000)
  })

  test('holds each byte of the key as two digits, or the whole key where that is too long', () => {
    expect(topicOfInstitution('', 'a\tb')).toBe('a_09b')
    expect(topicOfInstitution('', 'x'.repeat(200))).toBe('x'.repeat(200))
    const long = 'x'.repeat(201)
    expect(topicOfInstitution('', long)).toBe(`__${Buffer.from(long, 'utf16le').toString('base64url')}`)
    expect(topicOfInstitution('', '\ud800')).toBe(`__${Buffer.from('\ud800', 'utf16le').toString('base64url')}`)
  })

  test('is never taken for a dead letter’s', () => {
    expect(topicOfInstitution(PREFIX, 'X.dead-letter')).toBe('journal.parse-requests.X_2Edead-letter')
  })

  test('is found for no name that was made otherwise', () => {
    for (const name of [
      'other.ACME',
      `${PREFIX}A_2e`,
      `${PREFIX}A.B`,
      `${PREFIX}A_41`,
      `${PREFIX}__QQBCAA`,
      `${PREFIX}_FF`,
    ])
      expect(institutionOfTopic(PREFIX, name), name).toBeNull()
  })
})

describe('the name of a topic', () => {
  test('has letters, digits, dots, underscores and hyphens, 249 at most', () => {
    for (const name of ['a', 'A.b_c-9', 'x'.repeat(249), '...']) expect(isTopicName(name)).toBe(true)
    for (const name of ['', ' a', 'a ', 'a b', 'ä', 'x'.repeat(250), '.', '..']) expect(isTopicName(name)).toBe(false)
  })

  test('of dead letters ends in words of its own', () => {
    expect(deadLetterTopicOf('journal.x')).toBe('journal.x.dead-letter')
  })
})
