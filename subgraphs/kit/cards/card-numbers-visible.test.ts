import { describe, expect, it } from 'vitest'
import { hasInvisible, visibleWithPositions } from './card-numbers-visible.ts'

const ESC = '\u001b'

/** What is seen of a text, by its text and by its codes; the two cannot differ. */
const seen = (text: string): string => {
  const { text: visible, codes } = visibleWithPositions(text)
  expect(Buffer.from(codes).toString('latin1')).toBe(visible)
  return visible
}

/** The same with NULs between all characters, which are looked for in another way. */
const padded = (text: string): string => `\0${[...text].join('\0')}\0`

const bothWays = (text: string): readonly string[] => [seen(text), seen(padded(text))]

describe('what is seen of a print', () => {
  it.each(['A', 'Z', 'a', 'z', 'm'])('is nothing of a control sequence that ends with the letter %s', (letter) => {
    for (const parameters of ['', '0', '9', '5', ';', '?', '?25', '0;1'])
      expect(bothWays(`a${ESC}[${parameters}${letter}b`)).toEqual(['ab', 'ab'])
  })

  it.each(['@', '[', '`', '{', '/', ':', '<', '>', ' ', '-'])(
    'is all of a sequence that ends with %s, which is none',
    (end) => {
      expect(bothWays(`a${ESC}[1${end}b`)).toEqual([`a[1${end}b`, `a[1${end}b`])
    },
  )

  it('is nothing of a sequence with eleven characters of parameters, and all of one with twelve', () => {
    const eleven = '1;2;3;4;5;6'
    expect(bothWays(`a${ESC}[${eleven}mb`)).toEqual(['ab', 'ab'])
    expect(bothWays(`a${ESC}[${eleven}7mb`)).toEqual([`a[${eleven}7mb`, `a[${eleven}7mb`])
  })

  it('is nothing of the choice of a set of characters, whichever it is', () => {
    for (const kind of ['(', ')'])
      for (const set of [' ', '0', 'B', '~']) expect(bothWays(`a${ESC}${kind}${set}b`)).toEqual(['ab', 'ab'])
    for (const set of ['\u001f', '\u007f']) expect(bothWays(`a${ESC}(${set}b`)).toEqual([`a(${set}b`, `a(${set}b`])
    for (const kind of ["'", '*']) expect(bothWays(`a${ESC}${kind}Bb`)).toEqual([`a${kind}Bb`, `a${kind}Bb`])
  })

  it('is all that follows any other escape', () => {
    expect(bothWays(`a${ESC}b`)).toEqual(['ab', 'ab'])
    expect(bothWays(`${ESC}${ESC}[1m1`)).toEqual(['1', '1'])
    for (const other of ['\\', 'Z', ']']) expect(bothWays(`${ESC}${other}1m`)).toEqual([`${other}1m`, `${other}1m`])
  })

  it('is nothing of shift codes, wherever they are', () => {
    expect(bothWays(`\u000ea\u000fb${ESC}\u000e[1\u000fmc`)).toEqual(['abc', 'abc'])
    expect(hasInvisible('a\u000e') && hasInvisible('a\u000f')).toBe(true)
  })

  it('is what there is of a sequence that the end of the text cuts off', () => {
    expect(bothWays(`a${ESC}`)).toEqual(['a', 'a'])
    expect(bothWays(`a${ESC}[`)).toEqual(['a[', 'a['])
    expect(bothWays(`a${ESC}[12`)).toEqual(['a[12', 'a[12'])
    expect(bothWays(`a${ESC}(`)).toEqual(['a(', 'a('])
    expect(bothWays(`a${ESC}(B`)).toEqual(['a', 'a'])
    expect(bothWays(`a${ESC}[m`)).toEqual(['a', 'a'])
  })

  it('is not changed by what stood behind it before: characters that were dropped leave nothing', () => {
    // Moved to the front, the characters leave a rest at the end of the memory that they stood in.
    expect(seen(`\0\0\0${ESC}[1`)).toBe('[1')
    expect(seen(`\0\0${ESC}(`)).toBe('(')
    expect(seen(`\0m${ESC}[`)).toBe('m[')
  })

  it('keeps every character of a text without any', () => {
    expect(bothWays('4111 1111')).toEqual(['4111 1111', '4111 1111'])
    expect(seen('')).toBe('')
    expect(seen('\u0001ÿä')).toBe('\u0001ÿä')
  })
})

describe('the place of a character', () => {
  const places = (text: string) => {
    const { text: visible, positionOf } = visibleWithPositions(text)
    return Array.from(visible, (character, at) => `${character}${positionOf(at)}`).join(' ')
  }

  it('is the one where it stood in what was read', () => {
    expect(places(`a${ESC}[1mb\0c${ESC}(Bd`)).toBe('a0 b5 c7 d11')
    expect(places('abc')).toBe('a0 b1 c2')
    expect(places(`\0\0ä${ESC}[0;1mb`)).toBe('ä2 b9')
  })

  it('can be asked for again, and behind the end', () => {
    const { positionOf } = visibleWithPositions(`${ESC}[1mab`)
    expect([positionOf(1), positionOf(0), positionOf(1)]).toEqual([5, 4, 5])
    expect(positionOf(100)).toBe(100)
  })
})

it('a text may hold what is not visible: an escape or a NUL', () => {
  expect(['a\u001b', '\0', 'a\u001b\0'].map(hasInvisible)).toEqual([true, true, true])
  expect(['', 'a', '0[1m', '\u0001\u001a\u001c'].map(hasInvisible)).toEqual([false, false, false, false])
})
