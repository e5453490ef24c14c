import { describe, expect, it } from 'vitest'
import { stepOf } from './grid-keys.ts'

describe('a key in a grid', () => {
  it.each([
    ['ArrowDown', [1, 0]],
    ['ArrowLeft', [0, -1]],
    ['PageUp', [-10, 0]],
    ['End', [0, Infinity]],
    ['a', null],
  ])('%s moves by rows and columns', (key, step) => {
    expect(stepOf(key, false)).toEqual(step)
  })

  it.each([
    ['Home', [-Infinity, -Infinity]],
    ['End', [Infinity, Infinity]],
    ['ArrowRight', null],
    ['ArrowDown', null],
    ['PageDown', null],
  ])('%s with Ctrl goes to the first or the last box, or is left to the browser', (key, step) => {
    expect(stepOf(key, true)).toEqual(step)
  })
})
