import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  getOperationAST,
  isEnumType,
  isLeafType,
  isNonNullType,
  isObjectType,
  type OperationDefinitionNode,
  parse,
} from 'graphql'
import { choicesOf } from '../../../demo/random.ts'
import { costOf } from '../../../gateway/federation/cost.rules.ts'
import { countDocument } from '../../../gateway/federation/document-counts.rules.ts'
import { limitFault } from '../../../gateway/federation/limits.rules.ts'
import type { ListSizes } from '../../../gateway/federation/list-sizes.rules.ts'
import { DAY_MS } from '../../../subgraphs/kit/common/dates.ts'
import { GRAPH_LIMITS } from '../../../subgraphs/kit/config/graph-limits.ts'

/** An operation that the platform takes, and what the gateway computes that it asks for. */
export type CostlyOperation = { readonly name: string; readonly text: string; readonly values: number }

export type Contract = { readonly schema: GraphQLSchema; readonly listSizes: ListSizes }

const MAX_TEXT = 18_000
const MOST_LEVELS = 6

const dayBefore = (days: number): string => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10)

/** What is asked of arguments that are no sizes; an ATM with many events, and spans as long as they may be. */
const ARGUMENTS: Readonly<Record<string, () => string>> = {
  hoursBack: () => '168',
  from: () => `"${dayBefore(399)}"`,
  to: () => `"${dayBefore(0)}"`,
  since: () => `"${dayBefore(30)}T00:00:00Z"`,
  agentAtmId: () => '"ATM-1"',
  atmId: () => '1',
  id: () => '1',
  key: () => '"BANK1"',
  contextLines: () => '50',
}
/** What takes nothing from the work, but from the answer. */
const LEFT_OUT = new Set(['sort', 'after', 'afterAtmId', 'page', 'format', 'q', 'date', 'day'])

const operationOf = (text: string): OperationDefinitionNode => {
  const operation = getOperationAST(parse(text, { noLocation: true }))
  if (operation === null || operation === undefined) throw new Error(`no operation: ${text}`)
  return operation
}

/** What the gateway counts of an operation without variables; null where it takes it for too much. */
export const legalCost = ({ schema, listSizes }: Contract, text: string): number | null => {
  const operation = operationOf(text)
  const document = { kind: 'Document', definitions: [operation] } as Parameters<typeof costOf>[0]['document']
  const cost = costOf({ schema, listSizes, document, operation, variables: {} })
  const isLegal = limitFault(countDocument(document, operation), cost, GRAPH_LIMITS) === null
  return isLegal && text.length <= MAX_TEXT ? cost.values : null
}

type Walk = Contract & { readonly random: () => number; readonly scale: number }

const argumentText = ({ name, type, defaultValue }: GraphQLArgument, size: string | null): string | null => {
  if (size !== null) return `${name}: ${size}`
  const isRequired = isNonNullType(type) && defaultValue === undefined
  const named = getNamedType(type)
  if (isEnumType(named)) return isRequired ? `${name}: ${named.getValues()[0]?.name}` : null
  if (LEFT_OUT.has(name) && !isRequired) return null
  const given = ARGUMENTS[name]
  if (given === undefined) return isRequired ? `${name}: "x"` : null
  return isRequired || name === 'hoursBack'
    ? `${name}: ${named.name === 'UUID' ? '"00000000-0000-4000-8000-000000000000"' : given()}`
    : null
}

const argumentsText = (
  coordinate: string,
  field: GraphQLField<unknown, unknown>,
  { listSizes, scale, random }: Walk,
) => {
  const bound = listSizes.lists.get(coordinate)
  const one = field.args.some(({ name }) => name === 'agentAtmId') && field.args.some(({ name }) => name === 'atmId')
  const texts = field.args.flatMap((argument) => {
    const isSize = bound?.slicing.includes(argument.name) === true
    const size = isSize ? String(Math.max(1, Math.floor(bound.max * Math.min(1, scale * (0.5 + random()))))) : null
    const text = one && argument.name === 'atmId' ? null : argumentText(argument, size)
    return text === null ? [] : [text]
  })
  if (one && (coordinate.endsWith('atmJournalDays') || coordinate.endsWith('.atm'))) texts.push('atmId: 1')
  return texts.length === 0 ? '' : `(${texts.join(', ')})`
}

/** A selection of a type: most of its leaves, and some of what hangs on it. */
const selectionText = (type: unknown, level: number, walk: Walk): string => {
  if (!isObjectType(type)) return ''
  const { random } = walk
  const chosen = Object.values(type.getFields()).filter((field) => {
    if (isLeafType(getNamedType(field.type))) return random() < 0.8
    return field.name === 'content' || (level < MOST_LEVELS && random() < 1.2 / level)
  })
  const texts = chosen.map((field) => fieldText(type.name, field, level, walk)).filter((text) => text !== '')
  return texts.length === 0 ? '{ __typename }' : `{ ${texts.join(' ')} }`
}

const fieldText = (parent: string, field: GraphQLField<unknown, unknown>, level: number, walk: Walk): string => {
  const args = argumentsText(`${parent}.${field.name}`, field, walk)
  const named = getNamedType(getNullableType(field.type))
  if (isLeafType(named)) return `${field.name}${args}`
  return `${field.name}${args} ${selectionText(named, level + 1, walk)}`
}

const SCALES = [1, 0.5, 0.25, 0.1, 0.05, 0.02, 0.01]

/** One root field with a random selection, as large as is legal, under as many aliases as are. */
const walkFrom = (contract: Contract, field: GraphQLField<unknown, unknown>, seed: number): CostlyOperation | null => {
  for (const scale of SCALES) {
    const one = fieldText('Query', field, 1, { ...contract, random: choicesOf(String(seed)).fraction, scale })
    const least = legalCost(contract, `{ ${one} }`)
    if (least === null) continue
    const asMany = (count: number) => `{ ${Array.from({ length: count }, (_value, n) => `a${n}: ${one}`).join(' ')} }`
    let count = Math.max(1, Math.min(GRAPH_LIMITS.maxRootFields, Math.floor(GRAPH_LIMITS.maxCost / least)))
    while (count > 1 && legalCost(contract, asMany(count)) === null) count = Math.floor(count / 2)
    const text = asMany(count)
    return { name: `${field.name} × ${count}, seed ${seed}`, text, values: legalCost(contract, text) ?? least }
  }
  return null
}

/**
 * Operations near the limits: `rounds` random walks from every root field of queries. The same ones for the same
 * seed.
 */
export const generateOperations = (contract: Contract, seed: number, rounds: number): CostlyOperation[] =>
  Object.values(contract.schema.getQueryType()?.getFields() ?? {}).flatMap((field) =>
    Array.from({ length: rounds }, (_value, round) => walkFrom(contract, field, seed + round) ?? []).flat(),
  )
