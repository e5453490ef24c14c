import type { InvalidateQueryFilters, QueryClient } from '@tanstack/react-query'
import { createParser } from 'eventsource-parser'
import { headersFor } from './client.ts'
import { live, TOPICS, type Topic } from './live.ts'
import { pause } from './pause.ts'
import { currentSession, reportExpired } from './session.ts'

const FIRST_WAIT_MS = 1_000
const LONGEST_WAIT_MS = 30_000
/** The delay of the next attempt where the platform offers no stream. */
const ABSENT_WAIT_MS = 120_000
/** A stream without data for this long is dead: it sends keep-alives more often. */
const SILENCE_MS = 35_000
/** Events of a burst cause one refresh, at a different moment in each page. */
const GATHER_MS = { least: 500, spread: 1_000 }
/** When everything has to be read again, thousands of pages are notified at once. */
const ALL_MS = { least: 0, spread: 3_000 }

/**
 * The stream begins with what changed in so many seconds before, so that what was asked for while it opened need not
 * be asked for again.
 */
const RECENT_SECONDS = 10
/** What is older than this when the stream opens may miss a change: requests and clocks take their time. */
const FRESH_MS = 8_000

/** Whether some of what is shown was read too long ago for what the stream begins with. */
const isOutdated = (queries: QueryClient): boolean =>
  queries
    .getQueryCache()
    .findAll({
      type: 'active',
      predicate: ({ meta, state }) => Array.isArray(meta?.topics) && state.data !== undefined,
    })
    .some(({ state }) => state.dataUpdatedAt < Date.now() - FRESH_MS)

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

const topicOf = (name: string): Topic | undefined => TOPICS.find((topic) => topic === name)

/** Refreshes the queries that show one of these topics; all queries of the page for null. */
const refresh = async (queries: QueryClient, topics: ReadonlySet<Topic> | null): Promise<void> => {
  const filters: InvalidateQueryFilters = {
    predicate: ({ meta }) => {
      const shown = Array.isArray(meta?.topics) ? meta.topics : null
      return shown !== null && (topics === null || shown.some((topic) => topics.has(topic)))
    },
  }
  // A question under way is not broken off, or one that takes long would never be answered while events keep coming;
  // but its answer may be older than what the stream announces.
  const isUnderWay = queries.isFetching(filters) > 0
  await queries.invalidateQueries(filters, { cancelRefetch: false })
  if (isUnderWay) await queries.invalidateQueries(filters, { cancelRefetch: false })
}

/**
 * How long a refresh is waited for: a question that failed is asked again only once somebody looks at the page, and
 * the others are not to wait for that.
 */
const LONGEST_REFRESH_MS = 10_000

/** Collects topics and refreshes them together; never while the last refresh is in progress. */
const createGatherer = (queries: QueryClient, end: AbortSignal) => {
  let topics = new Set<Topic>()
  let all = false
  let busy = false
  const run = async (): Promise<void> => {
    busy = true
    while (all || topics.size > 0) {
      const { least, spread } = all ? ALL_MS : GATHER_MS
      await wait(least + Math.random() * spread)
      const wanted = all ? null : topics
      topics = new Set()
      all = false
      // Resuming the updates refreshes everything anyway.
      if (live.get().state !== 'paused' && !end.aborted)
        await Promise.race([refresh(queries, wanted), wait(LONGEST_REFRESH_MS)])
    }
    busy = false
  }
  return (topic: Topic | null): void => {
    if (topic === null) all = true
    else topics.add(topic)
    if (!busy) void run()
  }
}

/** The signal that ends the stream from here, and what to call for all data received. */
type Listening = { readonly signal: AbortSignal; readonly onSign: () => void }

/** Why a stream ended, which decides the delay of the next attempt. */
type Ending = 'closed' | 'absent' | 'refused' | 'replaced'

