import { z } from 'zod'

/** Where traces are sent, and which. */
export type TracingConfig = {
  readonly tracesUrl: string
  readonly sampler: SamplerName
  /** The share of traces that a sampler by trace id records, 0 to 1. */
  readonly ratio: number
}

const SAMPLERS = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const
type SamplerName = (typeof SAMPLERS)[number]

const collector = z.url({ protocol: /^https?$/, error: 'must be a URL such as http://collector:4318' }).optional()

/** The variables of OpenTelemetry that are checked at start; the SDK reads others itself. */
export const tracingEnvironment = {
  OTEL_EXPORTER_OTLP_ENDPOINT: collector,
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: collector,
  OTEL_TRACES_SAMPLER: z.enum(SAMPLERS, `must be one of ${SAMPLERS.join(', ')}`).default('parentbased_always_on'),
  OTEL_TRACES_SAMPLER_ARG: z.coerce
    .number('must be a number')
    .min(0, 'must be 0 to 1')
    .max(1, 'must be 0 to 1')
    .default(1),
}

/** Null where no collector is given: then nothing is recorded. */
export const tracingConfigOf = (env: z.infer<z.ZodObject<typeof tracingEnvironment>>): TracingConfig | null => {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: given } = env
  const tracesUrl = given ?? (endpoint === undefined ? null : `${endpoint.replace(/\/$/, '')}/v1/traces`)
  return tracesUrl === null ? null : { tracesUrl, sampler: env.OTEL_TRACES_SAMPLER, ratio: env.OTEL_TRACES_SAMPLER_ARG }
}
