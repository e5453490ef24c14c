import type { IncomingMessage, ServerResponse } from 'node:http'

/** What is let through, unread, of a body that was refused, and for how long; then the connection is closed. */
const LINGER_BYTES = 67_108_864
const LINGER_MS = 10_000

/** Reads the rest of a body without keeping it; `done` is called once, when it has ended or more came than is let through. */
const letThrough = (body: IncomingMessage, done: () => void): void => {
  let leftBytes = LINGER_BYTES
  const timer = setTimeout(() => end(true), LINGER_MS)
  const end = (hangUp: boolean) => {
    clearTimeout(timer)
    if (hangUp) body.socket.destroy()
    done()
  }
  const read = () => {
    for (let chunk: Buffer | null = body.read(); chunk !== null; chunk = body.read()) leftBytes -= chunk.length
    if (leftBytes < 0) end(true)
  }
  // Whoever gave up may still wait for its next piece, and then a stream does not flow. Its faults are nobody's loss now.
  body.on('readable', read).on('error', () => {})
  body.once('close', () => end(false)).once('end', () => end(false))
  read()
}

/**
 * Keeps the connection of a request that is being refused while its body is still on its way: closed at once, as it would be
 * where the caller asked for that, it would be reset, and the answer lost with it. Called before the answer is sent; when all
 * of the body has come the connection is closed, or used again.
 */
export const lingerAfterAnswer = (body: IncomingMessage, answer: ServerResponse): void => {
  const { socket } = body
  // A body that has come, and that nobody has begun to read, is seen to by Node itself.
  const isOver = body.readableEnded || body.destroyed || (body.complete && !body.readableDidRead)
  if (isOver || typeof socket.destroySoon !== 'function') return
  let closing = false
  socket.destroySoon = () => {
    closing = true
    socket.end()
  }
  const done = () => {
    Reflect.deleteProperty(socket, 'destroySoon')
    if (closing) socket.destroySoon()
  }
  answer.once('finish', () => letThrough(body, done))
}
