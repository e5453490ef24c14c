import { randomBytes } from 'node:crypto'

/** The place of some work in a trace, as W3C Trace Context has it. */
export type TraceContext = {
  /** 32 hexadecimal digits. */
  readonly traceId: string
  /** 16 hexadecimal digits. */
  readonly spanId: string
  /** Whether the spans of the trace are recorded. */
  readonly isSampled: boolean
}

const TRACEPARENT = /^([\da-f]{2})-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})(-.*)?$/
const NO_TRACE = '0'.repeat(32)
const NO_SPAN = '0'.repeat(16)
const SAMPLED = 1

/** Reads a `traceparent`; null for one that is not valid, or of the version that no format has. */
export const parseTraceparent = (text: unknown): TraceContext | null => {
  const [, version, traceId = NO_TRACE, spanId = NO_SPAN, flags = '', more] = TRACEPARENT.exec(String(text)) ?? []
  if (version === undefined || version === 'ff' || traceId === NO_TRACE || spanId === NO_SPAN) return null
  // Later versions may append to what version 00 has.
  if (version === '00' && more !== undefined) return null
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & SAMPLED) === SAMPLED }
}

/** A context as the value of the header `traceparent`. */
export const traceparentOf = ({ traceId, spanId, isSampled }: TraceContext): string =>
  `00-${traceId}-${spanId}-${isSampled ? '01' : '00'}`

const TRACE_BYTES = 16
const SPAN_BYTES = 8
const CONTEXT_BYTES = TRACE_BYTES + SPAN_BYTES
const CONTEXTS_A_DRAW = 256

/** Random bytes are drawn for many contexts at a time, as each draw costs far more than its bytes. */
const createContexts = (): (() => TraceContext) => {
  let drawn = Buffer.alloc(0)
  return () => {
    if (drawn.length < CONTEXT_BYTES) drawn = randomBytes(CONTEXT_BYTES * CONTEXTS_A_DRAW)
    const traceId = drawn.toString('hex', 0, TRACE_BYTES)
    const spanId = drawn.toString('hex', TRACE_BYTES, CONTEXT_BYTES)
    drawn = drawn.subarray(CONTEXT_BYTES)
    return { traceId, spanId, isSampled: false }
  }
}

/** The beginning of a trace of its own, whose spans are not recorded. */
export const newTraceContext = createContexts()
