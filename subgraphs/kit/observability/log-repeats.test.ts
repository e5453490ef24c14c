import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import { createRepeats } from './log-repeats.ts'

const LOGGER = pino({ enabled: false })
const WARN = 40
const ERROR = 50

/** Counts lines at times that a test sets. `written` holds what was written since it was asked last. */
const counting = (placeOf: (error: Error) => string | undefined = () => 'here.ts:1') => {
  let nowMs = 0
  const due: { delayMs: number; work: () => void }[] = []
  const lines: (Record<string, unknown> & { message: string })[] = []
  const clock = { nowMs: () => nowMs, later: (delayMs: number, work: () => void) => void due.push({ delayMs, work }) }
  const { take, flush } = createRepeats(clock, placeOf)
  const log = (args: readonly unknown[], level = ERROR, logger = LOGGER) =>
    take(logger, level, args, (fields, message) => lines.push({ ...fields, message }))
  return {
    log,
    flush,
    due,
    written: () => lines.splice(0),
    at: (ms: number) => {
      nowMs = ms
    },
    /** Calls what was to be called later. */
    sweep: () => {
      for (const { work } of due.splice(0)) work()
    },
  }
}

/** Whether two lines count as the same. */
const areSame = (first: readonly unknown[], second: readonly unknown[], placeOf?: () => string | undefined) => {
  const { log, written } = counting(placeOf)
  log(first)
  log(second)
  return written().length === 1
}

describe('a call of the logger', () => {
  it('is taken with words, fields, an error, or fields and words', () => {
    const { log, written } = counting()
    const error = new Error('x')
    for (const args of [['a'], [{ b: 1 }], [{ c: 1 }, 'c'], [error, 'd'], [{ e: 1 }, undefined]])
      expect(log(args)).toBe(true)
    expect(written()).toEqual([
      { message: 'a' },
      { b: 1, message: '' },
      { c: 1, message: 'c' },
      { err: error, message: 'd' },
      { e: 1, message: '' },
    ])
  })

  it('of any other form is left to the logger', () => {
    const { log, written, due } = counting()
    for (const args of [['a %s', 'b'], [{}, 'a %s', 'b'], [{}, 1], [null, 'a'], [1, 'a'], [undefined], []])
      expect(log(args)).toBe(false)
    expect([written(), due]).toEqual([[], []])
  })
})

describe('two lines', () => {
  const failing = (...codes: readonly string[]): Error =>
    codes.reduceRight<Error | undefined>(
      (cause, code) => Object.assign(new Error('x', cause === undefined ? {} : { cause }), { code }),
      undefined,
    ) ?? new Error('x')

  it('are the same where they differ in what belongs to one request, or in records', () => {
    expect(areSame([{ traceId: 'a', path: '/a' }, 'm'], [{ traceId: 'b', path: '/b' }, 'm'])).toBe(true)
    expect(areSame([{ of: { a: 1 } }, 'm'], [{ of: { a: 2 } }, 'm'])).toBe(true)
    expect(areSame([{ err: new Error('a') }, 'm'], [{ err: new Error('b') }, 'm'])).toBe(true)
  })

  it('are distinguished by words, other fields, and what was thrown', () => {
    expect(areSame(['a'], ['b'])).toBe(false)
    expect(areSame([{ a: 1 }, 'm'], [{ a: 2 }, 'm'])).toBe(false)
    expect(areSame([{ a: 1 }, 'm'], [{ b: 1 }, 'm'])).toBe(false)
    expect(areSame([{ a: null }, 'm'], [{ a: 'x' }, 'm'])).toBe(false)
    expect(areSame([{ a: null }, 'm'], [{ b: null }, 'm'])).toBe(false)
    expect(areSame([{ err: 'a' }, 'm'], [{ err: 'b' }, 'm'])).toBe(false)
    expect(areSame([{ err: undefined }, 'm'], [{}, 'm'])).toBe(true)
    expect(areSame([{ err: new TypeError('a') }, 'm'], [{ err: new Error('a') }, 'm'])).toBe(false)
    expect(areSame([{ a: 1, b: 2 }, 'm'], [{ a: '1|b=2' }, 'm'])).toBe(true)
  })

  it('are distinguished by the words of an error that has no place', () => {
    const [a, b] = [
      [{ err: new Error('a') }, 'm'],
      [{ err: new Error('b') }, 'm'],
    ] as const
    expect(areSame(a, b, () => undefined)).toBe(false)
    expect(areSame(a, b)).toBe(true)
    const places = Array.from({ length: 4 }, (_value, at) => `here.ts:${at}`)
    const another = () => places.shift()
    expect(areSame(a, b, another)).toBe(false)
    expect(areSame([{ err: 'a' }, 'm'], [{ err: 'a' }, 'm'], another)).toBe(true)
  })

  it('are distinguished by the codes of four causes, and no more', () => {
    const thrown = (...codes: readonly string[]) => [{ err: failing(...codes) }, 'm']
    for (const codes of [['B'], ['A', 'B'], ['A', 'A', 'B'], ['A', 'A', 'A', 'A', 'B']])
      expect(areSame(thrown('A', 'A', 'A', 'A', 'A'), thrown(...codes, ...Array(5 - codes.length).fill('A')))).toBe(
        false,
      )
    expect(areSame(thrown('A', 'A', 'A', 'A', 'A', 'A'), thrown('A', 'A', 'A', 'A', 'A', 'B'))).toBe(true)
    expect(areSame(thrown('A'), thrown('A', 'A'))).toBe(false)
    expect(areSame([{ err: new Error('x') }, 'm'], thrown('A'))).toBe(false)
  })

  it('are distinguished by the error that GraphQL wrapped, unless it has a cause', () => {
    const wrapping = (code: string, cause?: Error) => [
      { err: Object.assign(new Error('x', cause === undefined ? {} : { cause }), { originalError: failing(code) }) },
      'm',
    ]
    expect(areSame(wrapping('A'), wrapping('B'))).toBe(false)
    expect(areSame(wrapping('A', failing('C')), wrapping('B', failing('C')))).toBe(true)
  })

  it('are compared by their first 1,000 characters', () => {
    // What is before the words in the key is not part of them.
    expect(areSame([`${'x'.repeat(999)}a`], [`${'x'.repeat(999)}b`])).toBe(false)
    expect(areSame([`${'x'.repeat(1_000)}a`], [`${'x'.repeat(1_000)}b`])).toBe(true)
  })

  it('are distinguished by logger and level', () => {
    const { log, written } = counting()
    const child = LOGGER.child({})
    for (const logger of [LOGGER, child, LOGGER, child]) log(['a'], ERROR, logger)
    log(['a'], WARN)
    expect(written()).toHaveLength(3)
  })
})

