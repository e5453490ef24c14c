import { Socket } from 'node:net'
import { expect, test } from 'vitest'
import { NOW } from '../../../tests/support/hosted-service.ts'
import { answerClientError } from './client-errors.ts'

/** What a connection gets of an error, and whether it is torn down instead. */
const answerTo = (error: Error, writable = true) => {
  const socket = new Socket()
  const ended: unknown[] = []
  Object.defineProperty(socket, 'writable', { value: writable })
  Object.defineProperty(socket, 'end', { value: (text: unknown) => ended.push(text) })
  answerClientError(error, socket, () => NOW)
  const [head = '', body = ''] = String(ended[0] ?? '').split('\r\n\r\n')
  const { destroyed } = socket
  socket.destroy()
  return { head: head.split('\r\n'), body, destroyed, count: ended.length }
}

const coded = (code: string) => Object.assign(new Error('x'), { code })

test.each([
  [coded('HPE_HEADER_OVERFLOW'), 431, 'Request Header Fields Too Large', 'The headers are larger than 32 KiB.'],
  [coded('ERR_HTTP_REQUEST_TIMEOUT'), 408, 'Request Timeout', 'The request took too long to arrive.'],
  [coded('HPE_INVALID_METHOD'), 400, 'Bad Request', 'The request is not well-formed HTTP.'],
  [new Error('x'), 400, 'Bad Request', 'The request is not well-formed HTTP.'],
])('a request that cannot be read is answered with a problem: %o', (error, status, title, detail) => {
  const { head, body, destroyed, count } = answerTo(error)
  expect([destroyed, count]).toEqual([false, 1])
  expect(head).toEqual([
    `HTTP/1.1 ${status} ${title}`,
    'Content-Type: application/problem+json; charset=utf-8',
    `Content-Length: ${body.length}`,
    'Connection: close',
  ])
  expect(JSON.parse(body)).toEqual({
    type: 'about:blank',
    title,
    status,
    detail,
    instance: '/',
    code: 'BAD_USER_INPUT',
    message: detail,
    timestamp: NOW.toISOString(),
    traceId: expect.stringMatching(/^[\da-f]{32}$/),
  })
})

test('a connection that is gone, or cannot be written to, is closed without words', () => {
  expect(answerTo(coded('ECONNRESET'))).toMatchObject({ destroyed: true, count: 0 })
  expect(answerTo(coded('HPE_INVALID_METHOD'), false)).toMatchObject({ destroyed: true, count: 0 })
})
