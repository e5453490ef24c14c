/**
 * Topics whose messages hold the whole state of what they are about: of messages that are published together only the
 * newest goes, so a flood of changes is told as the state that it led to. What differs in the institution or one of
 * `fields` is told apart, as who reads it may look for that.
 */
export type StateTopics = {
  readonly topics: readonly string[]
  /** The fields of the data that name what a message is about, and what of its state is told in any case. */
  readonly fields: readonly string[]
  /** The field of the data with the number of the state, which grows with each change. */
  readonly version: string
}

/** What a traceparent of a recorded trace ends with. Its message goes in any case, so that the trace is whole. */
export const RECORDED = '-01'

type Row = {
  readonly id: string
  readonly topic: string
  readonly institution_key: string | null
  readonly traceparent: string | null
  readonly data: Readonly<Record<string, unknown>>
}

type Told = Pick<Row, 'id' | 'traceparent'> & { readonly key: string; readonly version: number }

/** A row of these topics; none of one that lacks a field. */
const toldBy = ({ topics, fields, version: field }: StateTopics, row: Row): Told | null => {
  const values = fields.map((name) => row.data[name] ?? null)
  const version = row.data[field]
  if (!topics.includes(row.topic) || typeof version !== 'number' || values.includes(null)) return null
  const { id, topic, institution_key, traceparent } = row
  return { id, traceparent, version, key: JSON.stringify([topic, institution_key, ...values]) }
}

/**
 * The rows in whose place another one goes, by id, with the id of that one. `rows` are in order; the last of the
 * highest version is the newest, as a replay may put an older state behind it. Without `states` every row goes.
 */
export const findSuperseded = (rows: readonly Row[], states: StateTopics | undefined): ReadonlyMap<string, string> => {
  if (states === undefined) return new Map()
  const told = rows.flatMap((row) => toldBy(states, row) ?? [])
  const newest = new Map<string, Told>()
  for (const one of told) if (one.version >= (newest.get(one.key)?.version ?? one.version)) newest.set(one.key, one)
  return new Map(
    told.flatMap(({ key, id, traceparent }) => {
      const by = newest.get(key)?.id ?? id
      return by === id || traceparent?.endsWith(RECORDED) === true ? [] : [[id, by] as const]
    }),
  )
}
