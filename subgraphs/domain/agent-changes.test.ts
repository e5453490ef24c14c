import { describe, expect, it } from 'vitest'
import { boundedSince, nextSince } from './agent-changes.ts'

const NOW = new Date('2026-11-20T12:00:00Z')
const seconds = (count: number) => new Date(NOW.getTime() + count * 1_000)

describe('the next look for new requests', () => {
  it('begins ten seconds before now, also where a clock ahead of this one asks', () => {
    expect(nextSince(seconds(-60), NOW, null)).toEqual(seconds(-10))
    expect(boundedSince(seconds(-60), NOW)).toEqual(seconds(-60))
    for (const ahead of [-5, 0, 3_600]) expect(boundedSince(seconds(ahead), NOW)).toEqual(seconds(-10))
  })

  it('begins at the last one of a full page, or a millisecond on', () => {
    expect(nextSince(seconds(-60), NOW, seconds(-30))).toEqual(seconds(-30))
    expect(nextSince(seconds(-60), NOW, seconds(-60))).toEqual(seconds(-59.999))
  })
})
