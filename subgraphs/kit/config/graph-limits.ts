import { z } from 'zod'
import { durationBetween, durationMs } from './durations.rules.ts'

/** The limits of operations of the graph. */
export type GraphLimits = {
  /** Levels of fields. */
  readonly maxDepth: number
  /** Fields of the text, those of a fragment at each of its uses. */
  readonly maxFields: number
  readonly maxAliases: number
  readonly maxRootFields: number
  readonly maxDirectives: number
  readonly maxTokens: number
  /** The cost of one operation. */
  readonly maxCost: number
  /** Records that may be asked for as one page; pages have 200 of them at most, however many are asked for. */
  readonly maxPageSize: number
  /** The cost that one caller may cause a second in a process; five times as much may come at once. */
  readonly costPerSecond: number
  /** The timeout of a call of a service over HTTP, in ms. */
  readonly serviceTimeoutMs: number
  /** For how long a gateway that starts waits for services with an older schema to be replaced, in ms. */
  readonly schemaWaitMs: number
}

const count = (otherwise: number) =>
  z.coerce
    .number('must be a number')
    .int('must be a whole number')
    .min(1, 'must be 1 or more')
    .max(1_000_000_000, 'must be 1000000000 or less')
    .default(otherwise)

/** The variables of the graph. */
export const graphEnvironment = {
  GRAPH_MAX_DEPTH: count(15),
  GRAPH_MAX_FIELDS: count(300),
  GRAPH_MAX_ALIASES: count(100),
  GRAPH_MAX_ROOT_FIELDS: count(50),
  GRAPH_MAX_DIRECTIVES: count(50),
  GRAPH_MAX_TOKENS: count(3_000),
  GRAPH_MAX_COST: count(20_000),
  GRAPH_MAX_PAGE_SIZE: count(1_000),
  GRAPH_COST_PER_SECOND: count(200_000),
  GRAPH_SERVICE_TIMEOUT: z
    .string()
    .refine((value) => (durationMs(value) ?? 0) > 0, 'must be a duration such as 3s')
    .default('3s'),
  GRAPH_SCHEMA_WAIT: durationBetween('0s', '1h', '4m'),
}

const environment = z.object(graphEnvironment)

/** The limits as the variables say. */
export const graphLimitsOf = (values: z.infer<typeof environment>): GraphLimits => ({
  maxDepth: values.GRAPH_MAX_DEPTH,
  maxFields: values.GRAPH_MAX_FIELDS,
  maxAliases: values.GRAPH_MAX_ALIASES,
  maxRootFields: values.GRAPH_MAX_ROOT_FIELDS,
  maxDirectives: values.GRAPH_MAX_DIRECTIVES,
  maxTokens: values.GRAPH_MAX_TOKENS,
  maxCost: values.GRAPH_MAX_COST,
  maxPageSize: values.GRAPH_MAX_PAGE_SIZE,
  costPerSecond: values.GRAPH_COST_PER_SECOND,
  serviceTimeoutMs: durationMs(values.GRAPH_SERVICE_TIMEOUT) ?? 0,
  schemaWaitMs: durationMs(values.GRAPH_SCHEMA_WAIT) ?? 0,
})

/** The limits of an environment that sets none. */
export const GRAPH_LIMITS: GraphLimits = graphLimitsOf(environment.parse({}))
