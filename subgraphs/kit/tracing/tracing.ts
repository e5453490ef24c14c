import { AsyncLocalStorage } from 'node:async_hooks'
import { newTraceContext, type TraceContext, traceparentOf } from './trace-context.rules.ts'

/** What is known of a span: names and numbers of ours only, nothing that a caller wrote. */
export type Attributes = Readonly<Record<string, string | number | boolean>>

export type SpanOptions = {
  readonly kind?: 'internal' | 'server' | 'client' | 'producer' | 'consumer'
  readonly attributes?: Attributes
  /** Other work that led to it. */
  readonly links?: readonly TraceContext[]
  /** When it began, as epoch milliseconds; now when left out. */
  readonly startedAtMs?: number
}

/** A piece of work in a trace. */
export type Span = {
  readonly context: TraceContext
  /** Begins a part of this work. */
  child(name: string, options?: SpanOptions): Span
  /** Gives it another name, once more is known. */
  rename(name: string): void
  set(attributes: Attributes): void
  /** Marks it as failed. `type`: a code or the name of an error, never its message. */
  fail(type: string): void
  end(): void
}

/** Begins spans whose parent is not in this process. */
export type Tracer = {
  /** `parent`: the context that came with a request or a message; a new trace begins without one. */
  start(name: string, parent: TraceContext | null, options?: SpanOptions): Span
  /** Sends what was recorded, within a few seconds. */
  close(): Promise<void>
}

const nothing = () => {}

/** A span that is not recorded: it only has a place in a trace. */
export const unrecordedSpan = (context: TraceContext): Span => {
  const span: Span = { context, child: () => span, rename: nothing, set: nothing, fail: nothing, end: nothing }
  return span
}

/** Records nothing: traces are only known by their ids, in logs, errors and messages. */
export const plainTracer: Tracer = {
  start: (_name, parent) => unrecordedSpan(parent ?? newTraceContext()),
  close: async () => {},
}

const current = new AsyncLocalStorage<Span | undefined>()

/** The span that the running code belongs to. */
export const currentSpan = (): Span | undefined => current.getStore()

/** Runs `work`, and what it calls and awaits, as part of a span. */
export const inSpan = <T>(span: Span | undefined, work: () => T): T => current.run(span, work)

/** Runs `work` as part of no span: what one request starts and others use, such as a loop or a timer. */
export const outsideSpans = <T>(work: () => T): T => current.run(undefined, work)

/** The `traceparent` for what is sent on behalf of the running code. */
export const currentTraceparent = (): string | undefined => {
  const span = current.getStore()
  return span === undefined ? undefined : traceparentOf(span.context)
}

const typeOf = (error: unknown): string => {
  if (!(error instanceof Error)) return typeof error
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name
}

/** Runs `work` as part of a span, which ends with it. */
const whole = async <T>(span: Span, work: () => Promise<T>): Promise<T> => {
  try {
    return await inSpan(span, work)
  } catch (error) {
    span.fail(typeOf(error))
    throw error
  } finally {
    span.end()
  }
}

/** Begins a trace, or goes on with that of a request or message, for `work`. */
export const startTraced = <T>(
  tracer: Tracer,
  name: string,
  { parent = null, ...options }: SpanOptions & { readonly parent?: TraceContext | null },
  work: () => Promise<T>,
): Promise<T> => whole(tracer.start(name, parent, options), work)

/** Records `work` as a part of the running span, where that is recorded. */
export const traced = <T>(name: string, options: SpanOptions, work: () => Promise<T>): Promise<T> => {
  const parent = current.getStore()
  return parent?.context.isSampled === true ? whole(parent.child(name, options), work) : work()
}

/** Links that a span has at most. */
const MAX_LINKS = 64

/** The first of several contexts that are recorded, as a parent, and the others as links; null for none. */
export const sharedContext = (
  contexts: readonly (TraceContext | null)[],
): { readonly parent: TraceContext; readonly links: readonly TraceContext[] } | null => {
  const sampled = new Map<string, TraceContext>()
  for (const context of contexts)
    if (context?.isSampled === true && sampled.size <= MAX_LINKS) sampled.set(context.spanId, context)
  const [parent, ...links] = sampled.values()
  return parent === undefined ? null : { parent, links }
}

/**
 * Runs work that several requests share as a part of the first of them that is recorded, with links to the others.
 * `spans`: where each of them runs.
 */
export const tracedTogether = <T>(
  name: string,
  spans: readonly (Span | undefined)[],
  options: SpanOptions,
  work: () => Promise<T>,
): Promise<T> => {
  const recorded = spans.filter((span) => span?.context.isSampled === true)
  const [parent] = recorded
  if (parent === undefined) return current.run(spans[0], work)
  const links = sharedContext(recorded.map((span) => span?.context ?? null))?.links ?? []
  return whole(parent.child(name, { ...options, links }), work)
}
