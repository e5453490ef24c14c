import { describe, expect, it } from 'vitest'
import { statusWords } from './kinds.ts'

const by = { acknowledgedByUserId: null, acknowledgedBy: null }

describe('the status of an incident in words', () => {
  it.each([
    [{ status: 'OPEN', resolution: null }, 'Open'],
    [{ status: 'SUPPRESSED', resolution: null }, 'Suppressed: in maintenance'],
    [{ status: 'RESOLVED', resolution: 'MANUAL' }, 'Resolved by hand'],
    [{ status: 'RESOLVED', resolution: 'AUTO' }, 'Resolved by the rules'],
  ] as const)('of %j is %s', (incident, words) => {
    expect(statusWords({ ...by, ...incident }, 'me')).toBe(words)
  })
})
