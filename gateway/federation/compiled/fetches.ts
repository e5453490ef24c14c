import type { FetchNode } from '@apollo/query-planner'
import { DomainError } from '../../../subgraphs/kit/common/errors.ts'
import { compileEntities } from './entity-fetch.ts'
import type { Execution, FetchCall, FetchEnv, FetchTarget, Step } from './execution.types.ts'
import type { FetchAnswer } from './fetch.types.ts'
import { compileRootNames, finish, variablesFor } from './fetch-calls.rules.ts'
import { asGraphQLError, errorOf, failuresOf } from './fetch-errors.rules.ts'
import { copied, mergeInto } from './records.rules.ts'
import { compileRewrites, type Rewrite } from './rewrites.rules.ts'

/** Root fields, put into every object of the target. */
const compileRoots = <C>({ service, names, ask }: FetchCall<C>, rewrite: Rewrite | null): Step<C> => {
  const use = (execution: Execution<C>, target: FetchTarget, { data, errors }: FetchAnswer): void => {
    for (const error of errors ?? [])
      execution.errors.push(
        errorOf(service, error, error.path === undefined ? undefined : [...target.path, ...error.path]),
      )
    if (data === null) return
    rewrite?.(data)
    for (const [n, object] of target.objects.entries()) mergeInto(object, n === 0 ? data : copied(data))
  }
  return (execution, target) => {
    if (target.objects.length === 0) return
    return finish(ask(variablesFor(names, execution.variables), null, execution.context), (answer) =>
      use(execution, target, answer),
    )
  }
}

/** Compiles a fetch. An error in it is one of the operation, whose other fetches go on. */
export const compileFetch = <C>(fetch: FetchNode, env: FetchEnv<C>): Step<C> => {
  const { serviceName: service, operation: query, operationName = null, variableUsages: names = [] } = fetch
  const isMutation = fetch.operationKind === 'mutation'
  const ask = env.sourceOf(service).prepare({ query, operationName, isMutation })
  const call: FetchCall<C> = { service, names, ask, rootNames: compileRootNames(query) }
  const step =
    fetch.requires === undefined
      ? compileRoots(call, compileRewrites(fetch.outputRewrites, env.types.within))
      : compileEntities(call, fetch, env.types)
  return (execution, target) => {
    const fail = (error: unknown) => {
      if (error instanceof DomainError) execution.errors.push(...failuresOf(execution, target, call, error))
      else execution.errors.push(asGraphQLError(error))
    }
    try {
      return step(execution, target)?.catch(fail)
    } catch (error) {
      fail(error)
    }
  }
}
