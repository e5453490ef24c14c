import { withDeadline } from '../../common/deadline.ts'

/** How long messages wait for a topic that is made for one of them. It usually takes a tenth of that. */
const PATIENCE_MS = 1_000

/** Of those that were refused before, so many requests are under way at once, each on a connection of its own. */
const AT_ONCE = 8

/** Why topics could not be created, by topic. */
export type Failures = ReadonlyMap<string, unknown>

type Env = {
  /** Creates topics with one request; returns the failures. */
  make(topics: readonly string[]): Promise<Failures>
  /** True for a topic that was refused before, or for which no answer came. */
  wasRefused(topic: string): boolean
  /** Called with the failures of those that were not waited for. */
  onFailed(failures: Failures): void
  readonly patienceMs?: number
}

/**
 * The topics that are being created. Who needs one waits for a moment only, for one that was refused before not at
 * all: a request without an answer would hold up the messages of all other topics. One that was refused is asked for
 * alone, so that a request without an answer is about itself only, and in its turn: a few are asked for at once.
 */
export const createCreations = ({ make, wasRefused, onFailed, patienceMs = PATIENCE_MS }: Env) => {
  const underWay = new Set<string>()
  const waiting: string[] = []
  let asked = 0

  const start = (topics: readonly string[]): Promise<Failures> => {
    for (const topic of topics) underWay.add(topic)
    return make(topics)
      .catch((error: unknown): Failures => new Map(topics.map((topic) => [topic, error])))
      .finally(() => {
        for (const topic of topics) underWay.delete(topic)
      })
  }

  const startWaiting = (): void => {
    for (const topic of waiting.splice(0, AT_ONCE - asked)) {
      asked += 1
      void start([topic])
        .then(onFailed)
        .finally(() => {
          asked -= 1
          startWaiting()
        })
    }
  }

  return {
    /** Has topics created, each by one request at a time. Returns the failures, and those that are under way. */
    async provide(topics: readonly string[]): Promise<{ failures: Failures; pending: readonly string[] }> {
      const { again = [], fresh = [] } = Object.groupBy(
        topics.filter((topic) => !underWay.has(topic)),
        (topic) => (wasRefused(topic) ? 'again' : 'fresh'),
      )
      for (const topic of again) underWay.add(topic)
      waiting.push(...again)
      startWaiting()
      if (fresh.length === 0) return { failures: new Map(), pending: topics }
      const made = start(fresh)
      const failures = await withDeadline(made, patienceMs, () => null)
      if (failures === null) void made.then(onFailed)
      const pending = failures === null ? topics : topics.filter((topic) => !fresh.includes(topic))
      return { failures: failures ?? new Map(), pending }
    },
  }
}
