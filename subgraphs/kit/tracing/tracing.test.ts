import { describe, expect, it } from 'vitest'
import { newTraceContext, parseTraceparent, type TraceContext, traceparentOf } from './trace-context.rules.ts'
import {
  currentSpan,
  currentTraceparent,
  inSpan,
  outsideSpans,
  plainTracer,
  type Span,
  type SpanOptions,
  sharedContext,
  startTraced,
  traced,
  tracedTogether,
} from './tracing.ts'

const sampled = (): TraceContext => ({ ...newTraceContext(), isSampled: true })

/** A recorded span that writes down what becomes of it and its children. */
const recorded = (lines: string[], name: string, context = sampled()): Span => ({
  context,
  child(part, { links = [] }: SpanOptions = {}) {
    lines.push(`${name} > ${part}${links.length === 0 ? '' : ` with ${links.length} links`}`)
    return recorded(lines, part)
  },
  rename: () => {},
  set: () => {},
  fail: (type) => void lines.push(`${name} failed: ${type}`),
  end: () => void lines.push(`${name} ended`),
})

describe('a traceparent', () => {
  it('is read as it is written', () => {
    for (const context of [sampled(), newTraceContext()])
      expect(parseTraceparent(traceparentOf(context))).toEqual(context)
    for (const text of [null, undefined, '', 'trace', 7]) expect(parseTraceparent(text)).toBeNull()
  })

  it('of code that runs in a trace is that of its span, across what it awaits', async () => {
    const span = plainTracer.start('a', null)
    const after = await inSpan(span, async () => {
      await new Promise((resolve) => setImmediate(resolve))
      return currentTraceparent()
    })
    expect(after).toBe(traceparentOf(span.context))
    expect(inSpan(span, () => outsideSpans(currentSpan))).toBeUndefined()
    expect(currentTraceparent()).toBeUndefined()
  })
})

describe('a tracer that records nothing', () => {
  it('goes on with the trace that it is given, and begins others', () => {
    const context = sampled()
    expect(plainTracer.start('a', context).child('b').context).toEqual(context)
    expect(plainTracer.start('a', null).context.traceId).not.toBe(plainTracer.start('b', null).context.traceId)
  })
})

describe('work that is recorded', () => {
  it('is a part of the running span, ends with it, and fails by the code of its error alone', async () => {
    const lines: string[] = []
    const fault = Object.assign(new Error('words of a customer'), { code: '40001' })
    const work = () => traced('part', {}, () => Promise.reject(fault))
    await expect(inSpan(recorded(lines, 'whole'), work)).rejects.toBe(fault)
    expect(lines).toEqual(['whole > part', 'part failed: 40001', 'part ended'])
  })

  it('is only done where the running span is not recorded', async () => {
    const lines: string[] = []
    const unrecorded = recorded(lines, 'whole', newTraceContext())
    expect(await inSpan(unrecorded, () => traced('part', {}, async () => currentSpan()))).toBe(unrecorded)
    expect(await traced('part', {}, async () => currentSpan())).toBeUndefined()
    expect(lines).toEqual([])
  })

  it('of several requests is a part of the first that is recorded, with links to the others', async () => {
    const lines: string[] = []
    const [first, second] = [recorded(lines, 'first'), recorded(lines, 'second')]
    const plain = plainTracer.start('plain', null)
    await tracedTogether('batch', [undefined, plain, first, second, first], {}, async () => {})
    expect(lines).toEqual(['first > batch with 1 links', 'batch ended'])
    expect(await tracedTogether('batch', [plain], {}, async () => currentSpan())).toBe(plain)
    const many = Array.from({ length: 200 }, sampled)
    expect(sharedContext([null, ...many])).toMatchObject({ parent: many[0], links: { length: 64 } })
    expect(sharedContext([newTraceContext()])).toBeNull()
  })

  it('that a message began goes on in its trace', async () => {
    const parent = sampled()
    expect(await startTraced(plainTracer, 'process', { parent }, async () => currentSpan()?.context)).toEqual(parent)
  })
})
