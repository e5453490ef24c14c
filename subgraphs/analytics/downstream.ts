import { z } from 'zod'
import type { Calls, ServiceName } from '../kit/calls/calls.ts'
import type { OperationContext } from '../kit/graphql/context.ts'
import type { Logger } from '../kit/observability/log.ts'

/** One call that a dashboard is built from. */
export type Source<T> = {
  /** The name in `degradedSources`. */
  readonly name: string
  readonly service: ServiceName
  readonly path: string
  readonly query: Readonly<Record<string, string | number>>
  /** What the callee may answer; anything else counts as a failure. */
  readonly answer: z.ZodType<T>
}

/** A source as it was read: its value, or that it failed. */
export type Read<T> = { readonly name: string; readonly value: T | null }

const TIMEOUT_MS = 3_000

export type Downstream = <T>(source: Source<T>, context: OperationContext) => Promise<Read<T>>

const describe = (error: unknown): string => (error instanceof Error ? error.message : String(error)).slice(0, 300)

/**
 * Reads sources with the caller's own token, 3 s each. A failure of any kind is logged as a warning and gives null:
 * a dashboard shows what it has (requirements: downstream calls fail softly).
 */
export const createDownstream =
  (calls: Calls, log: Logger): Downstream =>
  async (source, context) => {
    try {
      const { principal, token } = context
      const answer = await calls.request(source.service, {
        method: 'GET',
        path: source.path,
        query: source.query,
        as: { kind: 'caller', principal, token },
        timeoutMs: TIMEOUT_MS,
      })
      if (answer.status !== 200) throw new Error(`answered ${answer.status}`)
      return { name: source.name, value: source.answer.parse(answer.body) }
    } catch (error) {
      const reason = error instanceof z.ZodError ? 'answered in an unknown shape' : describe(error)
      log.warn(
        { source: source.name, reason, traceId: context.traceId },
        'a dashboard source failed; its figures are left out',
      )
      return { name: source.name, value: null }
    }
  }

/** The names of the sources that failed, in the order given. */
export const degraded = (reads: readonly Read<unknown>[]): string[] =>
  reads.filter(({ value }) => value === null).map(({ name }) => name)
