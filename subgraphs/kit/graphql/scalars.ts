import type { GraphQLScalarType } from 'graphql'
import { Kind, GraphQLScalarType as Scalar } from 'graphql'
import {
  GraphQLDateTimeISO,
  GraphQLJSON,
  GraphQLLocalDate,
  GraphQLLocalDateTime,
  GraphQLSafeInt,
} from 'graphql-scalars'

/** A stream passes through as it is: it never crosses the graph, only REST. */
const bytes = new Scalar({ name: 'Bytes', serialize: (value) => value, parseValue: (value) => value })

/** The executor takes over a scalar's own name, and the operations of the routes are printed with it. */
const named = (name: string, scalar: GraphQLScalarType): GraphQLScalarType => new Scalar({ ...scalar.toConfig(), name })

const CANONICAL = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/
const instant = named('DateTime', GraphQLDateTimeISO)

const WITHOUT_SECONDS = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2})(Z|[+-]\d{2}:\d{2})$/i
/**
 * Instants that JavaScript and PostgreSQL write alike, with a year to spare on both sides. Not those of calendars only,
 * as dates are: a device whose clock was never set tells of years long gone.
 */
const EARLIEST_MS = Date.parse('0002-01-01T00:00:00Z')
const END_MS = Date.parse('9999-01-01T00:00:00Z')

/** ISO 8601 lets seconds be left out, the scalar of the library does not. */
const instantOf = (value: unknown): Date => {
  const at: unknown = instant.parseValue(typeof value === 'string' ? value.replace(WITHOUT_SECONDS, '$1:00$2') : value)
  if (!(at instanceof Date) || at.getTime() < EARLIEST_MS || at.getTime() >= END_MS)
    throw new TypeError('an instant of the years 2 to 9998 is expected')
  return at
}

/**
 * What another service of the platform has written already is passed on as it is: parsing it again is most of the
 * scalar's time.
 */
const dateTime = new Scalar({
  ...instant.toConfig(),
  parseValue: instantOf,
  parseLiteral: (node) => instantOf(node.kind === Kind.STRING ? node.value : null),
  serialize: (value) => (typeof value === 'string' && CANONICAL.test(value) ? value : instant.serialize(value)),
})

/** Dates that a calendar, JavaScript and PostgreSQL agree on, with a day to spare on both sides. */
const isUsualDate = (date: string): boolean => date >= '1900-01-01' && date <= '9998-12-31'

const usualDate = (value: unknown): string => {
  const date = GraphQLLocalDate.parseValue(value)
  if (typeof date !== 'string' || !isUsualDate(date))
    throw new TypeError('a date from 1900-01-01 to 9998-12-31 is expected')
  return date
}

const date = new Scalar({
  ...GraphQLLocalDate.toConfig(),
  name: 'Date',
  parseValue: usualDate,
  parseLiteral: (node) => usualDate('value' in node ? node.value : null),
})

/** Whatever a device calls its time: its reader replaces what is no local date-time. */
const sentLocalDateTime = new Scalar({ ...GraphQLJSON.toConfig(), name: 'SentLocalDateTime', description: null })

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** In lower case, as stores answer: what is looked up by it is found whichever way it was written. */
const uuidOf = (value: unknown): string => {
  const text = typeof value === 'string' ? value.toLowerCase() : ''
  if (!UUID.test(text)) throw new TypeError('a UUID is expected')
  return text
}

const uuid = new Scalar({
  name: 'UUID',
  serialize: uuidOf,
  parseValue: uuidOf,
  parseLiteral: (node) => uuidOf(node.kind === Kind.STRING ? node.value : null),
})

const textOf = (value: unknown): string => {
  if (typeof value === 'string') return value
  if (Number.isSafeInteger(value)) return String(value)
  throw new TypeError('a text or a whole number is expected')
}

const textOrInteger = new Scalar({
  name: 'TextOrInteger',
  serialize: textOf,
  parseValue: textOf,
  parseLiteral(node) {
    if (node.kind === Kind.STRING) return node.value
    return textOf(node.kind === Kind.INT ? Number(node.value) : null)
  },
})

/**
 * The scalars of `schema/directives.graphql`. DateTime serialises to an ISO string, so that in-process and HTTP
 * answers are the same.
 */
export const scalarResolvers: Record<string, GraphQLScalarType> = {
  SafeInt: GraphQLSafeInt,
  DateTime: dateTime,
  LocalDateTime: GraphQLLocalDateTime,
  SentLocalDateTime: sentLocalDateTime,
  Date: date,
  JSON: GraphQLJSON,
  TextOrInteger: textOrInteger,
  UUID: uuid,
  Bytes: bytes,
}
