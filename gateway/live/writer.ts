/** The output buffer of one listener; it is read as fast as the listener's connection accepts data. */
export type StreamWriter = {
  readonly chunks: AsyncIterable<Uint8Array>
  /** Aborts the listener's response. */
  readonly cut: AbortSignal
  send(chunk: Uint8Array): void
  /** Ends the response after everything in the buffer. */
  end(): void
}

type Result = IteratorResult<Uint8Array, undefined>
const DONE: Result = { done: true, value: undefined }

/**
 * Creates a buffer of at most `limitBytes`: the response of a listener that reads too slowly is aborted. `onGone` is
 * called once, however the stream ends.
 */
export const createStreamWriter = (limitBytes: number, onGone: () => void): StreamWriter => {
  const cutting = new AbortController()
  let queue: Uint8Array[] = []
  let queuedBytes = 0
  let ended = false
  let resolve: ((result: Result) => void) | null = null

  const end = (): void => {
    if (ended) return
    ended = true
    resolve?.(DONE)
    resolve = null
    onGone()
  }
  const next = async (): Promise<Result> => {
    if (queuedBytes > 0) {
      const value = queue.length === 1 ? queue[0] : undefined
      const chunk = value ?? Buffer.concat(queue)
      queue = []
      queuedBytes = 0
      return { done: false, value: chunk }
    }
    if (ended) return DONE
    const { promise, resolve: settle } = Promise.withResolvers<Result>()
    resolve = settle
    return promise
  }
  return {
    chunks: {
      [Symbol.asyncIterator]: () => ({
        next,
        async return() {
          queue = []
          queuedBytes = 0
          end()
          return DONE
        },
      }),
    },
    cut: cutting.signal,
    send(chunk) {
      if (ended) return
      if (resolve !== null) {
        resolve({ done: false, value: chunk })
        resolve = null
        return
      }
      queue.push(chunk)
      queuedBytes += chunk.length
      if (queuedBytes <= limitBytes) return
      queue = []
      queuedBytes = 0
      end()
      cutting.abort()
    },
    end,
  }
}
