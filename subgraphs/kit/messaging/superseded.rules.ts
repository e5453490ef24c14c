/**
 * Topics whose messages hold the whole state of what they are about, in the order of its versions: of messages that are
 * published together only the newest of each subject goes, so a flood of changes is told as the state that it led to.
 */
export type StateTopics = {
  readonly topics: readonly string[]
  /** The field of the data that names what a message is about. */
  readonly subject: string
}

/** What a traceparent of a recorded trace ends with. Its message goes in any case, so that the trace is whole. */
export const RECORDED = '-01'

type Row = {
  readonly id: string
  readonly topic: string
  readonly traceparent: string | null
  readonly data: Readonly<Record<string, unknown>>
}

/** The rows in whose place a later one goes, by id, with the id of that one. `rows` are in order. */
export const findSuperseded = (rows: readonly Row[], { topics, subject }: StateTopics): ReadonlyMap<string, string> => {
  const newest = new Map<string, string>()
  const superseded = new Map<string, string>()
  for (const { id, topic, traceparent, data } of rows.toReversed()) {
    const about = data[subject]
    if (!topics.includes(topic) || about === undefined || about === null) continue
    const key = `${topic} ${String(about)}`
    const later = newest.get(key)
    if (later === undefined) newest.set(key, id)
    else if (traceparent?.endsWith(RECORDED) !== true) superseded.set(id, later)
  }
  return superseded
}
