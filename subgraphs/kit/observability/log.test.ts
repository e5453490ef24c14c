import { DrizzleQueryError } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { inSpan, plainTracer } from '../tracing/tracing.ts'
import { createLog } from './log.ts'

const logged = (fields: object): string => {
  const lines: string[] = []
  createLog({ level: 'info', name: 'test' }, { write: (line) => lines.push(line) }).error(fields, 'failed')
  return lines.join('')
}

const CARD = ['4111', '1111', '1111', '1111'].join('')

test('an error is logged by its kind, code, words and place, without stack, SQL and parameters', () => {
  const cause = Object.assign(new Error('value out of range'), { code: '22008' })
  const line = logged({ err: new DrizzleQueryError('select secret from t where a = $1', [CARD], cause) })
  expect(JSON.parse(line).err).toMatchObject({
    message: 'a query failed',
    at: expect.stringContaining('log.test.ts:'),
    cause: { code: '22008', message: 'value out of range' },
  })
  expect(line).not.toMatch(/select secret|\\n {4}at /)
  expect(line).not.toContain(CARD)
})

test('words hold no card number, token or address of the platform', () => {
  const token = ['eyJhbGciOiJIUzI1NiJ9', 'eyJzdWIiOiIxIn0', 'c2ln'].join('.')
  const words = `connect ECONNREFUSED 127.0.0.1:5432 for ${CARD} with ${token} at http://incident:4103/api`
  for (const line of [logged({ reason: words }), logged({ err: new Error(words) })]) {
    expect(line).toContain('[address]')
    expect(line).not.toMatch(/127\.0\.0\.1|incident:4103/)
    expect(line).not.toContain(token)
    expect(line).not.toContain(CARD)
  }
})

test('causes are logged four deep, those of GraphQL too, and what is no error by its words', () => {
  const chain = (depth: number): Error =>
    depth === 0 ? new Error('0') : new Error(`${depth}`, { cause: chain(depth - 1) })
  const depthOf = (err: unknown): number =>
    typeof err === 'object' && err !== null && 'cause' in err ? 1 + depthOf(err.cause) : 0
  expect(depthOf(JSON.parse(logged({ err: chain(3) })).err)).toBe(3)
  expect(depthOf(JSON.parse(logged({ err: chain(9) })).err)).toBe(4)
  const wrapped = Object.assign(new TypeError('outer'), { code: 7, originalError: new RangeError('inner') })
  expect(JSON.parse(logged({ err: wrapped })).err).toEqual({
    type: 'TypeError',
    message: 'outer',
    at: expect.stringMatching(/^subgraphs\/kit\/observability\/log\.test\.ts:\d+$/),
    cause: { type: 'RangeError', message: 'inner', at: expect.any(String) },
  })
  expect(JSON.parse(logged({ err: `no ${CARD}` })).err).toBe('no 411111XXXXXX1111')
})

test('the place of an error is the first of our own in its stack, wherever its words lead', () => {
  const placed = (stack: string | undefined) =>
    JSON.parse(logged({ err: Object.assign(new Error('x'), { stack }) })).err.at
  const own = '    at f (/srv/gateway/start.ts:7:1)'
  expect(placed(`Error: /db/words.ts:1\n    at node:internal/x.ts:3\n${own}\n    at /srv/db/other.ts:9:1`)).toBe(
    'gateway/start.ts:7',
  )
  expect(placed(`Error: x\n    at /srv/db/compiled.js:3:1\n${own}`)).toBe('gateway/start.ts:7')
  for (const none of ['Error: x\n    at /srv/elsewhere/a.ts:3:1', 'Error: /db/a.ts:1', undefined])
    expect(placed(none)).toBeUndefined()
})

test.each(['authorization', 'token', 'secret', 'password'])(
  'a %s is never logged, alone or within something',
  (name) => {
    const line = JSON.parse(logged({ [name]: 'x1', of: { [name]: 'x2' }, headers: { authorization: 'x3' } }))
    expect(line).toMatchObject({
      [name]: '[redacted]',
      of: { [name]: '[redacted]' },
      headers: { authorization: '[redacted]' },
    })
    expect(JSON.parse(logged({ req: { headers: { authorization: 'x' } } })).req.headers.authorization).toBe(
      '[redacted]',
    )
  },
)

test('words are cut to 500 characters', () => {
  expect(JSON.parse(logged({ reason: 'x'.repeat(501) })).reason).toBe('x'.repeat(500))
  expect(JSON.parse(logged({ reason: 7 })).reason).toBe(7)
})

/** A logger whose time is fixed until it is moved on. */
const timedLog = (level = 'trace') => {
  const lines: Record<string, unknown>[] = []
  const due: { atMs: number; work: () => void }[] = []
  let nowMs = 0
  const clock = {
    nowMs: () => nowMs,
    later: (delayMs: number, work: () => void) => due.push({ atMs: nowMs + delayMs, work }),
  }
  const log = createLog({ level, name: 'test', clock }, { write: (line) => lines.push(JSON.parse(line)) })
  const pass = (ms: number) => {
    const untilMs = nowMs + ms
    for (let next = due.shift(); next !== undefined; next = due.shift()) {
      if (next.atMs > untilMs) {
        due.unshift(next)
        break
      }
      nowMs = next.atMs
      next.work()
    }
    nowMs = untilMs
  }
  return { log, lines, pass, due, written: () => lines.splice(0).map(({ msg, repeated = 0 }) => [msg, repeated]) }
}

