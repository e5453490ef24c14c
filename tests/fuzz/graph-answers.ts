import { buildSchema, type DocumentNode, execute, type GraphQLSchema, isScalarType, printSchema } from 'graphql'
import { isRecord } from '../../subgraphs/kit/common/records.rules.ts'

const FORMATS: Readonly<Record<string, RegExp>> = {
  DateTime: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/,
  LocalDateTime: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?$/,
  Date: /^\d{4}-\d\d-\d\d$/,
  UUID: /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
}

const checkScalar = (name: string, value: unknown): unknown => {
  const format = FORMATS[name]
  const fits = name === 'SafeInt' ? Number.isSafeInteger(value) : format === undefined || format.test(String(value))
  if (!fits) throw new Error(`${JSON.stringify(value)} is no ${name}`)
  return value
}

/** The graph with scalars that check what they are given. */
export const checkingSchema = (schema: GraphQLSchema): GraphQLSchema => {
  const checking = buildSchema(printSchema(schema))
  for (const type of Object.values(checking.getTypeMap()))
    if (isScalarType(type) && (type.name in FORMATS || type.name === 'SafeInt'))
      type.serialize = (value) => checkScalar(type.name, value)
  return checking
}

type Executed = { readonly document: DocumentNode; readonly variables: Readonly<Record<string, unknown>> }

/**
 * What of the data of an answer is not of the types of the graph: the operation is executed on the data itself, so
 * that each value passes through its type. `schema` is that of `checkingSchema`.
 */
export const dataFaults = async (schema: GraphQLSchema, { document, variables }: Executed, data: unknown) => {
  const { errors = [] } = await execute({
    schema,
    document,
    variableValues: variables,
    rootValue: data,
    fieldResolver: (source, _args, _context, info) => (isRecord(source) ? source[String(info.path.key)] : undefined),
    typeResolver: (value) => (isRecord(value) && typeof value.__typename === 'string' ? value.__typename : undefined),
  })
  // Without its name the type of an object is not known.
  return errors
    .filter(({ message }) => !message.includes('must resolve to an Object type'))
    .map(({ message, path }) => `${path?.join('.')}: ${message}`)
}

const CODES = new Set([
  ...['BAD_USER_INPUT', 'UNAUTHENTICATED', 'FORBIDDEN', 'NOT_FOUND', 'CONFLICT', 'PAYLOAD_TOO_LARGE', 'RATE_LIMITED'],
  'BAD_REQUEST',
])
/** Codes of what is wrong with the text of an operation, or too much. */
const OF_TEXTS = /^(?:GRAPHQL|MAX)_/

/** What is wrong with an error of an answer. */
export const errorFaults = (error: unknown): readonly string[] => {
  const { message, extensions } = Object(error)
  const { code, traceId } = Object(extensions)
  return [
    ...(typeof message === 'string' && message !== '' ? [] : ['an error without a message']),
    ...(CODES.has(String(code)) || OF_TEXTS.test(String(code)) ? [] : [`the code ${code}: ${message}`]),
    ...(/^[0-9a-f]{32}$/.test(String(traceId)) ? [] : ['an error without a trace id']),
  ]
}
