import { expect, it } from 'vitest'
import { auditMessages } from './audit.ts'

const by = { principal: { userId: 'ann', role: 'ADMIN' as const }, traceId: 't' }
const changes = (count: number, institutionKey: string | null, text = '') =>
  Array.from({ length: count }, (_, n) => ({
    ...{ action: 'updateAtm', subjectType: 'Atm', subjectId: n, institutionKey, before: null, after: { text } },
  }))
const sizes = (messages: ReturnType<typeof auditMessages>) =>
  messages.map(({ topic, key, data }) => [topic, key, Array.isArray(data.records) ? data.records.length : 1])

it('more than a hundred changes to records of an institution go together, others by themselves', () => {
  let n = 0
  const newId = () => {
    n += 1
    return `id-${n}`
  }
  const messages = auditMessages(by, [...changes(2, 'BETA'), ...changes(201, 'ACME')], newId)
  expect(sizes(messages)).toEqual([
    ['audit.recorded', 'BETA', 1],
    ['audit.recorded', 'BETA', 1],
    ['audit.recorded-together', 'ACME', 100],
    ['audit.recorded-together', 'ACME', 100],
    ['audit.recorded-together', 'ACME', 1],
  ])
  expect(n).toBe(201)
  expect(auditMessages(by, changes(100, 'ACME'), newId)).toHaveLength(100)
  expect(new Set(sizes(auditMessages(by, changes(101, null), newId)).map(([topic]) => topic))).toEqual(
    new Set(['audit.recorded']),
  )
})

it('what goes together fits into a message, whatever its length', () => {
  const messages = auditMessages(by, changes(101, 'ACME', 'é'.repeat(15_000)), () => 'id')
  for (const { data } of messages) expect(Buffer.byteLength(JSON.stringify(data))).toBeLessThan(800_000)
  expect(messages.reduce((sum, { data }) => sum + (Array.isArray(data.records) ? data.records.length : 0), 0)).toBe(101)
})
