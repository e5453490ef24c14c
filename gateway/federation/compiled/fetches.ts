import type { FetchNode } from '@apollo/query-planner'
import { GraphQLError, Kind, parse } from 'graphql'
import { DomainError } from '../../../subgraphs/kit/common/errors.ts'
import { isRecord } from '../../../subgraphs/kit/common/records.rules.ts'
import type { FetchAnswer, FetchError, FetchSource, PreparedFetch, Representations } from './fetch.types.ts'
import { copyOf, type Data, mergeInto } from './records.rules.ts'
import { compileRepresentation, type Representation } from './representations.rules.ts'
import { type AnswerPath, type PlanPath, pathsAt } from './response-paths.rules.ts'
import { compileRewrites, type Rewrite } from './rewrites.rules.ts'
import type { TypeConditions } from './type-conditions.rules.ts'

/** One execution of an operation. */
export type Run<C> = {
  readonly data: Data
  /** As the client sent them. */
  readonly variables: Data
  /** The variables of `@skip` and `@include`. */
  readonly conditions: Data
  readonly context: C
  readonly errors: GraphQLError[]
}

/** Where in the answer a node of the plan is executed. */
export type Place = { readonly objects: readonly Data[]; readonly path: PlanPath }

/** A node of the plan, compiled. */
export type Step<C> = (run: Run<C>, place: Place) => void | Promise<void>

export type FetchEnv<C> = {
  readonly types: TypeConditions
  sourceOf(service: string): FetchSource<C>
}

const DEFAULT_CODE = 'DOWNSTREAM_SERVICE_ERROR'

const errorOf = (service: string, { message, extensions }: FetchError, path: AnswerPath | undefined): GraphQLError =>
  new GraphQLError(message || `Error while fetching subquery from service "${service}"`, {
    path,
    extensions: { code: DEFAULT_CODE, ...extensions, serviceName: service },
  })

const asGraphQLError = (error: unknown): GraphQLError =>
  error instanceof GraphQLError
    ? error
    : new GraphQLError(error instanceof Error ? error.message : String(error), {
        originalError: error instanceof Error ? error : undefined,
      })

const rootsOf = (query: string): readonly string[] => {
  const operation = parse(query).definitions.find((node) => node.kind === Kind.OPERATION_DEFINITION)
  return (operation?.selectionSet.selections ?? []).flatMap((node) =>
    node.kind === Kind.FIELD ? [node.alias?.value ?? node.name.value] : [],
  )
}

const variablesFor = (names: readonly string[], given: Data): Data => {
  const variables: Data = {}
  for (const name of names) {
    const value = Object.hasOwn(given, name) ? given[name] : undefined
    if (value !== undefined) variables[name] = value
  }
  return variables
}

const finish = (
  answer: FetchAnswer | Promise<FetchAnswer>,
  use: (answer: FetchAnswer) => void,
): void | Promise<void> => (answer instanceof Promise ? answer.then(use) : use(answer))

type Call<C> = {
  readonly service: string
  /** The variables that it uses. */
  readonly names: readonly string[]
  /** The response names of its root fields. */
  readonly roots: readonly string[]
  readonly ask: PreparedFetch<C>
}

/** Root fields, put into every object of the place. */
const compileRoots = <C>({ service, names, ask }: Call<C>, rewrite: Rewrite | null): Step<C> => {
  const use = (run: Run<C>, place: Place, { data, errors }: FetchAnswer): void => {
    for (const error of errors ?? [])
      run.errors.push(errorOf(service, error, error.path === undefined ? undefined : [...place.path, ...error.path]))
    if (data === null) return
    rewrite?.(data)
    for (const [n, object] of place.objects.entries()) mergeInto(object, n === 0 ? data : copied(data))
  }
  return (run, place) => {
    if (place.objects.length === 0) return
    return finish(ask(variablesFor(names, run.variables), null, run.context), (answer) => use(run, place, answer))
  }
}

const copied = (data: Data): Data => {
  const copy = copyOf(data)
  return isRecord(copy) ? copy : {}
}

/** What is asked of the service, each entity once, and the positions in the place of each. */
type Asked = Representations & { readonly positions: readonly (readonly number[])[] }