describe('repeats', () => {
  it('are written a second after their line, and every second after that', () => {
    const { log, at, sweep, written, due } = counting()
    log(['a'])
    expect(due.map(({ delayMs }) => delayMs)).toEqual([1_000])
    at(1)
    for (const words of ['b', 'a', 'b', 'b']) log([words])
    expect(written()).toEqual([{ message: 'a' }, { message: 'b' }])
    at(1_000)
    sweep()
    expect(written()).toEqual([{ message: 'a', repeated: 1 }])
    expect(due.map(({ delayMs }) => delayMs)).toEqual([1_000])
    log(['a'])
    at(1_999)
    sweep()
    expect(written()).toEqual([{ message: 'b', repeated: 2 }])
    at(2_000)
    sweep()
    expect(written()).toEqual([{ message: 'a', repeated: 1 }])
  })

  it('are forgotten after a second without one, and then nothing is called later', () => {
    const { log, at, sweep, written, due } = counting()
    log(['a'])
    at(1_000)
    sweep()
    expect(due).toEqual([])
    log(['a'])
    expect(written()).toEqual([{ message: 'a' }, { message: 'a' }])
    expect(due).toHaveLength(1)
  })

  it('are written with the last of them and the trace ids of twenty', () => {
    const { log, flush, written } = counting()
    const id = (at: number) => ({ traceId: `t${at}`, at: { of: at } })
    for (let at = 0; at < 30; at += 1) log([id(at), 'a'])
    flush()
    expect(written()).toEqual([
      { message: 'a', ...id(0) },
      { message: 'a', ...id(29), repeated: 29, traceIds: Array.from({ length: 20 }, (_value, at) => `t${at + 1}`) },
    ])
    log([id(30), 'a'])
    log([{ traceId: 7, at: {} }, 'a'])
    flush()
    expect(written()).toEqual([{ message: 'a', traceId: 7, at: {}, repeated: 2 }])
    log([id(31), 'a'])
    log([id(32), 'a'])
    flush()
    expect(written()).toEqual([{ message: 'a', ...id(32), repeated: 2, traceIds: ['t31', 't32'] }])
    flush()
    expect(written()).toEqual([])
  })

  it('of more than 500 kinds are counted together', () => {
    const { log, flush, written } = counting()
    for (let at = 0; at < 503; at += 1) log([{ traceId: `t${at}`, of: at }, 'a'])
    expect(written().slice(499)).toEqual([
      { message: 'a', traceId: 't499', of: 499 },
      { message: 'more different lines than are counted apart' },
    ])
    log([{ traceId: 'x', of: 0 }, 'a'])
    flush()
    expect(written()).toEqual([
      { message: 'a', traceId: 'x', of: 0, repeated: 1 },
      { message: 'more different lines than are counted apart', repeated: 2 },
    ])
  })
})
