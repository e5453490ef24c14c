import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { CLOSE_DELAY, CLOSE_DELAY_UNAUTHENTICATED, closeAfterAnswer } from './connection-close.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

const turn = () => new Promise((resolve) => setImmediate(resolve))

/** A request that is refused while its body is on its way. `closed` holds how its connection was ended. */
const refuse = (prepare: (body: IncomingMessage) => void = () => {}) => {
  const socket = new Socket()
  const closed: string[] = []
  const original = () => void closed.push('destroySoon')
  Object.defineProperty(socket, 'end', { value: () => closed.push('end') })
  Object.defineProperty(socket, 'destroy', { value: () => closed.push('destroy') })
  // On the prototype, where Node has it.
  Object.setPrototypeOf(socket, Object.create(Socket.prototype, { destroySoon: { value: original, writable: true } }))
  const body = new IncomingMessage(socket)
  body._read = () => {}
  prepare(body)
  const answer = new ServerResponse(body)
  closeAfterAnswer(body, answer, { bytes: 10, ms: 5_000 })
  return { body, closed, socket, answered: () => void answer.emit('finish') }
}

const send = async (body: IncomingMessage, bytes: number) => {
  body.push(Buffer.alloc(bytes))
  await turn()
}

/** Ends a body as the parser of Node does. */
const finish = async (body: IncomingMessage) => {
  Object.assign(body, { complete: true }).push(null)
  await turn()
  await turn()
}

test('what is let through of a refused body', () => {
  expect(CLOSE_DELAY).toEqual({ bytes: 67_108_864, ms: 10_000 })
  expect(CLOSE_DELAY_UNAUTHENTICATED).toEqual({ bytes: 1_048_576, ms: 2_000 })
})

test('a connection that is to be closed is closed when the rest of the body has come', async () => {
  const { body, closed, socket, answered } = refuse()
  answered()
  socket.destroySoon()
  expect(closed).toEqual(['end'])
  await send(body, 10)
  expect(closed).toEqual(['end'])
  await finish(body)
  // Node takes the second call, when the body is closed too, for nothing.
  expect([closed.slice(0, 2), vi.getTimerCount()]).toEqual([['end', 'destroySoon'], 0])
})

test('a connection that is to be kept is kept', async () => {
  const { body, closed, answered } = refuse()
  answered()
  await finish(body)
  expect([closed, vi.getTimerCount()]).toEqual([[], 0])
})

test('a connection is cut off when more of the body comes than is let through', async () => {
  const { body, closed, answered } = refuse()
  await send(body, 6)
  answered()
  await send(body, 4)
  expect(closed).toEqual([])
  await send(body, 1)
  expect(closed).toEqual(['destroy'])
})

test('a connection is cut off after a second without anything, counted anew with each piece', async () => {
  const { body, closed, answered } = refuse()
  answered()
  vi.advanceTimersByTime(900)
  await send(body, 1)
  vi.advanceTimersByTime(999)
  expect(closed).toEqual([])
  vi.advanceTimersByTime(1)
  expect(closed).toEqual(['destroy'])
})

test('a connection is cut off after its time, however steadily the body comes', async () => {
  const { body, closed, answered } = refuse()
  answered()
  for (let at = 0; at < 6; at += 1) {
    await send(body, 1)
    vi.advanceTimersByTime(800)
  }
  expect(closed).toEqual([])
  vi.advanceTimersByTime(200)
  expect(closed).toEqual(['destroy'])
})

test('nothing is waited for before the answer is sent, nor when its body is gone already', () => {
  const { closed } = refuse()
  vi.advanceTimersByTime(60_000)
  expect(closed).toEqual([])
  expect(vi.getTimerCount()).toBe(0)
})

test.each([
  ['has been read', (body: IncomingMessage) => Object.defineProperty(body, 'readableEnded', { value: true })],
  ['is gone', (body: IncomingMessage) => Object.defineProperty(body, 'destroyed', { value: true })],
  ['has come, and is not read yet', (body: IncomingMessage) => Object.assign(body, { complete: true })],
])('a connection whose body %s is left to Node', (_what, prepare) => {
  const { socket, closed, answered } = refuse(prepare)
  answered()
  socket.destroySoon()
  expect(closed).toEqual(['destroySoon'])
  expect(vi.getTimerCount()).toBe(0)
})

test('a body that has come but is being read is waited for', () => {
  const { socket, closed } = refuse((body) => {
    Object.assign(body, { complete: true })
    Object.defineProperty(body, 'readableDidRead', { value: true })
  })
  socket.destroySoon()
  expect(closed).toEqual(['end'])
})
