import type { GraphQLScalarType } from 'graphql'
import { GraphQLScalarType as Scalar } from 'graphql'
import {
  GraphQLDateTimeISO,
  GraphQLJSON,
  GraphQLLocalDate,
  GraphQLLocalDateTime,
  GraphQLSafeInt,
  GraphQLUUID,
} from 'graphql-scalars'

/** A stream passes through as it is: it never crosses the graph, only REST. */
const bytes = new Scalar({ name: 'Bytes', serialize: (value) => value, parseValue: (value) => value })

/** The executor takes over a scalar's own name, and the operations of the routes are printed with it. */
const named = (name: string, scalar: GraphQLScalarType): GraphQLScalarType => new Scalar({ ...scalar.toConfig(), name })

/** The scalars of `schema/directives.graphql`. DateTime serialises to an ISO string, so that in-process and HTTP answers are the same. */
export const scalarResolvers: Record<string, GraphQLScalarType> = {
  SafeInt: GraphQLSafeInt,
  DateTime: named('DateTime', GraphQLDateTimeISO),
  LocalDateTime: GraphQLLocalDateTime,
  Date: named('Date', GraphQLLocalDate),
  JSON: GraphQLJSON,
  UUID: GraphQLUUID,
  Bytes: bytes,
}
