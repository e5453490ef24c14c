import { randomBytes } from 'node:crypto'
import type { Socket } from 'node:net'
import type { Problem } from '../common/errors.ts'

type Words = { readonly status: number; readonly title: string; readonly detail: string }

const MALFORMED: Words = { status: 400, title: 'Bad Request', detail: 'The request is not well-formed HTTP.' }

/** What Node refuses before there is a request to route. */
const WORDS: Readonly<Record<string, Words>> = {
  HPE_HEADER_OVERFLOW: {
    status: 431,
    title: 'Request Header Fields Too Large',
    detail: 'The headers are larger than 32 KiB.',
  },
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: 408,
    title: 'Request Timeout',
    detail: 'The request took too long to arrive.',
  },
}

/**
 * Answers a connection whose request cannot be read with problem+json, as everything else is answered, and closes it.
 */
export const answerClientError = (error: Error, socket: Socket, now: () => Date): void => {
  const code = 'code' in error ? String(error.code) : ''
  if (code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const { status, title, detail } = WORDS[code] ?? MALFORMED
  const problem: Problem = {
    type: 'about:blank',
    title,
    status,
    detail,
    instance: '/',
    code: 'BAD_USER_INPUT',
    message: detail,
    timestamp: now().toISOString(),
    traceId: randomBytes(16).toString('hex'),
  }
  const body = JSON.stringify(problem)
  const head = [
    `HTTP/1.1 ${status} ${title}`,
    'Content-Type: application/problem+json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
}
