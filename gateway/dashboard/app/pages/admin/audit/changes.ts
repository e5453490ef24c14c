import { t } from '../../../language/texts.ts'
import { words } from '../../../ui/format.ts'

/** One field of a record, as it was and as it is; undefined where there was none. */
export type FieldChange = {
  readonly field: string
  readonly before: string | undefined
  readonly after: string | undefined
}

const isState = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const textOf = (value: unknown): string => {
  if (value === null) return t('none')
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** What a change made of each field, those that differ or are there on one side only. */
export const changesOf = (before: unknown, after: unknown): readonly FieldChange[] => {
  const [old, now] = [isState(before) ? before : {}, isState(after) ? after : {}]
  const fields = [...new Set([...Object.keys(old), ...Object.keys(now)])]
  const shown = (state: Readonly<Record<string, unknown>>, field: string) =>
    Object.hasOwn(state, field) ? textOf(state[field]) : undefined
  return fields
    .map((field) => ({ field, before: shown(old, field), after: shown(now, field) }))
    .filter((change) => change.before !== change.after)
}

/** The name of a mutation or a type in words: `acknowledgeIncident` is `Acknowledge incident`. */
export const nameWords = (name: string): string => words(name.replaceAll(/(?<=[a-z])(?=[A-Z])/g, '_').toUpperCase())

/** The first moment of a day here, and of the day after it. */
export const periodOf = (from: string | undefined, to: string | undefined) => {
  const start = from === undefined ? null : new Date(`${from}T00:00`)
  const end = to === undefined ? null : new Date(`${to}T00:00`)
  end?.setDate(end.getDate() + 1)
  return { from: start?.toISOString() ?? null, to: end?.toISOString() ?? null }
}
