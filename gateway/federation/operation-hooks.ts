import type { ApolloServerPlugin } from '@apollo/server'
import { type FormattedExecutionResult, GraphQLError, type OperationDefinitionNode, OperationTypeNode } from 'graphql'
import { ERROR_TABLE } from '../../subgraphs/kit/common/errors.ts'
import type { GivenOperation } from './cost-limit.ts'
import type { GraphContext } from './data-sources.ts'

/** An operation that was read and validated, before it is executed. */
export type ResolvedOperation = GivenOperation & { readonly operationName: string | null }

/** An answer that may still be changed. */
export type Answer = { -readonly [Key in keyof FormattedExecutionResult]: FormattedExecutionResult[Key] }

/** What is done around the execution of every operation, whether Apollo Server executes it or not. */
export type OperationHook = {
  /** Before it is executed. @throws GraphQLError to refuse it. */
  before?(operation: ResolvedOperation, context: GraphContext): void
  /** Before its answer, or its refusal, is sent. */
  after?(answer: Answer, context: GraphContext): void
}

const refusal = (message: string): GraphQLError =>
  new GraphQLError(message, { extensions: { code: 'BAD_USER_INPUT', http: { status: 400 } } })

/** @throws GraphQLError for an operation that is not executed here. */
const executable = (operation: OperationDefinitionNode | null | undefined): OperationDefinitionNode => {
  if (!operation)
    throw refusal('The request names no operation of its text: give the name of one of them as `operationName`.')
  if (operation.operation === OperationTypeNode.SUBSCRIPTION)
    throw refusal('Subscriptions are answered as server-sent events; send it to /graphql/stream.')
  return operation
}

/**
 * The status of an answer. An executed operation answers 200, even if some of its fields failed: their errors contain
 * the statuses.
 */
export const statusOf = (answer: Answer, ofErrors: number | undefined): number | undefined => {
  if ('data' in answer) return undefined
  // Apollo answers an unsupported hash with 200, though nothing was executed.
  return ofErrors === 200 ? ERROR_TABLE.BAD_USER_INPUT.status : ofErrors
}

/** Has Apollo Server call the hooks, in their order; the first that refuses an operation ends it. */
export const hooksPlugin = (hooks: readonly OperationHook[]): ApolloServerPlugin<GraphContext> => ({
  async requestDidStart() {
    return {
      async didResolveOperation({ schema, document, operation: named, operationName, request, contextValue }) {
        const operation = executable(named)
        const given = request.variables ?? {}
        for (const hook of hooks) hook.before?.({ schema, document, operation, operationName, given }, contextValue)
      },
      async willSendResponse({ response: { body, http }, contextValue }) {
        if (body.kind !== 'single') return
        const status = statusOf(body.singleResult, http.status)
        if (status === undefined) delete http.status
        else http.status = status
        for (const hook of hooks) hook.after?.(body.singleResult, contextValue)
      },
    }
  },
})

/** Adds the trace id of the log to every error of an answer. */
export const withTraceId = <E extends { readonly extensions?: Readonly<Record<string, unknown>> | undefined }>(
  errors: readonly E[],
  traceId: string,
) => errors.map((error) => ({ ...error, extensions: { ...error.extensions, traceId } }))
