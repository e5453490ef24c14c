import { maskCardNumbersDeep } from '../cards/card-numbers.ts'
import { isRecord } from '../common/records.rules.ts'
import { cutText } from '../common/texts.rules.ts'

const MAX_TEXT_CHARS = 1_000
const MAX_ITEMS = 100
const MAX_DEPTH = 6
const MAX_STATE_CHARS = 16_000

/** Names of fields whose values are nobody's to read. */
const SECRET = /secret|password|passphrase|token|credential|private|apikey/i

const boundedValue = (value: unknown, depth: number): unknown => {
  if (value instanceof Date) return value.toISOString()
  if (typeof value === 'string') return value.length > MAX_TEXT_CHARS ? `${cutText(value, MAX_TEXT_CHARS)}…` : value
  if (typeof value !== 'object' || value === null) return value
  if (depth === 0) return '…'
  return Array.isArray(value) ? boundedItems(value, depth) : boundedFields(value, depth)
}

/** What is cut off is counted: a reader would take the rest for all of it. */
const boundedItems = (items: readonly unknown[], depth: number): unknown[] => {
  const kept = items.slice(0, MAX_ITEMS).map((item) => boundedValue(item, depth - 1))
  return items.length > MAX_ITEMS ? [...kept, `… ${items.length - MAX_ITEMS} more`] : kept
}

const boundedFields = (value: object, depth: number): Record<string, unknown> => {
  const fields = Object.entries(value).filter(([, field]) => field !== undefined)
  const kept = fields
    .slice(0, MAX_ITEMS)
    .map(([name, field]) => [name, SECRET.test(name) ? '[hidden]' : boundedValue(field, depth - 1)])
  const more = fields.length - MAX_ITEMS
  return Object.fromEntries(more > 0 ? [...kept, ['…', `${more} more`]] : kept)
}

/**
 * A state as the audit keeps it: without card numbers and without what fields named like secrets hold, and of a
 * bounded size; … stands for what is cut off. Null for none.
 */
export const auditedState = (state: object | null): Record<string, unknown> | null => {
  if (state === null) return null
  const masked = maskCardNumbersDeep(state)
  const bounded = boundedFields(isRecord(masked) ? masked : {}, MAX_DEPTH)
  const size = JSON.stringify(bounded).length
  return size <= MAX_STATE_CHARS ? bounded : { omitted: 'too large', characters: size }
}
