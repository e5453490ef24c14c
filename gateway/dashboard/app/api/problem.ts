import { t } from '../language/texts.ts'
/** A field that the platform found faulty, by its path. */
export type FieldFault = { readonly field: string; readonly message: string }

/** One thing of an answer that is missing, and why. */
export type Fault = {
  /** The service that should have brought it; null where it is not known. */
  readonly service: string | null
  /** Where it is missing, such as `openIncidents`; empty for the answer as a whole. */
  readonly path: string
  readonly code: string
  readonly message: string
  readonly fields: readonly FieldFault[]
  /** Of a conflict: the record as it is now, where the caller may see it. */
  readonly current?: Readonly<Record<string, unknown>>
}

/** A request that brought nothing at all. */
export class RequestError extends Error {
  readonly status: number
  readonly faults: readonly Fault[]

  constructor(status: number, faults: readonly Fault[]) {
    super(faults[0]?.message ?? t('The platform did not answer.'))
    this.name = 'RequestError'
    this.status = status
    this.faults = faults
  }
}

/** Whether a part of an answer is an object, whose properties may be anything. */
export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)

const fieldsOf = (value: unknown): readonly FieldFault[] =>
  Array.isArray(value)
    ? value.filter(isObject).map(({ field, message }) => ({ field: String(field), message: String(message) }))
    : []

/** An error of the graph, as it is in `errors`. */
export const faultOf = (error: unknown): Fault => {
  const { message, path, extensions } = isObject(error) ? error : {}
  const more = isObject(extensions) ? extensions : {}
  const words = text(message) ?? t('Something went wrong.')
  return {
    service: text(more.serviceName) ?? /^The ([\w-]+) service cannot be reached/.exec(words)?.[1] ?? null,
    path: Array.isArray(path) ? path.join('.') : '',
    code: text(more.code) ?? 'INTERNAL',
    message: words,
    fields: fieldsOf(more.errors),
    ...(isObject(more.current) ? { current: more.current } : {}),
  }
}

/** A `problem+json` answer. */
export const problemFault = (body: unknown): Fault => {
  const { code, detail, errors } = isObject(body) ? body : {}
  return {
    service: null,
    path: '',
    code: text(code) ?? 'INTERNAL',
    message: text(detail) ?? t('Something went wrong.'),
    fields: fieldsOf(errors),
  }
}

/** What an error says of one field of a form, without the field's name; undefined where it says nothing of it. */
export const faultOfField = (error: unknown, field: string): string | undefined => {
  if (!(error instanceof RequestError)) return undefined
  const all = error.faults.flatMap(({ fields }) => fields)
  return all.find((one) => one.field === field || one.field.endsWith(`.${field}`))?.message
}

/** The record that a conflict met, as it is now; undefined for any other error. */
export const currentOf = (error: unknown): Readonly<Record<string, unknown>> | undefined =>
  error instanceof RequestError ? error.faults.find(({ current }) => current !== undefined)?.current : undefined

/** The words of any error for the person at the screen. */
export const wordsOf = (error: unknown): string =>
  error instanceof Error ? error.message : t('Something went wrong; try again.')
