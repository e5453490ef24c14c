import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'

declare module 'fastify' {
  interface FastifyInstance {
    /** From now on each answer is the last one of its connection. A close of the app does that by itself. */
    leave(): void
    isLeaving(): boolean
  }
}

/**
 * Lets an app end its connections with an answer. A client whose connection is closed while it sends the next request
 * cannot know whether that was done, and a connection that is kept alive would hold up the close.
 */
export const endConnections = (app: FastifyInstance): void => {
  let leaving = false
  const leave = () => {
    leaving = true
  }
  app.decorate('leave', leave)
  app.decorate('isLeaving', () => leaving)
  app.addHook('preClose', async () => leave())
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (leaving) reply.header('connection', 'close')
    done(null, payload)
  })
}

/** What is let through, unread, of a body that was refused; then the connection is closed. */
export type CloseDelay = {
  readonly bytes: number
  readonly ms: number
}

export const CLOSE_DELAY: CloseDelay = { bytes: 67_108_864, ms: 10_000 }
/** For those who are not known: enough for their answer to arrive. */
export const CLOSE_DELAY_UNAUTHENTICATED: CloseDelay = { bytes: 1_048_576, ms: 2_000 }
/** A request body without progress for this long is abandoned. */
const IDLE_MS = 1_000

/**
 * Reads the rest of a body without keeping it; `done` is called once, when it has ended or more came than is let
 * through.
 */
const letThrough = (body: IncomingMessage, { bytes, ms }: CloseDelay, done: () => void): void => {
  let leftBytes = bytes
  const end = (hangUp: boolean) => {
    clearTimeout(timer)
    clearTimeout(idle)
    if (hangUp) body.socket.destroy()
    done()
  }
  const timer = setTimeout(() => end(true), ms)
  const idle = setTimeout(() => end(true), IDLE_MS)
  const read = () => {
    idle.refresh()
    for (let chunk: Buffer | null = body.read(); chunk !== null; chunk = body.read()) leftBytes -= chunk.length
    if (leftBytes < 0) end(true)
  }
  // One that gave up may still wait for its next piece, and then a stream does not flow. Its faults do no harm
  // now.
  body.on('readable', read).on('error', () => {})
  body.once('close', () => end(false)).once('end', () => end(false))
  read()
}

/**
 * Keeps the connection of a request that is being refused while its body is still on its way: closed at once, as it
 * would be where the caller asked for that, it would be reset, and the answer lost with it. Called before the answer
 * is sent; when all of the body has come the connection is closed, or used again.
 */
export const closeAfterAnswer = (body: IncomingMessage, answer: ServerResponse, lingering: CloseDelay): void => {
  const { socket } = body
  // A body that has come, and that is not read yet, is handled by Node itself.
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
  answer.once('finish', () => letThrough(body, lingering, done))
}
