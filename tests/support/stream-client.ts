/** One event of a stream; a block of an id alone has neither name nor data. */
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

const parseBlock = (block: string): { event: string; id: string | null; data: string } => {
  const fields = new Map(
    block
      .split('\n')
      .filter((line) => !line.startsWith(':') && line !== '')
      .map((line): [string, string] => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]),
  )
  return { event: fields.get('event') ?? '', id: fields.get('id') ?? null, data: fields.get('data') ?? '' }
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
    let text = ''
    for await (const chunk of answer.body ?? []) {
      text += decoder.decode(chunk, { stream: true })
      const blocks = text.split('\n\n')
      text = blocks.pop() ?? ''
      for (const { event, id, data } of blocks.map(parseBlock)) {
        lastId = id ?? lastId
        if (data !== '') events.push({ event, id, data: JSON.parse(data) })
      }
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