/** Reads a body to its end. */
const readText = async (body: ReadableStream<Uint8Array>, onText: (text: string) => void): Promise<void> => {
  const decoder = new TextDecoder()
  // Not every browser supports `for await` on a body.
  const reader = body.getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    onText(decoder.decode(value, { stream: true }))
  }
}

/**
 * Keeps the live stream open and refreshes what its events are about; `onRecord` gets each record as text. Returns a
 * function that ends it.
 */
export const followStream = (
  queries: QueryClient,
  institution: string | undefined,
  onRecord: (topic: Topic, data: string) => void,
): (() => void) => {
  const end = new AbortController()
  const gather = createGatherer(queries, end.signal)
  let lastId: string | null = null
  let replaced = false
  let openedAt = Date.now()
  let openedWith = ''

  const onId = (id: string): void => {
    // From the first id on no change is missed, and of what was read just before it the stream has told already.
    if (lastId === null && (Date.now() - openedAt > FRESH_MS || isOutdated(queries))) gather(null)
    lastId = id
  }
  const onEvent = ({ event = '', data }: { readonly event?: string | undefined; readonly data: string }): void => {
    const topic = topicOf(event)
    if (topic !== undefined) {
      gather(topic)
      onRecord(topic, data)
    } else if (event === 'reset' || event === 'recovered' || event === 'degraded') gather(null)
    else if (event === 'expired') reportExpired(openedWith)
    else if (event === 'replaced') replaced = true
  }

  const listen = async ({ signal, onSign }: Listening): Promise<Ending> => {
    const session = currentSession()
    if (session === null) return 'refused'
    const headers = { ...headersFor(session.token, institution), accept: 'text/event-stream' }
    openedAt = Date.now()
    openedWith = session.token
    const answer = await fetch(`/api/stream?topics=${TOPICS.join(',')}&recent=${RECENT_SECONDS}`, {
      headers: lastId === null ? headers : { ...headers, 'last-event-id': lastId },
      signal,
      cache: 'no-store',
    })
    if (answer.status === 401) reportExpired(session.token)
    if ([400, 403, 404].includes(answer.status)) return 'absent'
    if (!answer.ok || answer.body === null) return 'refused'
    live.heard()
    live.streaming(true)
    replaced = false
    const parser = createParser({ onId, onEvent })
    await readText(answer.body, (text) => {
      onSign()
      live.heard()
      parser.feed(text)
    })
    return replaced ? 'replaced' : 'closed'
  }

  const run = async (): Promise<void> => {
    let waitMs = FIRST_WAIT_MS
    while (!end.signal.aborted) {
      const startedAt = Date.now()
      const ending = await listenGuarded(listen, end.signal)
      if (end.signal.aborted) return
      live.streaming(false)
      if (ending === null) live.lost()
      waitMs = Date.now() - startedAt > LONGEST_WAIT_MS ? FIRST_WAIT_MS : Math.min(waitMs * 2, LONGEST_WAIT_MS)
      if (ending === 'replaced') waitMs = LONGEST_WAIT_MS
      // Spread, because a restart of the platform ends all streams at the same moment.
      await pause((ending === 'absent' ? ABSENT_WAIT_MS : waitMs) * (0.5 + Math.random()), end.signal)
    }
  }
  void run()
  return () => {
    end.abort()
    live.streaming(false)
  }
}

/** Reads the stream until it ends, fails (null) or is silent for too long. */
const listenGuarded = async (
  listen: (listening: Listening) => Promise<Ending>,
  end: AbortSignal,
): Promise<Ending | null> => {
  const silence = new AbortController()
  let lastSignAt = Date.now()
  const watch = setInterval(() => {
    if (Date.now() - lastSignAt > SILENCE_MS) silence.abort()
  }, 5_000)
  const onSign = () => {
    lastSignAt = Date.now()
  }
  try {
    return await listen({ signal: AbortSignal.any([end, silence.signal]), onSign })
  } catch {
    return null
  } finally {
    clearInterval(watch)
  }
}
