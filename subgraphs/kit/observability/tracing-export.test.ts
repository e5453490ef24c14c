import { createServer } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { recordingLog } from '../../../tests/support/hosted-service.ts'
import { listenOnFreePort } from '../../../tests/support/ports.ts'
import { parseTraceparent } from '../tracing/trace-context.rules.ts'
import { openExport } from './tracing-export.ts'

/** By its last digits, the first half of all traces, and the second. */
const LOW = '0123456789abcdef0000000000000001'
const HIGH = '0123456789abcdeffffffffffffffff0'
const parentOf = (traceId: string, flags: string) => parseTraceparent(`00-${traceId}-00f067aa0ba902b7-${flags}`)

/** Takes requests and answers none. */
const silent = createServer(() => {})
const { log, lines } = recordingLog()
let tracesUrl: string
beforeAll(async () => {
  tracesUrl = `http://127.0.0.1:${await listenOnFreePort(silent)}/v1/traces`
})
afterAll(() => {
  silent.closeAllConnections()
  silent.close()
})

describe('a sampler', () => {
  it.each([
    ['always_on', 1, [true, true, true, true]],
    ['always_off', 1, [false, false, false, false]],
    ['traceidratio', 0, [false, false, false, false]],
    ['traceidratio', 1, [true, true, true, true]],
    ['parentbased_always_on', 1, [true, false, true, true]],
    ['parentbased_always_off', 1, [true, false, true, false]],
    ['parentbased_traceidratio', 0, [true, false, true, false]],
  ] as const)('%s of %d decides which traces are recorded', async (sampler, ratio, expected) => {
    const tracer = openExport({ tracesUrl, sampler, ratio }, { serviceName: 'test', version: '1', log })
    const parents = [parentOf(LOW, '01'), parentOf(LOW, '00'), parentOf(HIGH, '01'), null]
    const spans = parents.map((parent) => tracer.start('a', parent))
    expect(spans.map(({ context }) => context.isSampled)).toEqual(expected)
    expect(spans.map(({ context }) => context.traceId).slice(0, 3)).toEqual([LOW, LOW, HIGH])
    expect(spans[0]?.child('b').context).toMatchObject({ traceId: LOW, isSampled: expected[0] })
    await tracer.close()
  })
})

describe('the end of the export', () => {
  it('waits for a collector that does not answer no longer than it is allowed, and says so', async () => {
    const config = { tracesUrl, sampler: 'always_on', ratio: 1 } as const
    const tracer = openExport(config, { serviceName: 'test', version: '1', log, closeMs: 50 })
    tracer.start('a', null).end()
    await tracer.close()
    expect(lines.map((line) => JSON.parse(line).msg)).toEqual([
      'traces that were recorded last could not be sent in time',
    ])
  })
})
