import type { FieldFault } from './errors.ts'

const NUL = '\u0000'

/** What keeps a text from being stored, null where nothing does. */
const textFault = (text: string): string | null => {
  if (text.includes(NUL)) return 'must not contain the NUL character'
  return text.isWellFormed() ? null : 'must be well-formed Unicode'
}

/** Whether a text has more than so many characters, as a schema counts them: one for a pair of surrogates. */
export const isLongerThan = (text: string, maxChars: number): boolean =>
  text.length > maxChars && (text.length > 2 * maxChars || [...text].length > maxChars)

/**
 * The texts of an input that have more characters than they may: `most` has the number by the name of the field, and
 * `within` leads each path, such as `filter.`.
 */
export const longTextFaults = <Limits extends Readonly<Record<string, number>>>(
  given: { readonly [Name in keyof NoInfer<Limits>]?: unknown },
  most: Limits,
  within = '',
): FieldFault[] => {
  const texts = new Map<string, unknown>(Object.entries(given))
  return Object.entries(most).flatMap(([name, maxChars]) => {
    const text = texts.get(name)
    return typeof text === 'string' && isLongerThan(text, maxChars)
      ? [{ field: `${within}${name}`, message: `must have ${maxChars} characters or fewer` }]
      : []
  })
}

const MAX_DEPTH = 100

/** The first text or number inside a JSON value that no store can hold, by its path; null where there is none. */
export const findTextFault = (value: unknown, path: string, depth = 0): FieldFault | null => {
  if (typeof value === 'string') {
    const message = textFault(value)
    return message === null ? null : { field: path, message }
  }
  // Written in JSON, but larger than any number that is read: it would come back as null.
  if (typeof value === 'number' && !Number.isFinite(value))
    return { field: path, message: 'must be a number of at most 64 bits' }
  if (typeof value !== 'object' || value === null) return null
  if (depth === MAX_DEPTH) return { field: path, message: `must not be nested deeper than ${MAX_DEPTH} levels` }
  for (const [key, item] of Object.entries(value)) {
    const message = textFault(key)
    const at = Array.isArray(value) ? `${path}[${key}]` : path === '' ? key : `${path}.${key}`
    const fault = message === null ? findTextFault(item, at, depth + 1) : { field: path, message }
    if (fault !== null) return fault
  }
  return null
}
