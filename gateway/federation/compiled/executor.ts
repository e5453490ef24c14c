import { createHash } from 'node:crypto'
import type { ApolloServerOptionsWithGateway } from '@apollo/server'
import {
  type DocumentNode,
  type GraphQLSchema,
  getOperationAST,
  Kind,
  type OperationDefinitionNode,
  OperationTypeNode,
  parse,
  validate,
} from 'graphql'
import { LRUCache } from 'lru-cache'
import { isRecord } from '../../../subgraphs/kit/common/records.rules.ts'
import { compilePlanned } from './compile-split.ts'
import type { FetchSource } from './fetch.types.ts'
import type { CompiledOperation, OperationAnswer } from './operation.ts'
import { planDocument } from './plan-document.ts'
import { createPlanner } from './planner.ts'

// Apollo types the context of a gateway with `any`.
export type Gateway = ApolloServerOptionsWithGateway<never>['gateway']
type Loaded = Awaited<ReturnType<Gateway['load']>>
export type Executor = NonNullable<Loaded['executor']>
type Request = Parameters<Executor>[0]

/** Operations kept, and the characters of their texts; what is compiled of one takes about a hundred bytes each. */
const MAX_OPERATIONS = 1_000
const MAX_CHARS = 500_000

/** An operation as logs name it. */
export type NamedOperation = { readonly operationName: string | null; readonly queryHash: string }

/** An operation that is left to the stock executor, and why. */
export type Uncompiled = NamedOperation & { readonly reason: string }

export type GraphExecutorOptions<C> = {
  readonly supergraphSdl: string
  /** A service, with the URL that the supergraph gives it. */
  sourceOf(service: string, url: string): FetchSource<C>
  /** The context of an operation as the sources get it, from what Apollo hands over. */
  contextOf(given: Request['context']): C
  /** Opens the stock executor; called when an operation needs it for the first time. */
  openStock(): Promise<Executor>
  /** Called once for each distinct operation that is not compiled, while it is known. */
  onUncompiled(operation: Uncompiled): void
  /** Called once for each distinct operation that Apollo's own plan would answer wrongly, while it is known. */
  onAmbiguous(operation: NamedOperation): void
  /** Called for every execution by the stock executor. */
  onFallback(): void
  /** Called for every operation: whether its plan was known. */
  onLookUp?(isHit: boolean): void
}

type Prepared<C> = CompiledOperation<C> | 'uncompiled'

const answerFor = ({ data, errors, invalidValues }: OperationAnswer): Awaited<ReturnType<Executor>> => ({
  ...(errors === undefined ? {} : { errors: [...errors] }),
  ...(data === undefined ? {} : { data }),
  ...(invalidValues === undefined ? {} : { extensions: { valueCompletion: invalidValues } }),
})

/** An operation of a document that was read and validated, compiled. */
export type PreparedOperation<C> = {
  readonly operation: {
    readonly schema: GraphQLSchema
    readonly document: DocumentNode
    readonly operation: OperationDefinitionNode
    readonly operationName: string | null
  }
  execute(variables: Readonly<Record<string, unknown>>, context: C): ReturnType<Executor>
}

/** What executes the operations of a supergraph. */
export type GraphExecutor<C> = {
  readonly gateway: Gateway
  /**
   * Reads, plans and compiles the operation of a document; null where it has none of this name, or only the stock
   * executor can execute it.
   * @throws GraphQLError when the document is invalid.
   */
  prepare(query: string, operationName: string | null): PreparedOperation<C> | null
}

