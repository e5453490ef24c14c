import { type GraphQLField, type GraphQLInputType, isInputObjectType, isListType, isNonNullType } from 'graphql'
import { SERVICES } from '../../gateway/services.ts'
import { rootFieldsOf } from '../../subgraphs/kit/graphql/access.ts'
import { directiveOf } from '../../subgraphs/kit/graphql/directives.ts'
import { readSdl } from '../../subgraphs/kit/graphql/schema.ts'
import { describeContract, describeGateway } from '../../subgraphs/kit/openapi/openapi.ts'
import type { Route } from '../../subgraphs/kit/rest/routes.ts'

/** A query or mutation of a service or of the gateway, with every endpoint that leads to it. */
export type Operation = {
  /** Its coordinate, such as `Query.atm`. */
  readonly key: string
  readonly kind: 'query' | 'mutation'
  readonly service: string
  /** What the paths of its routes begin with. */
  readonly prefix: string
  readonly field: GraphQLField<unknown, never>
  readonly routes: readonly Route[]
  readonly isInGraph: boolean
}

/** A place of an argument where a caller names a record, such as `task.agentAtmId` or `ids[]`. */
export type Position = string

const CONTRACTS = [...SERVICES.map(({ name, sdl }) => describeContract(name, readSdl(sdl))), describeGateway()]

/** Every operation of the platform, in the order of the SDL. */
export const OPERATIONS: readonly Operation[] = CONTRACTS.flatMap(({ name, schema, routes, prefix }) =>
  rootFieldsOf(schema).map(({ operation, field, coordinate }) => ({
    key: coordinate,
    kind: operation,
    service: name,
    prefix: prefix ?? `/${name}`,
    field,
    routes: routes.filter((route) => route.field.name === field.name),
    isInGraph: name !== 'gateway' && directiveOf(field, 'inaccessible') === null,
  })),
)

/** A route as the table of expectations names it, with the parameter or media type that selects it on its path. */
export const nameOfRoute = ({ prefix }: Operation, { method, path, when, accept }: Route): string =>
  `${method} ${prefix}${path}${when === null ? '' : `?${when.key}=${when.value}`}${accept === null ? '' : ` ${accept}`}`

/** Names by which callers name records, institutions, users and places in a list. */
const NAMING = /^(?:id|ids|key|after|before|named|resolvedBy|workedBy|.*(?:Id|Ids|Key))$/
/** Names that only look like it: what callers choose themselves to recognize their own requests and texts. */
const NOT_NAMING = new Set(['eventId', 'idempotencyKey', 'documentId', 'terminalId'])
/** Names of texts that records have, by which lists are filtered. */
const FILTERING = /^(?:q|vendor|model|site|siteName|value|region|costCentre|tag|carrier)$/
const FILTERS = /^(?:window\.value|.*\.filter\..*)$/

/** Positions of places in a list, which name no record. */
export const isCursor = (position: Position): boolean => /^(?:after|before|afterAtmId|lastEventId)$/.test(position)

const positionsIn = (name: string, type: GraphQLInputType): Position[] => {
  if (isNonNullType(type)) return positionsIn(name, type.ofType)
  if (isListType(type)) return positionsIn(`${name}[]`, type.ofType)
  if (isInputObjectType(type))
    return Object.values(type.getFields()).flatMap((field) => positionsIn(`${name}.${field.name}`, field.type))
  const last = name.split('.').at(-1)?.replace('[]', '') ?? ''
  const isFilter = FILTERING.test(last) && (last === name || FILTERS.test(name))
  return isFilter || (NAMING.test(last) && !NOT_NAMING.has(last)) ? [name] : []
}

/** The positions of an operation. */
export const positionsOf = ({ field }: Operation): readonly Position[] =>
  field.args.flatMap(({ name, type }) => positionsIn(name, type))
