import { Histogram, type Registry } from 'prom-client'
import { ERROR_TABLE, isErrorCode } from '../../subgraphs/kit/common/errors.ts'
import type { Answer, OperationHook } from './operation-hooks.ts'

type Outcome = 'ok' | 'partial' | 'refused' | 'failed'

/** What is known of the operation of a request, once it is known. */
export type OperationReport = { name?: string; outcome?: Outcome }

/** Measures the operations of the graph. */
export type OperationMetrics = {
  readonly hook: OperationHook
  /** The answer of an operation was sent. Its name is shown where it is of a trusted document. */
  ended(report: OperationReport, isTrusted: boolean, seconds: number): void
}

/** True for an error that is the platform's own. */
const isOwn = (code: unknown): boolean => !isErrorCode(code) || ERROR_TABLE[code].status >= 500

const APOLLO_REFUSALS: ReadonlySet<string> = new Set(['BAD_REQUEST', 'OPERATION_RESOLUTION_FAILURE'])

/** Codes of Apollo Server and of the limits are errors of the caller, and not in the table. */
const isKnownRefusal = (code: unknown): boolean =>
  typeof code === 'string' && (code.endsWith('_EXCEEDED') || code.startsWith('GRAPHQL_') || APOLLO_REFUSALS.has(code))

const outcomeOf = ({ data, errors = [] }: Answer): Outcome => {
  if (errors.length === 0) return 'ok'
  if (data !== undefined && data !== null) return 'partial'
  const codes = errors.map(({ extensions }) => extensions?.code)
  return codes.some((code) => isOwn(code) && !isKnownRefusal(code)) ? 'failed' : 'refused'
}

/** Creates the metrics in a registry. */
export const createOperationMetrics = (registry: Registry): OperationMetrics => {
  const durations = new Histogram({
    name: 'fleetops_graph_operation_duration_seconds',
    help: 'Duration of operations of the graph, from the request to the answer',
    labelNames: ['operation', 'outcome'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  })
  return {
    hook: {
      before({ operation, operationName }, { report }) {
        if (report !== undefined) report.name = operationName ?? operation.name?.value ?? ''
      },
      after(answer, { report }) {
        if (report !== undefined) report.outcome = outcomeOf(answer)
      },
    },
    ended({ name, outcome }, isTrusted, seconds) {
      if (outcome === undefined) return
      durations.observe({ operation: isTrusted && name ? name : 'other', outcome }, seconds)
    },
  }
}
