import { describe, expect, it } from 'vitest'
import { connectivityOf } from './connectivity.rules.ts'

const NOW = new Date('2026-11-20T12:00:00Z')
const seconds = (count: number) => new Date(NOW.getTime() + count * 1_000)

describe('the agent of an ATM', () => {
  it('is connected while its last heartbeat is not older than the limit', () => {
    expect(connectivityOf(null, NOW, 5_000)).toBe('NEVER_CONNECTED')
    expect(connectivityOf(seconds(-5), NOW, 5_000)).toBe('CONNECTED')
    expect(connectivityOf(seconds(-5.001), NOW, 5_000)).toBe('DISCONNECTED')
  })
})
