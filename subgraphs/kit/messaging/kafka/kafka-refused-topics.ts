import type { Logger } from '../../observability/log.ts'

/** Between two attempts at a topic. */
const HELD_MS = 5_000
/** After its last attempt a topic that nobody asks for any more is forgotten: its messages are gone. */
const FORGOTTEN_MS = 60_000
/** Of the topics that are refused at once, as many as are named in a log or in the health. */
const NAMED = 5

/** Topics that take no messages, while others do. */
export type RefusedTopics = {
  /** Notes that these were refused now, with the reason; null for one that was put off without an attempt. */
  refuse(reasons: ReadonlyMap<string, string | null>): void
  /** Notes that these take messages. */
  accept(topics: Iterable<string>): void
  /** True for one that was refused at its last attempt, or put off since with others that are. */
  has(topic: string): boolean
  /** Those of these topics that were refused seconds ago, with the reason. */
  heldOf(topics: readonly string[]): ReadonlyMap<string, string | null>
  /** These topics in the order of their last attempts, the longest ago first. */
  inTurn(topics: Iterable<string>): readonly string[]
  /** All that were refused seconds ago. */
  listHeld(): readonly string[]
  /** How many were refused at their last attempt. */
  count(): number
  /** The reasons for those that are refused, without those of the topics in `but`. */
  listReasons(but: readonly string[]): readonly string[]
}

type Refused = { readonly reason: string | null; readonly atMs: number; readonly attemptAt: number }

/** The first of these texts, and how many more there are. */
export const someOf = (texts: readonly string[]): readonly string[] =>
  texts.length <= NAMED ? texts : [...texts.slice(0, NAMED), `and ${texts.length - NAMED} more`]

/** No topic is refused yet. One that is refused, and one that is not any longer, are logged once. */
export const createRefusedTopics = (log: Logger, elapsedMs = () => performance.now()): RefusedTopics => {
  const refused = new Map<string, Refused>()
  let attempts = 0
  const forget = () => {
    const nowMs = elapsedMs()
    for (const [topic, { atMs }] of refused) if (nowMs - atMs > FORGOTTEN_MS) refused.delete(topic)
  }
  const isHeld = ({ atMs }: Refused) => elapsedMs() - atMs < HELD_MS
  return {
    refuse(reasons) {
      forget()
      const news: string[] = []
      for (const [topic, reason] of reasons) {
        const before = refused.get(topic)
        if (reason !== null) attempts += 1
        if (reason !== null && (before?.reason ?? null) === null) news.push(reason)
        const attemptAt = reason === null ? (before?.attemptAt ?? 0) : attempts
        refused.set(topic, { reason: reason ?? before?.reason ?? null, atMs: elapsedMs(), attemptAt })
      }
      if (news.length > 0)
        log.error({ reasons: someOf(news), topics: news.length }, 'Kafka refuses topics; their messages wait')
    },
    accept(topics) {
      const accepted = [...topics].filter((topic) => {
        const before = refused.get(topic)
        return refused.delete(topic) && before?.reason !== null
      })
      if (accepted.length > 0) log.info({ topics: someOf(accepted) }, 'Kafka takes the messages of these topics again')
    },
    has: (topic) => refused.has(topic),
    heldOf: (topics) =>
      new Map(
        topics.flatMap((topic) => {
          const one = refused.get(topic)
          return one !== undefined && isHeld(one) ? [[topic, one.reason] as const] : []
        }),
      ),
    inTurn: (topics) => [...topics].sort((a, b) => (refused.get(a)?.attemptAt ?? 0) - (refused.get(b)?.attemptAt ?? 0)),
    listHeld: () => [...refused].flatMap(([topic, one]) => (isHeld(one) ? [topic] : [])),
    count() {
      forget()
      return [...refused.values()].filter(({ reason }) => reason !== null).length
    },
    listReasons(but) {
      forget()
      const others = [...refused].filter(([topic]) => !but.includes(topic))
      return someOf([...new Set(others.flatMap(([, { reason }]) => reason ?? []))])
    },
  }
}
