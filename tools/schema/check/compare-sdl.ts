import { CriticalityLevel, diff } from '@graphql-inspector/core'
import {
  type GraphQLSchema,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isNonNullType,
  isObjectType,
} from 'graphql'
import { addDays } from '../../../subgraphs/kit/common/dates.ts'
import { isRecord } from '../../../subgraphs/kit/common/records.rules.ts'
import { untilOf } from '../../../subgraphs/kit/graphql/deprecation.rules.ts'
import type { ContractChange } from './changes.ts'
import { deprecationsOf } from './deprecations.rules.ts'

type Found = Awaited<ReturnType<typeof diff>>[number]

const REMOVALS = new Set(['FIELD_REMOVED', 'FIELD_ARGUMENT_REMOVED', 'INPUT_FIELD_REMOVED', 'ENUM_VALUE_REMOVED'])
/** Changes of an argument that only those meet who give it; others meet all who use its field. */
const OF_GIVEN_ARGUMENTS = new Set(['FIELD_ARGUMENT_REMOVED', 'FIELD_ARGUMENT_TYPE_CHANGED'])

/** The enums that an answer may contain. */
const answeredEnums = (schema: GraphQLSchema): ReadonlySet<string> => {
  const names = new Set<string>()
  for (const type of Object.values(schema.getTypeMap()))
    if ((isObjectType(type) || isInterfaceType(type)) && !type.name.startsWith('__'))
      for (const field of Object.values(type.getFields())) {
        const named = getNamedType(field.type)
        if (isEnumType(named)) names.add(named.name)
      }
  return names
}

const argumentOf = (schema: GraphQLSchema, path: string) => {
  const [typeName = '', fieldName = '', name] = path.split('.')
  const type = schema.getType(typeName)
  if (isInputObjectType(type)) return type.getFields()[fieldName]
  if (!isObjectType(type) && !isInterfaceType(type)) return undefined
  return type.getFields()[fieldName]?.args.find((argument) => argument.name === name)
}

/** A value that had to be given and has a default now may be left out; any other default changes what is meant. */
const changesMeaning = (before: GraphQLSchema, path: string): boolean => {
  const argument = argumentOf(before, path)
  return argument === undefined || !isNonNullType(argument.type) || argument.defaultValue !== undefined
}

/** The interface that a type has now, by which its answers may be asked for. */
const interfaceOf = ({ meta }: Found): string => (isRecord(meta) ? String(meta.addedInterfaceName) : '')

/** What graphql-inspector calls dangerous and breaks clients that are not made for it. */
const breaksSome = (found: Found, before: GraphQLSchema, enums: ReadonlySet<string>): boolean => {
  const { type, path = '' } = found
  if (type === 'FIELD_ARGUMENT_DEFAULT_CHANGED' || type === 'INPUT_FIELD_DEFAULT_VALUE_CHANGED')
    return changesMeaning(before, path)
  if (type === 'OBJECT_TYPE_INTERFACE_ADDED') return isInterfaceType(before.getType(interfaceOf(found)))
  const [name = ''] = path.split('.')
  // Those of a new type are named as well.
  if (type === 'UNION_MEMBER_ADDED') return before.getType(name) !== undefined
  return type === 'ENUM_VALUE_ADDED' && enums.has(name)
}

const usesOf = (found: Found): string | null => {
  const { type, path } = found
  if (type === 'OBJECT_TYPE_INTERFACE_ADDED') return interfaceOf(found)
  const parts = path?.split('.') ?? []
  if (parts.length === 0 || path?.startsWith('@')) return null
  if (type.startsWith('UNION_MEMBER')) return parts[0] ?? null
  return OF_GIVEN_ARGUMENTS.has(type) ? parts.join('.') : parts.slice(0, 2).join('.')
}

/** Clients that come once a month learn of it in time. */
const NOTICE_DAYS = 31

/** What is announced to go before clients can have learned of it. `today`: YYYY-MM-DD. */
const shortNotices = (
  file: string,
  before: GraphQLSchema,
  after: GraphQLSchema,
  today: string,
): readonly ContractChange[] => {
  const [known, earliest] = [deprecationsOf(before), addDays(today, NOTICE_DAYS)]
  return [...deprecationsOf(after)].flatMap(([path, reason]) => {
    const until = untilOf(reason)
    if (known.has(path) || until === null || until >= earliest) return []
    const message = `${path} is announced to stay until ${until} only, and must be for ${NOTICE_DAYS} days: ${earliest}`
    return [{ file, path: `${path} @deprecated`, breaking: true, message, uses: path }]
  })
}

/** A promise to keep something until a date, which is taken back or made shorter. */
const shortenedPromises = (file: string, before: GraphQLSchema, after: GraphQLSchema): readonly ContractChange[] => {
  const now = deprecationsOf(after)
  return [...deprecationsOf(before)].flatMap(([path, reason]) => {
    const [was, is] = [untilOf(reason), untilOf(now.get(path))]
    if (was === null || is === null || is >= was) return []
    const message = `${path} was announced to stay until ${was}, and now until ${is}`
    return [{ file, path: `${path} @deprecated`, breaking: true, message, uses: path }]
  })
}

/**
 * Every difference between two versions of a graph; `today` is YYYY-MM-DD. Descriptions are left out, and definitions
 * and uses of directives: clients do not meet them, and what they mean to clients is compared by `compareDirectives`
 * and in OpenAPI.
 */
export const compareGraphs = async (
  file: string,
  before: GraphQLSchema,
  after: GraphQLSchema,
  today: string,
): Promise<readonly ContractChange[]> => {
  const enums = answeredEnums(before)
  const deprecated = deprecationsOf(before)
  const found = (await diff(before, after)).filter(({ type }) => !/^DIRECTIVE|DESCRIPTION/.test(type))
  const changes = found.map((one): ContractChange => {
    const { path, type, criticality, message } = one
    const announcedUntil = REMOVALS.has(type) ? untilOf(deprecated.get(path ?? '')) : null
    const uses = usesOf(one)
    return {
      file,
      path: path ?? message,
      breaking: criticality.level === CriticalityLevel.Breaking || breaksSome(one, before, enums),
      message,
      ...(announcedUntil === null ? {} : { announcedUntil }),
      ...(uses === null ? {} : { uses }),
    }
  })
  return [...changes, ...shortenedPromises(file, before, after), ...shortNotices(file, before, after, today)]
}
