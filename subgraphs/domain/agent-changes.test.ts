import { describe, expect, it } from 'vitest'
import { boundedSince, nextSince } from './agent-changes.ts'

const NOW = new Date('2026-11-20T12:00:00Z')
const seconds = (count: number) => new Date(NOW.getTime() + count * 1_000)

describe('the next look for new requests', () => {
  it('begins ten seconds before now, and never goes back', () => {
    expect(nextSince(seconds(-60), NOW, null)).toEqual(seconds(-10))
    expect(nextSince(seconds(-5), NOW, null)).toEqual(seconds(-5))
  })

  it('begins ten seconds before now where a clock ahead of this one asks', () => {
    for (const since of [-60, -5, 0]) expect(boundedSince(seconds(since), NOW)).toEqual(seconds(since))
    for (const ahead of [1, 3_600]) expect(boundedSince(seconds(ahead), NOW)).toEqual(seconds(-10))
  })

  it('begins at the last one of a full page, or a millisecond on', () => {
    expect(nextSince(seconds(-60), NOW, seconds(-30))).toEqual(seconds(-30))
    expect(nextSince(seconds(-60), NOW, seconds(-60))).toEqual(seconds(-59.999))
  })

  it('begins no later than ten seconds before now after a full page either', () => {
    expect(nextSince(seconds(-60), NOW, seconds(-3))).toEqual(seconds(-10))
    expect(nextSince(seconds(-5), NOW, seconds(-3))).toEqual(seconds(-5))
    expect(nextSince(seconds(-5), NOW, seconds(-5))).toEqual(seconds(-4.999))
  })
})
