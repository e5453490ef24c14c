import type { FetchNode } from '@apollo/query-planner'
import { isRecord } from '../../../subgraphs/kit/common/records.rules.ts'
import type { Execution, FetchCall, FetchTarget, Step } from './execution.types.ts'
import type { FetchError, Representations } from './fetch.types.ts'
import { finish, variablesFor } from './fetch-calls.rules.ts'
import { errorOf } from './fetch-errors.rules.ts'
import { copied, type Data, mergeInto } from './records.rules.ts'
import { compileRepresentation, type Representation } from './representations.rules.ts'
import { type AnswerPath, pathsAt } from './response-paths.rules.ts'
import { compileRewrites, type Rewrite } from './rewrites.rules.ts'
import type { TypeConditions } from './type-conditions.rules.ts'

/** What is asked of the service, each entity once, and the positions of each in the target. */
type EntityBatch = Representations & { readonly positions: readonly (readonly number[])[] }

const entityBatchOf = (
  objects: readonly Data[],
  representationOf: Representation,
  rewrite: Rewrite | null,
): EntityBatch => {
  const known = new Map<string, number[]>()
  const values: Data[] = []
  for (const [position, object] of objects.entries()) {
    const value = representationOf(object)
    if (value === null || !value.__typename) continue
    rewrite?.(value)
    const text = JSON.stringify(value)
    const positions = known.get(text)
    if (positions === undefined) {
      known.set(text, [position])
      values.push(value)
    } else positions.push(position)
  }
  return { values, texts: [...known.keys()], positions: [...known.values()] }
}

/** The errors of a service with the paths of the operation, one for each position of an entity. */
const entityErrors = <C>(
  service: string,
  execution: Execution<C>,
  target: FetchTarget,
  { positions }: EntityBatch,
  errors: readonly FetchError[],
): void => {
  let paths: AnswerPath[] | null = null
  for (const error of errors) {
    const [root, index, ...rest] = error.path ?? []
    if (typeof index !== 'number') {
      const path = root === undefined ? undefined : [...target.path, ...(error.path ?? [])]
      execution.errors.push(errorOf(service, error, path))
      continue
    }
    paths ??= pathsAt(execution.data, target.path)
    for (const position of positions[index] ?? [])
      execution.errors.push(errorOf(service, error, [...(paths[position] ?? []), ...rest]))
  }
}

type Merging = { readonly rewrite: Rewrite | null; readonly isAbstract: (name: unknown) => boolean }

const entitiesIn = (data: Data, count: number): readonly unknown[] => {
  const { _entities } = data
  if (!Array.isArray(_entities)) throw new Error('Expected "data._entities" in response to be an array')
  if (_entities.length !== count) throw new Error(`Expected "data._entities" to contain ${count} elements`)
  return _entities
}

/** The type of an entity: a service that has an interface as an object names the interface, not the type. */
const typeOf = (given: unknown, known: unknown, isAbstract: (name: unknown) => boolean): unknown =>
  given && (!known || !isAbstract(given)) ? given : known

const mergeEntities = (
  { objects }: FetchTarget,
  { positions }: EntityBatch,
  received: readonly unknown[],
  { rewrite, isAbstract }: Merging,
) => {
  for (const [n, entity] of received.entries()) {
    if (!isRecord(entity)) continue
    for (const [use, position] of (positions[n] ?? []).entries()) {
      const object = objects[position]
      if (object === undefined) continue
      if (use === 0) {
        entity.__typename = typeOf(entity.__typename, object.__typename, isAbstract)
        rewrite?.(entity)
      }
      // What two objects share would be changed in both by a later fetch for one of them.
      mergeInto(object, use === 0 && positions[n]?.length === 1 ? entity : copied(entity))
    }
  }
}

/** Fields of the entities at the target, by their representations. */
export const compileEntities = <C>(call: FetchCall<C>, fetch: FetchNode, types: TypeConditions): Step<C> => {
  const { service, names, ask } = call
  const representationOf = compileRepresentation(fetch.requires ?? [], types.within)
  const input = compileRewrites(fetch.inputRewrites, types.within)
  const merging = { rewrite: compileRewrites(fetch.outputRewrites, types.within), isAbstract: types.isAbstract }
  return (execution, target) => {
    const batch = entityBatchOf(target.objects, representationOf, input)
    if (batch.values.length === 0) return
    return finish(ask(variablesFor(names, execution.variables), batch, execution.context), ({ data, errors }) => {
      if (errors !== undefined) entityErrors(service, execution, target, batch, errors)
      if (data !== null) mergeEntities(target, batch, entitiesIn(data, batch.values.length), merging)
    })
  }
}
