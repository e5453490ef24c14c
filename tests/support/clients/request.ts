/** What is sent with a request. */
export type Ask = {
  /** The token of the caller. */
  readonly as?: string | undefined
  readonly body?: unknown
  readonly bytes?: Uint8Array<ArrayBuffer>
  readonly headers?: Readonly<Record<string, string>>
  /** How long the answer may take; any time when left out. */
  readonly timeoutMs?: number
}

/** An answer; `body` is the value where it is JSON, else the text. */
export type Answer = {
  readonly status: number
  readonly text: string
  readonly body: unknown
  readonly headers: Headers
}

/** Sends one request. Rejects where no answer comes, and where one that says that it is JSON is not. */
export const request = async (url: string, method: string, ask: Ask = {}): Promise<Answer> => {
  const { as, body, bytes, headers, timeoutMs } = ask
  const answer = await fetch(url, {
    method,
    headers: {
      ...(as === undefined ? {} : { authorization: `Bearer ${as}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(bytes === undefined ? {} : { body: bytes }),
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(timeoutMs === undefined ? {} : { signal: AbortSignal.timeout(timeoutMs) }),
  })
  const text = await answer.text()
  const isJson = text !== '' && answer.headers.get('content-type')?.includes('json') === true
  return { status: answer.status, text, body: isJson ? JSON.parse(text) : text, headers: answer.headers }
}
