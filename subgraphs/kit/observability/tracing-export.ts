import {
  DiagLogLevel,
  diag,
  ROOT_CONTEXT,
  type Span as SdkSpan,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources'
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  type Sampler,
  SamplingDecision,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import { withDeadline } from '../common/deadline.ts'
import { newTraceContext, type TraceContext } from '../tracing/trace-context.rules.ts'
import { type Span, type SpanOptions, type Tracer, unrecordedSpan } from '../tracing/tracing.ts'
import type { Logger } from './log.ts'
import type { TracingConfig } from './tracing-environment.ts'

const KINDS = {
  internal: SpanKind.INTERNAL,
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
} as const

/** How long the end of a process waits for what was recorded to be sent. */
const CLOSE_MS = 3_000

/**
 * Decides which traces are recorded. The samplers of the SDK do, asked before a span begins: to begin one in the SDK
 * that is not recorded takes twice as long, and most are not.
 */
const createDecision = ({ sampler, ratio }: TracingConfig): ((place: TraceContext, hasParent: boolean) => boolean) => {
  const isOwn = !sampler.startsWith('parentbased_')
  const root: Sampler = sampler.endsWith('always_on')
    ? new AlwaysOnSampler()
    : sampler.endsWith('always_off')
      ? new AlwaysOffSampler()
      : new TraceIdRatioBasedSampler(ratio)
  return ({ traceId, isSampled }, hasParent) => {
    if (hasParent && !isOwn) return isSampled
    const { decision } = root.shouldSample(ROOT_CONTEXT, traceId, '', SpanKind.INTERNAL, {}, [])
    return decision === SamplingDecision.RECORD_AND_SAMPLED
  }
}

const remote = ({ traceId, spanId, isSampled }: TraceContext) => ({
  traceId,
  spanId,
  traceFlags: isSampled ? 1 : 0,
  isRemote: true,
})

const contextOf = (span: SdkSpan): TraceContext => {
  const { traceId, spanId, traceFlags } = span.spanContext()
  return { traceId, spanId, isSampled: (traceFlags & 1) === 1 }
}

const sdkOptions = ({ kind = 'internal', attributes = {}, links = [], startedAtMs }: SpanOptions) => ({
  kind: KINDS[kind],
  attributes,
  links: links.map((link) => ({ context: remote(link) })),
  ...(startedAtMs === undefined ? {} : { startTime: startedAtMs }),
})

type Begin = (name: string, options: SpanOptions, parent: SdkSpan | TraceContext | null) => SdkSpan

/** Ids of spans, and of the trace that is about to begin. */
const createIds = () => {
  let traceId = ''
  return {
    setTrace(given: string): void {
      traceId = given
    },
    generator: { generateTraceId: () => traceId, generateSpanId: () => newTraceContext().spanId },
  }
}

const spanOf = (span: SdkSpan, begin: Begin): Span => ({
  context: contextOf(span),
  child: (name, options = {}) => spanOf(begin(name, options, span), begin),
  rename: (name) => void span.updateName(name),
  set: (attributes) => void span.setAttributes(attributes),
  fail: (type) => void span.setStatus({ code: SpanStatusCode.ERROR }).setAttribute('error.type', type),
  end: () => span.end(),
})

type ExportOptions = {
  /** What the process is called in traces, unless `OTEL_SERVICE_NAME` says so. */
  readonly serviceName: string
  readonly version: string
  readonly log: Logger
  readonly closeMs?: number
}

/**
 * A tracer that sends spans to a collector by OTLP over HTTP. It registers nothing globally, so that no library records
 * spans of its own. The SDK itself reads `OTEL_SERVICE_NAME`, `OTEL_RESOURCE_ATTRIBUTES` and the variables of the
 * exporter (`OTEL_EXPORTER_OTLP_HEADERS`, `…_TIMEOUT`, `…_COMPRESSION`) from the environment.
 */
export const openExport = (
  config: TracingConfig,
  { serviceName, version, log, closeMs = CLOSE_MS }: ExportOptions,
): Tracer => {
  const warn = (message: string) => log.warn({ reason: message }, 'traces cannot be exported')
  diag.setLogger(
    { error: warn, warn, info: () => {}, debug: () => {}, verbose: () => {} },
    { logLevel: DiagLogLevel.ERROR, suppressOverrideMessage: true },
  )
  const isRecorded = createDecision(config)
  const ids = createIds()
  const named = resourceFromAttributes({ 'service.name': serviceName, 'service.version': version })
  const provider = new TracerProvider({
    resource: defaultResource()
      .merge(named)
      .merge(detectResources({ detectors: [envDetector] })),
    sampler: new AlwaysOnSampler(),
    idGenerator: ids.generator,
    spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter({ url: config.tracesUrl }) })],
  })
  const sdk = provider.getTracer('fleetops', version)
  const begin: Begin = (name, options, parent) => {
    const within =
      parent === null
        ? ROOT_CONTEXT
        : 'spanContext' in parent
          ? trace.setSpan(ROOT_CONTEXT, parent)
          : trace.setSpanContext(ROOT_CONTEXT, remote(parent))
    return sdk.startSpan(name, sdkOptions(options), within)
  }
  return {
    start(name, parent, options = {}) {
      const place = parent ?? newTraceContext()
      if (!isRecorded(place, parent !== null)) return unrecordedSpan({ ...place, isSampled: false })
      ids.setTrace(place.traceId)
      return spanOf(begin(name, options, parent), begin)
    },
    async close() {
      const late = () => log.warn('traces that were recorded last could not be sent in time')
      await withDeadline(provider.shutdown(), closeMs, late).catch((error: unknown) =>
        log.warn({ err: error }, 'traces that were recorded last could not be sent'),
      )
    },
  }
}
