import type { IncomingMessage } from 'node:http'

/** What is let through, unread, of a body that was refused, and for how long; then the connection is closed. */
const LINGER_BYTES = 67_108_864
const LINGER_MS = 10_000

/**
 * Lets the rest of a body through that nobody wants any more, once the request was answered: a sender that is still busy sending
 * would otherwise lose its connection, and with it the answer. When all has come the connection can be used again.
 */
export const lingerAfterAnswer = (body: IncomingMessage): void => {
  // Node itself sees to a body that nobody has begun to read.
  if (!body.readableDidRead || body.readableEnded || body.destroyed) return
  let leftBytes = LINGER_BYTES
  const hangUp = () => body.socket.destroy()
  const timer = setTimeout(hangUp, LINGER_MS)
  const stop = () => clearTimeout(timer)
  // Whoever gave up may still wait for its next piece, and then a stream does not flow.
  const letThrough = () => {
    for (let chunk: Buffer | null = body.read(); chunk !== null; chunk = body.read()) leftBytes -= chunk.length
    if (leftBytes < 0) hangUp()
  }
  body.on('readable', letThrough)
  // What is gone wrong with it now is nobody's loss.
  body.once('end', stop).once('close', stop).once('error', stop)
  letThrough()
}