const lost = (traceId: string) => ({
  err: Object.assign(new Error(`connect ECONNREFUSED ${traceId}`), { code: 'ECONNREFUSED' }),
  traceId,
  path: `/${traceId}`,
})

test('an error of thousands of requests is written at once, then once a second with how often it was met', () => {
  const { log, lines, pass, written } = timedLog()
  for (let at = 0; at < 10_000; at += 1) log.error(lost(`t${at}`), 'request failed')
  expect(lines).toEqual([expect.objectContaining({ msg: 'request failed', traceId: 't0', level: 50 })])
  expect(written()).toEqual([['request failed', 0]])
  pass(1_000)
  expect(lines[0]).toMatchObject({ repeated: 9_999, traceId: 't9999', err: { code: 'ECONNREFUSED' } })
  expect(lines[0]?.traceIds).toHaveLength(20)
  expect(written()).toEqual([['request failed', 9_999]])
  log.error(lost('a'), 'request failed')
  log.error(lost('b'), 'request failed')
  expect(written()).toEqual([])
  pass(1_000)
  expect(written()).toEqual([['request failed', 2]])
})

test('every line is counted once, however they are spread over time', () => {
  const { log, pass, written, due } = timedLog()
  let sent = 0
  for (let step = 0; step < 500; step += 1) {
    for (let more = (step * 7) % 11; more > 0; more -= 1) {
      log.error(lost('x'), step % 3 === 0 ? 'one' : 'two')
      sent += 1
    }
    pass((step * 13) % 170)
  }
  pass(5_000)
  const lines = written()
  expect(lines.reduce((sum, [, repeated]) => sum + (repeated === 0 ? 1 : Number(repeated)), 0)).toBe(sent)
  expect(lines.length).toBeLessThan(sent / 2)
  expect(due).toEqual([])
})

test('an error that is met again after it was quiet is written at once', () => {
  const { log, pass, written } = timedLog()
  log.warn('away')
  pass(3_000)
  log.warn('away')
  expect(written()).toEqual([
    ['away', 0],
    ['away', 0],
  ])
})

test('lines that differ in words, level, service, code, place or cause are distinguished', () => {
  const { log, written } = timedLog()
  const coded = (code: string, cause?: Error) => Object.assign(new Error('x', { cause }), { code })
  const here = coded('A')
  log.error({ err: here }, 'failed')
  log.warn({ err: here }, 'failed')
  log.error({ err: here }, 'failed too')
  log.error({ err: here, service: 'journal' }, 'failed')
  log.child({ service: 'journal' }).error({ err: here }, 'failed')
  for (const err of [coded('B'), coded('A', coded('C')), new TypeError('x')]) log.error({ err }, 'failed')
  log.error({ err: Object.assign(new Error('x'), { code: 'A' }) }, 'failed')
  expect(written()).toHaveLength(9)
})

test('what is fatal, and what is no warning, is never held back', () => {
  const { log, written } = timedLog()
  for (let at = 0; at < 3; at += 1) {
    log.fatal({ err: new Error('x') }, 'fatal')
    log.info('ready')
  }
  expect(written()).toEqual([
    ['fatal', 0],
    ['ready', 0],
    ['fatal', 0],
    ['ready', 0],
    ['fatal', 0],
    ['ready', 0],
  ])
})

test('a flush writes what was only counted', () => {
  const { log, written, pass } = timedLog()
  for (let at = 0; at < 5; at += 1) log.error(lost('x'), 'failed')
  log.flush()
  expect(written()).toEqual([
    ['failed', 0],
    ['failed', 4],
  ])
  pass(9_000)
  expect(written()).toEqual([])
})

test('lines of more kinds than are remembered are counted together', () => {
  const { log, written, pass } = timedLog()
  for (let at = 0; at < 2_000; at += 1) log.error(`failed ${at}`)
  const first = written()
  expect(first).toHaveLength(501)
  expect(first.at(-1)).toEqual(['more different lines than are counted apart', 0])
  pass(1_000)
  expect(written()).toEqual([['more different lines than are counted apart', 1_499]])
})

test('words of any length are looked through in linear time', () => {
  const words = `${'eyJ-'.repeat(50_000)} ${'db/'.repeat(50_000)} ${'[1'.repeat(50_000)}`
  expect(logged({ err: new Error(words), reason: words }).length).toBeLessThan(3_000)
})

test('a line of code that runs in a trace has the trace id, also where lines are counted, unless it names another', () => {
  const { log, lines, pass } = timedLog()
  const [first, second] = [plainTracer.start('a', null), plainTracer.start('b', null)]
  inSpan(first, () => {
    log.info('ready')
    log.error('failed')
    log.error({ traceId: 'given' }, 'refused')
  })
  for (let n = 0; n < 2; n += 1) inSpan(second, () => log.error('failed'))
  log.info('alone')
  pass(1_000)
  const [a, b] = [first.context.traceId, second.context.traceId]
  expect(lines.map(({ msg, traceId, traceIds }) => [msg, traceId, traceIds])).toEqual([
    ['ready', a, undefined],
    ['failed', a, undefined],
    ['refused', 'given', undefined],
    ['alone', undefined, undefined],
    ['failed', b, [b, b]],
  ])
})
