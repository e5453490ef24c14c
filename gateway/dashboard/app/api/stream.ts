import type { QueryClient } from '@tanstack/react-query'
import { headersFor } from './client.ts'
import { createEventReader, type StreamEvent } from './events.ts'
import { live, TOPICS, type Topic } from './live.ts'
import { currentSession, reportExpired } from './session.ts'

const FIRST_WAIT_MS = 1_000
const LONGEST_WAIT_MS = 30_000
/** A platform without a stream is asked for it seldom. */
const ABSENT_WAIT_MS = 120_000
/** A stream that says nothing for so long is dead, as it sends a sign of life more often. */
const SILENCE_MS = 40_000
/** Events of a burst are answered with one question. */
const GATHER_MS = 1_000

const topicOf = (name: string): Topic | undefined => TOPICS.find((topic) => topic === name)

/** Asks again for what shows one of these topics; for everything, where none is named. */
const refresh = (queries: QueryClient, topics: ReadonlySet<Topic> | null): void => {
  void queries.invalidateQueries({
    predicate: ({ meta }) => {
      const shown = Array.isArray(meta?.topics) ? meta.topics : []
      return topics === null || shown.some((topic) => topics.has(topic))
    },
  })
}

const createGatherer = (queries: QueryClient) => {
  let topics = new Set<Topic>()
  let waiting = false
  return (topic: Topic): void => {
    topics.add(topic)
    if (waiting) return
    waiting = true
    setTimeout(() => {
      if (live.get().state !== 'paused') refresh(queries, topics)
      topics = new Set()
      waiting = false
    }, GATHER_MS)
  }
}

type Listening = { readonly institution: string | undefined; readonly signal: AbortSignal }

/** What the end of a stream means for the next: after how long it is opened, at least. */
type Ending = 'closed' | 'absent' | 'refused'

/** Keeps the live stream open and asks again for what its events are about. Returns what ends it. */
export const followStream = (queries: QueryClient, institution: string | undefined): (() => void) => {
  const end = new AbortController()
  const gather = createGatherer(queries)
  let lastId: string | null = null

  const onEvent = ({ name, id }: StreamEvent): void => {
    live.heard()
    if (id !== null) lastId = id
    const topic = topicOf(name)
    if (topic !== undefined) gather(topic)
    else if (name === 'reset' || name === 'recovered' || name === 'degraded') refresh(queries, null)
    else if (name === 'expired') reportExpired(currentSession()?.token ?? '')
  }

  const listen = async ({ signal }: Listening): Promise<Ending> => {
    const session = currentSession()
    if (session === null) return 'refused'
    const headers = { ...headersFor(session.token, institution), accept: 'text/event-stream' }
    const answer = await fetch(`/api/stream?topics=${TOPICS.join(',')}`, {
      headers: lastId === null ? headers : { ...headers, 'last-event-id': lastId },
      signal,
      cache: 'no-store',
    })
    if (answer.status === 401) reportExpired(session.token)
    if (answer.status === 404) return 'absent'
    if (!answer.ok || answer.body === null) return 'refused'
    live.heard()
    live.streaming(true)
    // What changed while nobody listened is known to the stream for ten minutes only, and to the first one not at all.
    if (lastId === null) refresh(queries, null)
    const read = createEventReader(onEvent)
    const decoder = new TextDecoder()
    for await (const chunk of answer.body) read(decoder.decode(chunk, { stream: true }))
    return 'closed'
  }

  const run = async (): Promise<void> => {
    let waitMs = FIRST_WAIT_MS
    while (!end.signal.aborted) {
      const startedAt = Date.now()
      const ending = await listenGuarded(listen, institution, end.signal)
      if (end.signal.aborted) return
      live.streaming(false)
      if (ending === null) live.lost()
      waitMs = Date.now() - startedAt > LONGEST_WAIT_MS ? FIRST_WAIT_MS : Math.min(waitMs * 2, LONGEST_WAIT_MS)
      await pause(ending === 'absent' ? ABSENT_WAIT_MS : waitMs, end.signal)
    }
  }
  void run()
  return () => end.abort()
}

/** Listens until the stream ends, fails (null) or says nothing for too long. */
const listenGuarded = async (
  listen: (listening: Listening) => Promise<Ending>,
  institution: string | undefined,
  end: AbortSignal,
): Promise<Ending | null> => {
  const silence = new AbortController()
  const watch = setInterval(() => {
    const { state, lastAt } = live.get()
    if (state === 'live' && Date.now() - lastAt > SILENCE_MS) silence.abort()
  }, 5_000)
  try {
    return await listen({ institution, signal: AbortSignal.any([end, silence.signal]) })
  } catch {
    return null
  } finally {
    clearInterval(watch)
  }
}

/** Waits, but no longer than until the network is back or somebody looks at the page again. */
const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer)
      removeEventListener('online', done)
      document.removeEventListener('visibilitychange', onSight)
      resolve()
    }
    const onSight = () => {
      if (!document.hidden) done()
    }
    const timer = setTimeout(done, ms)
    addEventListener('online', done)
    document.addEventListener('visibilitychange', onSight)
    signal.addEventListener('abort', done)
  })
