/**
 * Topics whose messages hold the whole state of what they are about, in the order of its versions: of messages that are
 * published together only the newest of each subject goes, so a flood of changes is told as the state that it led to.
 */
export type StateTopics = {
  readonly topics: readonly string[]
  /** The field of the data with the number of what a message is about. */
  readonly subject: string
  /** The field of the data with the number of the state, which grows with each change. */
  readonly version: string
}

/** What a traceparent of a recorded trace ends with. Its message goes in any case, so that the trace is whole. */
export const RECORDED = '-01'

type Row = {
  readonly id: string
  readonly topic: string
  readonly traceparent: string | null
  readonly data: Readonly<Record<string, unknown>>
}

type Newest = { readonly id: string; readonly version: number }

/**
 * The rows in whose place another one goes, by id, with the id of that one. `rows` are in order; the last of the
 * highest version is the newest, as a replay may put an older state behind it.
 */
export const findSuperseded = (rows: readonly Row[], states: StateTopics): ReadonlyMap<string, string> => {
  const told = rows.flatMap((row) => {
    const [subject, version] = [row.data[states.subject], row.data[states.version]]
    const isState = states.topics.includes(row.topic) && typeof subject === 'number' && typeof version === 'number'
    return isState ? [{ ...row, version, key: `${row.topic} ${subject}` }] : []
  })
  const newest = new Map<string, Newest>()
  for (const { key, id, version } of told)
    if (version >= (newest.get(key)?.version ?? version)) newest.set(key, { id, version })
  return new Map(
    told.flatMap(({ key, id, traceparent }) => {
      const by = newest.get(key)?.id ?? id
      return by === id || traceparent?.endsWith(RECORDED) === true ? [] : [[id, by] as const]
    }),
  )
}
