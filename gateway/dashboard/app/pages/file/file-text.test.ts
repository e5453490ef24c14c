import { describe, expect, it } from 'vitest'
import { openFileText, type TextPart } from './file-text.ts'

const PARTS = ['one\ntwo\n', 'three\r\nfo', 'ur is lo', 'ng\nfive\n']
const bytes = new TextEncoder().encode(PARTS.join(''))
const FIRST_LINES = [1, 3, 4, 4]

const partsOf = (): readonly TextPart[] =>
  PARTS.map((text, at) => ({
    firstLine: FIRST_LINES[at] ?? 0,
    from: PARTS.slice(0, at).join('').length,
    bytes: text.length,
  }))

const open = (parts = partsOf()) => {
  const asked: string[] = []
  const text = openFileText(parts, async (range) => {
    asked.push(range === null ? 'all' : `${range.from}-${range.to}`)
    return range === null ? bytes : bytes.subarray(range.from, range.to)
  })
  return { text, asked }
}

describe('the text of a file', () => {
  it('is read where it is shown, and at its end, which has the number of lines', async () => {
    const { text, asked } = open()
    text.need(1, 1)
    await expect.poll(() => text.state().lines).toBe(5)
    expect(asked).toEqual(['0-8', '25-33'])
    expect([1, 2, 3, 5].map(text.line)).toEqual(['one', 'two', undefined, 'five'])
  })

  it('has a line whole that goes through several parts', async () => {
    const { text, asked } = open()
    await text.all(new AbortController().signal, () => {})
    expect(asked).toEqual(['0-33'])
    expect([1, 2, 3, 4, 5, 6].map(text.line)).toEqual(['one', 'two', 'three', 'four is long', 'five', undefined])
  })

  it('asks for nothing twice', async () => {
    const { text, asked } = open()
    text.need(1, 2)
    text.need(1, 2)
    await expect.poll(() => text.state().loaded).toBe(2)
    text.need(1, 2)
    expect(asked).toEqual(['0-8', '25-33'])
  })

  it('is read as a whole where its parts are not known', async () => {
    const { text, asked } = open([])
    text.need(1, 40)
    await expect.poll(() => text.state().lines).toBe(5)
    expect(asked).toEqual(['all'])
    expect(text.line(4)).toBe('four is long')
  })

  it('says what went wrong until it is tried again', async () => {
    let broken = true
    const text = openFileText(partsOf(), async (range) => {
      if (broken) throw new Error('no answer')
      return bytes.subarray(range?.from, range?.to)
    })
    text.need(1, 5)
    await expect.poll(() => text.state().error?.message).toBe('no answer')
    broken = false
    text.retry()
    await expect.poll(() => text.state().lines).toBe(5)
    expect(text.state().error).toBeNull()
  })
})
