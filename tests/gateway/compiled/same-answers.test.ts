import { isDeepStrictEqual } from 'node:util'
import {
  type GraphQLSchema,
  getNamedType,
  getOperationAST,
  isAbstractType,
  type OperationDefinitionNode,
  parse,
  TypeInfo,
  validate,
  visit,
  visitWithTypeInfo,
} from 'graphql'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { choicesOf } from '../../../demo/random.ts'
import { readTrustedDocuments } from '../../../gateway/federation/trusted-documents.ts'
import { listServiceSdls, type ServiceSdl } from '../../../tools/schema/services.ts'
import { SEED } from '../../support/seed.ts'
import { FIXTURE_GRAPHS } from './fixture-graphs.ts'
import { type MadeOperation, makeUpOperation, makeUpVariables, withNamesOfOthers } from './made-up-operations.ts'
import { type Answer, openThreeGraphs, withMergedNulls, withoutPositions } from './three-graphs.ts'

/** Of each graph; nearly all are executed with several sets of variables. */
const OPERATIONS = 300
const SETS = 3
/**
 * The share of answers that may stay uncompared. They come in clusters, all sets of an operation: up to 0.94 % of a
 * graph were seen.
 */
const MOST_INCOMPARABLE = 0.03
const TIMEOUT_MS = 300_000

type Graphs = Awaited<ReturnType<typeof openThreeGraphs>>

/** Whether an operation asks for objects of several types at one place. */
const isAbstract = (schema: GraphQLSchema, query: string): boolean => {
  let found = false
  const types = new TypeInfo(schema)
  const Field = () => {
    found ||= isAbstractType(getNamedType(types.getType()))
  }
  visit(parse(query), visitWithTypeInfo(types, { Field }))
  return found
}

type Executed = Pick<MadeOperation, 'query' | 'reference'>

const renamed = ({ data, errors, invalidValues }: Answer): Answer => ({
  data: withNamesOfOthers(data),
  errors: errors.map(withNamesOfOthers).toSorted(),
  invalidValues: invalidValues.map(withNamesOfOthers).toSorted(),
})

const conflictsIn = ({ errors }: Answer): number => errors.filter((error) => error.includes('conflict because')).length

/**
 * Executes an operation in all ways. Returns how many answers could not be compared: a plan of the stock executor can
 * give a service fields that conflict, which it refuses, where ours gives them other names, and it can name other
 * values as the reason of a null, as `withMergedNulls` says. The stock executor gives
 * errors wrong positions where objects before them are of types that a service is not asked for, or lack what it needs:
 * positions of its that lead to values say nothing of ours, which must lead to nulls.
 */
const compare = async (
  graphs: Graphs,
  { query, reference }: Executed,
  variables: Readonly<Record<string, unknown>>,
): Promise<number> => {
  const inProcess = await graphs.inProcess(query, variables)
  const mixed = await graphs.mixed(query, variables)
  const expected = renamed(await graphs.stock(reference, variables))
  const conditional = /@(skip|include)/.test(query)
  let incomparable = 0
  for (const [how, answer] of Object.entries({ inProcess, mixed })) {
    if (isDeepStrictEqual(answer, expected)) continue
    if (conflictsIn(expected) > conflictsIn(answer)) {
      incomparable += 1
      continue
    }
    if (isDeepStrictEqual(withMergedNulls(answer), withMergedNulls(expected))) {
      incomparable += 1
      continue
    }
    const placed = withoutPositions(expected, conditional)
    const isSure = placed.isPlaced && !isAbstract(graphs.apiSchema, query)
    // The wrong position of an error of the stock executor can lead to another null.
    if (isSure && isDeepStrictEqual(withoutPositions(answer, conditional), placed)) {
      incomparable += 1
      continue
    }
    const [ours, theirs] = isSure
      ? [answer, expected]
      : [withoutPositions(answer, conditional), { ...placed, isPlaced: true }]
    expect({ how, query, variables, ...ours }).toEqual({ how, query, variables, ...theirs })
  }
  return incomparable
}

const variablesOf = (schema: GraphQLSchema, { variableDefinitions = [] }: OperationDefinitionNode, seed: string) =>
  makeUpVariables(schema, variableDefinitions, choicesOf(seed))

/** The graphs of a describe. */
const openBefore = (services: readonly ServiceSdl[], seed: string): (() => Graphs) => {
  let graphs: Graphs | null = null
  beforeAll(async () => {
    graphs = await openThreeGraphs(services, seed)
  })
  afterAll(async () => {
    await graphs?.close()
  })
  return () => {
    if (graphs === null) throw new Error('the graphs are not open')
    return graphs
  }
}

describe.each(Object.entries({ ...FIXTURE_GRAPHS, platform: listServiceSdls() }))('the graph %s', (name, services) => {
  const seed = `${SEED} ${name}`
  const opened = openBefore(services, seed)

  it('answers made-up operations compiled as by the stock executor', { timeout: TIMEOUT_MS }, async () => {
    const { apiSchema, uncompiled, ambiguous } = opened()
    const choices = choicesOf(seed)
    let asked = 0
    let incomparable = 0
    for (let n = 0; n < OPERATIONS; n += 1) {
      const made = makeUpOperation(apiSchema, choices, SETS)
      if (validate(apiSchema, parse(made.query)).length > 0) continue
      for (const variables of made.variables) incomparable += await compare(opened(), made, variables)
      asked += made.variables.length
    }
    expect(asked).toBeGreaterThan(OPERATIONS)
    expect(incomparable).toBeLessThan(asked * MOST_INCOMPARABLE)
    if (name === 'platform') expect(ambiguous.size).toBe(0)
    expect(uncompiled).toEqual([])
  })
})

describe('the trusted documents', () => {
  const opened = openBefore(listServiceSdls(), SEED)

  it('are answered compiled as by the stock executor', { timeout: TIMEOUT_MS }, async () => {
    const { apiSchema, uncompiled } = opened()
    for (const [id, query] of readTrustedDocuments()) {
      const operation = getOperationAST(parse(query))
      if (!operation) throw new Error(`the document ${id} has no operation`)
      for (let n = 0; n < SETS; n += 1)
        expect(
          await compare(opened(), { query, reference: query }, variablesOf(apiSchema, operation, `${SEED} ${id} ${n}`)),
        ).toBe(0)
    }
    expect(uncompiled).toEqual([])
  })
})
