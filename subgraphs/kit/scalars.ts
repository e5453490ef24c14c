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

/** The scalars of `schema/directives.graphql`. DateTime serialises to an ISO string, so that in-process and HTTP answers are the same. */
export const scalarResolvers: Record<string, GraphQLScalarType> = {
  SafeInt: GraphQLSafeInt,
  DateTime: GraphQLDateTimeISO,
  LocalDateTime: GraphQLLocalDateTime,
  Date: GraphQLLocalDate,
  JSON: GraphQLJSON,
  UUID: GraphQLUUID,
  Bytes: bytes,
}
