import type { JsonSchema } from './openapi-constraints.ts'

/** The schemas of scalars. A local date-time has no zone, so it is not of the format `date-time`: an instant is. */
export const SCALAR_SCHEMAS: Readonly<Record<string, JsonSchema>> = {
  Int: { type: 'integer', format: 'int32', minimum: -2_147_483_648, maximum: 2_147_483_647 },
  SafeInt: { type: 'integer', format: 'int64', maximum: Number.MAX_SAFE_INTEGER, minimum: Number.MIN_SAFE_INTEGER },
  Float: { type: 'number' },
  Boolean: { type: 'boolean' },
  String: { type: 'string' },
  ID: { type: 'string' },
  DateTime: { type: 'string', format: 'date-time', pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}' },
  LocalDateTime: {
    type: 'string',
    format: 'date-time-local',
    description: 'A local date-time without a time zone.',
    pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}(?:\\.\\d{1,6})?$',
    examples: ['2026-11-20T08:15:00'],
  },
  SentLocalDateTime: {
    description: 'A local date-time without a time zone; anything else is replaced by the time of receipt.',
    examples: ['2026-11-20T08:15:00'],
  },
  // A day of any month may be 31 here: the format says the rest.
  Date: { type: 'string', format: 'date', pattern: '^(?:19|[2-9][0-9])[0-9]{2}-[0-9]{2}-[0-9]{2}$' },
  UUID: { type: 'string', format: 'uuid' },
  JSON: {},
  TextOrInteger: {
    type: ['string', 'integer'],
    minimum: Number.MIN_SAFE_INTEGER,
    maximum: Number.MAX_SAFE_INTEGER,
  },
}
