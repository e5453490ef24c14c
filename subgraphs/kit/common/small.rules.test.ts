import { describe, expect, it } from 'vitest'
import { refusalOf } from '../../../tests/support/refusals.ts'
import { checkBetween, checkFirst } from '../graphql/bounds.rules.ts'
import { isLater, isSeen, liveCursorText, parseLiveCursor, snapshotText } from '../live/live-cursor.rules.ts'
import { csvLine } from '../rest/csv.rules.ts'
import { readIfMatch } from '../rest/preconditions.rules.ts'
import { isTimeZone } from './dates.ts'
import { isRecord } from './records.rules.ts'
import { cutText, isBlank } from './texts.rules.ts'

describe('a JSON object', () => {
  it('is neither null nor a list', () => {
    expect([{}, [], null, 'x', undefined].map(isRecord)).toEqual([true, false, false, false, false])
  })
})

describe('a time zone', () => {
  it('is a name of IANA that dates can be formatted and local times be read in', () => {
    const names = ['Europe/Berlin', 'UTC', 'Mars/Olympus', '', 'JST', '2020-01-01[UTC]']
    expect(names.map(isTimeZone)).toEqual([true, true, false, false, false, false])
  })
})

describe('a number', () => {
  it('is in its bounds, both included', () => {
    expect([checkBetween('n', 1, 1, 5), checkBetween('n', 5, 1, 5)]).toEqual([1, 5])
    for (const n of [0.9, 5.1]) expect(refusalOf(() => checkBetween('n', n, 1, 5))).toEqual(['BAD_USER_INPUT', 'n'])
  })

  it('of entries in a list without pages is 1 to 200', () => {
    expect([checkFirst(1), checkFirst(200)]).toEqual([1, 200])
    for (const first of [0, 201]) expect(refusalOf(() => checkFirst(first))).toEqual(['BAD_USER_INPUT', 'first'])
  })
})

describe('a text', () => {
  it('is blank when there is nothing to see in it', () => {
    for (const text of ['', ' \t\n', '\u200b\u00ad', '\u2800', '\u0007']) expect(isBlank(text)).toBe(true)
    for (const text of ['a', ' a ', '.', '\u2801']) expect(isBlank(text)).toBe(false)
  })

  it('is cut to so many characters, and not in the middle of one', () => {
    expect([cutText('abc', 3), cutText('abcd', 3), cutText('ab😀', 3), cutText('a😀b', 3)]).toEqual([
      ...['abc', 'abc', 'ab', 'a😀'],
    ])
    expect(cutText('abc', 0)).toBe('')
    // What fits is left as it is, half of a pair at its end too.
    expect(cutText('a\ud83d', 2)).toBe('a\ud83d')
  })
})

describe('a line of CSV', () => {
  it('quotes what needs it, and lets no text be a formula', () => {
    expect(csvLine(['a', 1, null, { number: '100.00' }, -5])).toBe('a,1,,100.00,-5\r\n')
    expect(csvLine(['a,b', 'say "x"', 'a\nb', 'a\rb'])).toBe('"a,b","say ""x""","a\nb","a\rb"\r\n')
    expect(csvLine(['=1', '+1', '-1', '@a', '\ta', '\uff1da'])).toBe("'=1,'+1,'-1,'@a,'\ta,'\uff1da\r\n")
    expect(csvLine(['1=1', "a'b"])).toBe("1=1,a'b\r\n")
    expect(csvLine(['=a,b'])).toBe('"\'=a,b"\r\n')
  })
})

describe('what a write’s caller has seen', () => {
  const meets = (header: string | null | undefined, tag: string) => refusalOf(() => readIfMatch(header)(tag))

  it('is anything without a tag or with *', () => {
    for (const header of [undefined, null, '*', ' * ']) expect(meets(header, '"1"')).toBeNull()
  })

  it('is one of the tags that are named; a weak one matches nothing', () => {
    for (const header of ['"1"', '"0","1"', ' "0" , "1" ', '"1" ,W/"2"']) expect(meets(header, '"1"')).toBeNull()
    for (const header of ['"2"', 'W/"1"', '""']) expect(meets(header, '"1"')).toEqual(['PRECONDITION_FAILED'])
  })

  it('is refused where it is no list of tags', () => {
    for (const header of ['', '1', '"1', '"1" "2"', '"1",x', '"a b"', 'w/"1"'])
      expect(meets(header, '"1"')).toEqual(['BAD_USER_INPUT', 'If-Match'])
  })

  it('gets the present tag where it is another', () => {
    try {
      readIfMatch('"1"')('"2"')
      expect.unreachable()
    } catch (error) {
      expect(error).toMatchObject({ code: 'PRECONDITION_FAILED', headers: { etag: '"2"' } })
    }
  })
})

describe('a place in the changes of a service', () => {
  const cursor = (xmin: number, xmax: number, ...running: number[]) => ({
    ...{ epoch: 'ab12', atMs: 5, snapshot: { xmin, xmax, running: new Set(running) } },
  })

  it('is read as it was written', () => {
    expect(liveCursorText(cursor(10, 20, 12, 15))).toBe('ab12.5.10:20:12,15')
    expect(parseLiveCursor('ab12.5.10:20:12,15')).toEqual(cursor(10, 20, 12, 15))
    expect(parseLiveCursor('ab12.5.10:20:')).toEqual(cursor(10, 20))
    expect(snapshotText(cursor(1, 2).snapshot)).toBe('1:2:')
    for (const text of [
      '',
      'xy.5.10:20:',
      'ab.5.10:20',
      'ab.5.10:20:12,',
      'ab..10:20:',
      'ab.5.10:20:1 ',
      ' ab.5.10:20:',
    ])
      expect(parseLiveCursor(text)).toBeNull()
  })

  it('has seen what was committed when it was taken', () => {
    const seen = [9, 10, 11, 12, 19, 20].filter((transaction) => isSeen(cursor(10, 20, 10, 12), transaction))
    expect(seen).toEqual([9, 11, 19])
  })

  it('is later when more was begun, or less still ran', () => {
    expect(isLater(cursor(1, 21), cursor(1, 20))).toBe(true)
    expect(isLater(cursor(1, 20), cursor(1, 21))).toBe(false)
    expect(isLater(cursor(1, 20, 5), cursor(1, 20, 5, 6))).toBe(true)
    expect(isLater(cursor(1, 20, 5), cursor(1, 20, 5))).toBe(false)
    expect(isLater(cursor(1, 20, 5), cursor(1, 21, 5, 6))).toBe(false)
  })
})