/**
 * Executes operations by plans that are compiled once for each. How a document becomes a function, file by file:
 *
 * 1. `plan-document`: response names that cannot be executed are replaced (`response-names`), and Apollo's planner
 *    (`planner`) makes a plan; `plan-conflicts` and `required-arguments` find plans that would answer wrongly.
 * 2. `plan-nodes`: each node of the plan becomes a `Step`; those that fetch are made by `fetches` and `entity-fetch`,
 *    whose services the caller provides (`fetch.types`).
 * 3. `operation`: each execution has one object, `Execution.data`. The steps ask the services and merge what these
 *    answer into it in place (`records`, `response-paths`, `rewrites`); nothing else holds it meanwhile. At the end
 *    `projection` makes another object of it: what the client asked for, in the order of its document.
 * 4. `compile-split`: an operation whose fields require different things is compiled in parts.
 *
 * The tests are in tests/gateway/compiled, as each needs services. One whose compilation fails is executed by the stock
 * executor: clients cannot bring that about, as every plan that the planner makes today can be compiled.
 * @throws Error when the supergraph is invalid.
 */
export const createGraphExecutor = <C>(options: GraphExecutorOptions<C>): GraphExecutor<C> => {
  const planner = createPlanner(options.supergraphSdl)
  const cache = new LRUCache<string, Prepared<C>>({ max: MAX_OPERATIONS, maxSize: MAX_CHARS })
  const sources = new Map<string, FetchSource<C>>()
  const sourceOf = (service: string): FetchSource<C> => {
    const source = sources.get(service) ?? options.sourceOf(service, planner.services.get(service) ?? '')
    sources.set(service, source)
    return source
  }
  const compile = (document: DocumentNode, operationName: string | null, queryHash: string): Prepared<C> => {
    const planned = planDocument(planner, document, operationName)
    if (planned.ambiguity !== 'none') options.onAmbiguous({ operationName, queryHash })
    try {
      return compilePlanned(planner, planned, { types: planner.types, sourceOf })
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      options.onUncompiled({ reason, operationName, queryHash })
      return 'uncompiled'
    }
  }
  const preparedFor = (document: DocumentNode, operationName: string | null, queryHash: string): Prepared<C> => {
    const only = cache.get(queryHash)
    if (only !== undefined) {
      options.onLookUp?.(true)
      return only
    }
    // Which of its operations is meant was checked; most documents have one, and not every client names it.
    const isOne = document.definitions.filter(({ kind }) => kind === Kind.OPERATION_DEFINITION).length === 1
    const key = isOne ? queryHash : `${queryHash}\n${operationName ?? ''}`
    const before = cache.get(key)
    options.onLookUp?.(before !== undefined)
    if (before !== undefined) return before
    const prepared = compile(document, operationName, queryHash)
    cache.set(key, prepared, { size: Math.max(1, document.loc?.end ?? 1) })
    return prepared
  }
  let stock: Promise<Executor> | null = null
  const fallBack = async (request: Request) => {
    options.onFallback()
    stock ??= options.openStock()
    return (await stock)(request)
  }
  const executor: Executor = async (request) => {
    const { document, queryHash } = request
    const { operationName = null, variables } = request.request
    const prepared = preparedFor(document, operationName, queryHash)
    if (prepared === 'uncompiled') return fallBack(request)
    return answerFor(await prepared(isRecord(variables) ? variables : {}, options.contextOf(request.context)))
  }
  const gateway: Gateway = {
    load: async () => ({ executor }),
    onSchemaLoadOrUpdate(callback) {
      callback({ apiSchema: planner.schema, coreSupergraphSdl: options.supergraphSdl })
      return () => undefined
    },
    stop: async () => undefined,
  }
  return {
    gateway,
    prepare(query, given) {
      const { schema } = planner
      const document = parse(query)
      const [fault] = validate(schema, document)
      if (fault !== undefined) throw fault
      const operation = getOperationAST(document, given)
      if (!operation || operation.operation === OperationTypeNode.SUBSCRIPTION) return null
      const operationName = operation.name?.value ?? null
      const prepared = preparedFor(document, operationName, createHash('sha256').update(query).digest('hex'))
      if (prepared === 'uncompiled') return null
      return {
        operation: { schema, document, operation, operationName },
        execute: async (variables, context) => answerFor(await prepared(variables, context)),
      }
    },
  }
}
