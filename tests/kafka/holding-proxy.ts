import { connect, createServer, type Socket } from 'node:net'
import { listenOnFreePort } from '../support/ports.ts'

/** The numbers by which Kafka knows requests. */
export const REQUEST = { produce: 0, createTopics: 19 } as const

export type HoldingProxy = {
  readonly port: number
  /** How many requests were held back. */
  readonly held: () => number
  /** Passes on what was held back, and all that comes. */
  release(): void
  close(): Promise<void>
}

/** The kinds of the requests that are whole in these bytes, each with what is to be passed on for it. */
const requestsOf = (bytes: Buffer): { readonly requests: [kind: number, bytes: Buffer][]; readonly rest: Buffer } => {
  const requests: [number, Buffer][] = []
  let rest = bytes
  while (rest.length >= 6 && rest.length >= rest.readInt32BE(0) + 4) {
    const size = rest.readInt32BE(0) + 4
    requests.push([rest.readInt16BE(4), rest.subarray(0, size)])
    rest = rest.subarray(size)
  }
  return { requests, rest }
}

/**
 * Sits between a client and a broker, and holds back requests as a broker that does not answer them would: with them
 * all that comes after them on their connection. `isHeld` is asked for each request.
 */
export const openHoldingProxy = async (
  brokerPort: number,
  isHeld: (kind: number) => boolean,
): Promise<HoldingProxy> => {
  const sockets = new Set<Socket>()
  const waiting = new Set<() => void>()
  let held = 0
  let released = false
  const server = createServer((client) => {
    const broker = connect({ host: '127.0.0.1', port: brokerPort })
    const end = () => {
      client.destroy()
      broker.destroy()
    }
    for (const socket of [client, broker]) {
      sockets.add(socket)
      socket.on('error', end).once('close', () => {
        sockets.delete(socket)
        end()
      })
    }
    let rest: Buffer = Buffer.alloc(0)
    let queue: Buffer[] | null = null
    const pass = () => {
      for (const request of queue ?? []) broker.write(request)
      queue = null
    }
    client.on('data', (chunk) => {
      const found = requestsOf(Buffer.concat([rest, chunk]))
      rest = found.rest
      for (const [kind, request] of found.requests) {
        if (queue === null && !released && isHeld(kind)) {
          held += 1
          queue = []
          waiting.add(pass)
        }
        if (queue === null) broker.write(request)
        else queue.push(request)
      }
    })
    broker.on('data', (chunk) => client.write(chunk))
  })
  const port = await listenOnFreePort(server)
  return {
    port,
    held: () => held,
    release() {
      released = true
      for (const pass of waiting) pass()
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}
