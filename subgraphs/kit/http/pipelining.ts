import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** How much of one connection may wait for the answer before it; a connection that sends more is closed. */
const MAX_WAITING = 300
const MAX_WAITING_BYTES = 1_048_576

/**
 * The requests of a connection behind the one that is being answered; undefined while none is. A property and no weak
 * map, through all entries of which garbage collection would go.
 */
const LINE = Symbol('line')
type LinedSocket = Socket & { [LINE]?: Waiting[] | undefined }

/** `readBytes`: what had been read of the connection when the request came. */
type Waiting = { readonly request: IncomingMessage; readonly response: ServerResponse; readonly readBytes: number }

const isTooMuch = (waiting: readonly Waiting[], socket: Socket): boolean => {
  const [first] = waiting
  return waiting.length > MAX_WAITING || (first !== undefined && socket.bytesRead - first.readBytes > MAX_WAITING_BYTES)
}

/**
 * Answers the requests of each connection one after the other, and never two of them in the same turn of the event
 * loop. Node hands over at once all requests that a client sent without waiting for answers (pipelining); a few
 * connections could so keep the process from all others. A client that waits for each answer is not delayed.
 */
export const answerInTurn = (answer: RequestListener): RequestListener => {
  const begin = (request: IncomingMessage, response: ServerResponse): void => {
    const { socket }: { socket: LinedSocket } = request
    response.once('close', () => {
      const waiting = socket[LINE] ?? []
      if (waiting.length === 0 || socket.destroyed) socket[LINE] = undefined
      else setImmediate(next, waiting)
    })
    answer(request, response)
  }
  const next = (waiting: Waiting[]): void => {
    const first = waiting.shift()
    if (first !== undefined && !first.request.socket.destroyed) begin(first.request, first.response)
  }
  return (request, response) => {
    const { socket }: { socket: LinedSocket } = request
    const waiting = socket[LINE]
    if (waiting === undefined) {
      socket[LINE] = []
      begin(request, response)
      return
    }
    waiting.push({ request, response, readBytes: socket.bytesRead })
    if (isTooMuch(waiting, socket)) socket.destroy()
  }
}
