import { createParser } from 'eventsource-parser'

/** One event of a stream. */
export type StreamEvent = { readonly event: string; readonly id: string | null; readonly data: Record<string, unknown> }

/** A listener of a live stream over HTTP. */
export type StreamClient = {
  readonly status: number
  readonly events: readonly StreamEvent[]
  /** The last id seen, also of blocks without data. */
  lastId(): string | null
  isOver(): boolean
  /**
   * Resolves when `found` is true of the events so far, at once or with a later event; rejects when the stream ends
   * before.
   */
  until(found: (events: readonly StreamEvent[], lastId: string | null) => boolean): Promise<void>
  /** Closes the connection at once. */
  kill(): void
  ended: Promise<void>
}

/** Opens a stream; resolves when the head of the answer has been received. */
export const listen = async (url: string, headers: Record<string, string>): Promise<StreamClient> => {
  const cut = new AbortController()
  const answer = await fetch(url, { headers, signal: cut.signal })
  const events: StreamEvent[] = []
  const waiting = new Set<() => void>()
  let lastId: string | null = null
  let over = false
  const wake = () => {
    for (const check of waiting) check()
  }
  const read = async (): Promise<void> => {
    const decoder = new TextDecoder()
    const parser = createParser({
      onId: (id) => {
        lastId = id
      },
      onEvent: ({ event = '', id = null, data }) => events.push({ event, id, data: JSON.parse(data) }),
      onError: (error) => {
        throw error
      },
    })
    for await (const chunk of answer.body ?? []) {
      parser.feed(decoder.decode(chunk, { stream: true }))
      wake()
    }
  }
  const ended = read()
    .catch(() => {})
    .then(() => {
      over = true
      wake()
    })
  return {
    status: answer.status,
    events,
    lastId: () => lastId,
    isOver: () => over,
    until: (found) =>
      new Promise((resolve, reject) => {
        const check = () => {
          if (found(events, lastId)) resolve()
          else if (over) reject(new Error('the stream ended'))
          else return
          waiting.delete(check)
        }
        waiting.add(check)
        check()
      }),
    kill: () => cut.abort(),
    ended,
  }
}