const askedOf = (objects: readonly Data[], represent: Representation, rewrite: Rewrite | null): Asked => {
  const known = new Map<string, number[]>()
  const values: Data[] = []
  for (const [position, object] of objects.entries()) {
    const value = represent(object)
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

/** The errors of a service with the paths of the operation, one for each place of an entity. */
const entityErrors = <C>(
  service: string,
  run: Run<C>,
  place: Place,
  { positions }: Asked,
  errors: readonly FetchError[],
): void => {
  let paths: AnswerPath[] | null = null
  for (const error of errors) {
    const [root, index, ...rest] = error.path ?? []
    if (typeof index !== 'number') {
      const path = root === undefined ? undefined : [...place.path, ...(error.path ?? [])]
      run.errors.push(errorOf(service, error, path))
      continue
    }
    paths ??= pathsAt(run.data, place.path)
    for (const position of positions[index] ?? [])
      run.errors.push(errorOf(service, error, [...(paths[position] ?? []), ...rest]))
  }
}

type Merging = { readonly rewrite: Rewrite | null; readonly isAbstract: (name: unknown) => boolean }

const receivedOf = (data: Data, count: number): readonly unknown[] => {
  const { _entities } = data
  if (!Array.isArray(_entities)) throw new Error('Expected "data._entities" in response to be an array')
  if (_entities.length !== count) throw new Error(`Expected "data._entities" to contain ${count} elements`)
  return _entities
}

/** The type of an entity: a service that has an interface as an object names the interface, not the type. */
const typeOf = (given: unknown, known: unknown, isAbstract: (name: unknown) => boolean): unknown =>
  given && (!known || !isAbstract(given)) ? given : known

const mergeEntities = (
  { objects }: Place,
  { positions }: Asked,
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

/** Fields of the entities at the place, by their representations. */
const compileEntities = <C>(call: Call<C>, fetch: FetchNode, types: TypeConditions): Step<C> => {
  const { service, names, ask } = call
  const represent = compileRepresentation(fetch.requires ?? [], types.within)
  const input = compileRewrites(fetch.inputRewrites, types.within)
  const merging = { rewrite: compileRewrites(fetch.outputRewrites, types.within), isAbstract: types.isAbstract }
  return (run, place) => {
    const asked = askedOf(place.objects, represent, input)
    if (asked.values.length === 0) return
    return finish(ask(variablesFor(names, run.variables), asked, run.context), ({ data, errors }) => {
      if (errors !== undefined) entityErrors(service, run, place, asked, errors)
      if (data !== null) mergeEntities(place, asked, receivedOf(data, asked.values.length), merging)
    })
  }
}

/** The errors of a fetch that failed as a whole: one for each root field, or one for the first entity. */
const failuresOf = <C>(
  run: Run<C>,
  place: Place,
  { service, roots }: Call<C>,
  { message, extensions }: DomainError,
) => {
  const [first = []] = pathsAt(run.data, place.path)
  const paths = roots.map((root) => (root === '_entities' ? first : [...first, root]))
  return paths.map((path) => errorOf(service, { message, extensions }, path))
}

/** Compiles a fetch. An error in it is one of the operation, whose other fetches go on. */
export const compileFetch = <C>(fetch: FetchNode, env: FetchEnv<C>): Step<C> => {
  const { serviceName: service, operation: query, operationName = null, variableUsages: names = [] } = fetch
  const isMutation = fetch.operationKind === 'mutation'
  const ask = env.sourceOf(service).prepare({ query, operationName, isMutation })
  const call: Call<C> = { service, names, ask, roots: rootsOf(query) }
  const step =
    fetch.requires === undefined
      ? compileRoots(call, compileRewrites(fetch.outputRewrites, env.types.within))
      : compileEntities(call, fetch, env.types)
  return (run, place) => {
    const fail = (error: unknown) => {
      if (error instanceof DomainError) run.errors.push(...failuresOf(run, place, call, error))
      else run.errors.push(asGraphQLError(error))
    }
    try {
      return step(run, place)?.catch(fail)
    } catch (error) {
      fail(error)
    }
  }
}
