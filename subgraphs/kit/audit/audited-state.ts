import { maskCardNumbersDeep } from '../cards/card-numbers.ts'
import { isRecord } from '../common/records.rules.ts'

const MAX_TEXT_CHARS = 1_000
const MAX_ITEMS = 100
const MAX_DEPTH = 6
const MAX_STATE_CHARS = 16_000

/** Names of fields whose values are nobody's to read. */
const SECRET = /secret|password|passphrase|token|credential|private|apikey/i

const boundedValue = (value: unknown, depth: number): unknown => {
  if (value instanceof Date) return value.toISOString()
  if (typeof value === 'bigint') return value.toString()
  if (typeof value === 'string') return value.length > MAX_TEXT_CHARS ? `${value.slice(0, MAX_TEXT_CHARS)}…` : value
  if (typeof value !== 'object' || value === null) return value
  if (depth === 0) return '…'
  if (Array.isArray(value)) return value.slice(0, MAX_ITEMS).map((item) => boundedValue(item, depth - 1))
  return boundedFields(value, depth)
}

const boundedFields = (value: object, depth: number): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(value)
      .filter(([, field]) => field !== undefined)
      .slice(0, MAX_ITEMS)
      .map(([name, field]) => [name, SECRET.test(name) ? '[hidden]' : boundedValue(field, depth - 1)]),
  )

/**
 * A state as the audit keeps it: without card numbers and without what fields named like secrets hold, and of a
 * bounded size. Null for none.
 */
export const auditedState = (state: object | null): Record<string, unknown> | null => {
  if (state === null) return null
  const masked = maskCardNumbersDeep(state)
  const bounded = boundedFields(isRecord(masked) ? masked : {}, MAX_DEPTH)
  const size = JSON.stringify(bounded).length
  return size <= MAX_STATE_CHARS ? bounded : { omitted: 'too large', characters: size }
}
