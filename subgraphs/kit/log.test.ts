import { DrizzleQueryError } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { createLog } from './log.ts'

const logged = (fields: object): string => {
  const lines: string[] = []
  createLog({ level: 'info', name: 'test' }, { write: (line) => lines.push(line) }).error(fields, 'failed')
  return lines.join('')
}

const CARD = ['4111', '1111', '1111', '1111'].join('')

test('an error is logged by its kind, code, words and place, without stack, SQL and parameters', () => {
  const cause = Object.assign(new Error('value out of range'), { code: '22008' })
  const line = logged({ err: new DrizzleQueryError('select secret from t where a = $1', [CARD], cause) })
  expect(JSON.parse(line).err).toMatchObject({
    message: 'a query failed',
    at: expect.stringContaining('log.test.ts:'),
    cause: { code: '22008', message: 'value out of range' },
  })
  expect(line).not.toMatch(/select secret|\\n {4}at /)
  expect(line).not.toContain(CARD)
})

test('words hold no card number, token or address of the platform', () => {
  const token = ['eyJhbGciOiJIUzI1NiJ9', 'eyJzdWIiOiIxIn0', 'c2ln'].join('.')
  const words = `connect ECONNREFUSED 127.0.0.1:5432 for ${CARD} with ${token} at http://incident:4103/api`
  for (const line of [logged({ reason: words }), logged({ err: new Error(words) })]) {
    expect(line).toContain('[address]')
    expect(line).not.toMatch(/127\.0\.0\.1|incident:4103/)
    expect(line).not.toContain(token)
    expect(line).not.toContain(CARD)
  }
})
