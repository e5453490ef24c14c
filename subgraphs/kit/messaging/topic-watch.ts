import { runLoop } from '../common/loop.ts'
import { createWaker, type Waker } from '../common/waker.ts'
import { listNews, type TopicsEnv } from './topics.store.ts'

const LOOK_MS = 200

/** A worker of a group that waits for messages. */
export type Watcher = {
  readonly group: string
  readonly waker: Waker
  /** How many topics there were when the worker last saw to it that its group has a cursor in each; null for never. */
  knownTopics(): string | null
}

/** What wakes the workers of a process. */
export type TopicWatch = {
  add(watcher: Watcher): void
  /** Ends the watch with the last worker; resolves when it no longer uses the database. */
  drop(watcher: Watcher): Promise<void>
  /** Wakes all of them: this process has published. */
  wakeAll(): void
}

/**
 * Wakes workers for which other processes have published, by one look for all of them five times a second. Each looking
 * for itself was most of what an idle platform asked of PostgreSQL.
 */
export const createTopicWatch = (env: TopicsEnv): TopicWatch => {
  const watchers = new Set<Watcher>()
  const waker = createWaker()
  let isRunning = false
  let looking: Promise<unknown> = Promise.resolve()

  const look = async (): Promise<number> => {
    const listed = listNews(env, [...new Set([...watchers].map(({ group }) => group))])
    looking = listed.catch(() => {})
    const { topics, groups } = await listed
    for (const watcher of watchers)
      if (groups.has(watcher.group) || watcher.knownTopics() !== topics) watcher.waker.wake()
    return LOOK_MS
  }
  const isClosing = () => watchers.size === 0
  const onFailure = (error: unknown) =>
    env.log.warn({ err: error }, 'news of topics cannot be read; that is tried again')
  const run = async (): Promise<void> => {
    isRunning = true
    while (!isClosing()) await runLoop({ turn: look, waker, retryMs: LOOK_MS, isClosing, onFailure })
    isRunning = false
  }
  return {
    add(watcher) {
      watchers.add(watcher)
      if (!isRunning) void run()
    },
    async drop(watcher) {
      watchers.delete(watcher)
      if (!isClosing()) return
      waker.wake()
      await looking
    },
    wakeAll() {
      for (const watcher of watchers) watcher.waker.wake()
    },
  }
}
