import { describe, expect, it } from 'vitest'
import { createTrackEnds, hasDigits } from './card-tracks.rules.ts'

/** The track data at the beginning of a text. */
const trackOf = (text: string): string => text.slice(0, createTrackEnds(text)(0))

describe('digits from a place on', () => {
  it('are as many as are asked for, or more', () => {
    expect([hasDigits('x1234', 1, 4), hasDigits('x12345', 1, 4), hasDigits('0189', 0, 4)]).toEqual([true, true, true])
    expect([hasDigits('x123', 1, 4), hasDigits('12/4', 0, 4), hasDigits('12:4', 0, 4)]).toEqual([false, false, false])
  })
})

describe('track data', () => {
  it.each([
    ['=1', '=1'],
    ['=12=3?', '=12=3'],
    ['=x', ''],
    ['==1', ''],
    ['D1234', 'D1234'],
    ['d1234ABCDEFabcdef0189?', 'd1234ABCDEFabcdef0189'],
    ['D123', ''],
    ['D123A5', ''],
    ['E1234', ''],
    ['1234', ''],
    ['^AB^2912', '^AB^2912'],
    ['^AB/C D^2912101?;', '^AB/C D^2912101'],
    ['^A^2912', ''],
    ['^AB^291', ''],
    ['^AB^291\n2', ''],
  ])('at the beginning of %j is %j', (text, track) => expect(trackOf(text)).toBe(track))

  it.each(['/', ':', '@', 'G', '`', 'g'])('behind a D ends at %s, which is no hexadecimal digit', (character) => {
    expect(trackOf(`D1234${character}5`)).toBe('D1234')
  })

  it('is found from each of its places on, in the order of the text', () => {
    const ends = createTrackEnds('a=1=2?D1234D5678')
    expect([1, 3, 5, 6, 11].map(ends)).toEqual([5, 5, 5, 16, 16])
  })

  it('is found again from the beginning, as each way of looking for cards asks anew', () => {
    const ends = createTrackEnds('=12 D1234 =34 D5678')
    expect([10, 14, 0, 4].map(ends)).toEqual([13, 19, 3, 9])
  })
})
