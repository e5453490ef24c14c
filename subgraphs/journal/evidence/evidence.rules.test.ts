import { describe, expect, it } from 'vitest'
import { extentOf, lineRangesOf } from './evidence.rules.ts'

describe('the lines of a transaction', () => {
  it('are shown with as many before and after, none before the first', () => {
    expect(lineRangesOf({ firstLine: 10, lastLine: 12 }, 3)).toEqual([{ from: 7, to: 15 }])
    expect(lineRangesOf({ firstLine: 2, lastLine: 2 }, 5)).toEqual([{ from: 1, to: 7 }])
    expect(lineRangesOf({ firstLine: 5, lastLine: 5 }, 0)).toEqual([{ from: 5, to: 5 }])
  })

  it('beyond a thousand are shown from both ends, five hundred each', () => {
    expect(lineRangesOf({ firstLine: 101, lastLine: 1_100 }, 2)).toEqual([{ from: 99, to: 1_102 }])
    expect(lineRangesOf({ firstLine: 101, lastLine: 1_101 }, 2)).toEqual([
      { from: 99, to: 600 },
      { from: 602, to: 1_103 },
    ])
  })
})

describe('the lines of a session', () => {
  const lines = (firstLine: number, lastLine: number) => ({ firstLine, lastLine })

  it('reach from the first line of its attempts to the last, in whatever order these are', () => {
    expect(extentOf([lines(20, 29), lines(10, 15)], lines(20, 29))).toEqual(lines(10, 29))
    expect(extentOf([], lines(20, 29))).toEqual(lines(20, 29))
  })

  it('are those of the attempt alone if there are more than a thousand', () => {
    expect(extentOf([lines(1, 9), lines(500, 1_000)], lines(1, 9))).toEqual(lines(1, 1_000))
    expect(extentOf([lines(1, 9), lines(500, 1_001)], lines(1, 9))).toEqual(lines(1, 9))
  })
})
