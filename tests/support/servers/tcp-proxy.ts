import { connect, createServer, type Server, type Socket } from 'node:net'
import { listenOn } from '../ports.ts'

/** A way to a server of this machine that can be made slow, cut, half-open or refusing, and led to another server. */
export type TcpProxy = {
  readonly port: number
  /** Where connections lead that are opened from now on. */
  lead(port: number): void
  /** By how much each piece is held back, in both directions. */
  delay(ms: number): void
  /** Ends every connection; new ones are taken. */
  cut(): void
  /**
   * Passes nothing on any more, ends included, on these connections and on new ones, as behind a dead network path;
   * false ends those and takes new ones.
   */
  halfOpen(dead: boolean): void
  /** Ends every connection and refuses new ones. */
  refuse(): Promise<void>
  /** Takes connections again after `refuse`, on the same port. */
  accept(): Promise<void>
  /** How many connections are open. */
  connections(): number
  close(): Promise<void>
}

type Way = { targetPort: number; delayMs: number; dead: boolean; readonly pairs: Set<() => void> }

/** Passes what one socket sends on to the other in order, also while the delay changes. */
const pass = (way: Way, from: Socket, to: Socket): void => {
  const queue: { readonly dueMs: number; work(): void }[] = []
  const drain = () => {
    for (let [next] = queue; next !== undefined; [next] = queue) {
      const waitMs = next.dueMs - performance.now()
      if (waitMs > 0) {
        setTimeout(drain, waitMs)
        return
      }
      queue.shift()
      next.work()
    }
  }
  const later = (work: () => void) => {
    if (way.dead) return
    queue.push({ dueMs: performance.now() + way.delayMs, work })
    if (queue.length === 1) drain()
  }
  from.on('data', (chunk) => later(() => to.write(chunk)))
  from.once('end', () => later(() => to.end()))
}

const join = (way: Way, client: Socket): void => {
  const server = connect({ host: '127.0.0.1', port: way.targetPort })
  const cut = () => {
    way.pairs.delete(cut)
    client.destroy()
    server.destroy()
  }
  way.pairs.add(cut)
  for (const socket of [client, server]) socket.on('error', cut).once('close', () => way.dead || cut())
  pass(way, client, server)
  pass(way, server, client)
}

const cutAll = ({ pairs }: Way): void => {
  for (const cut of [...pairs]) cut()
}

/** Opens a proxy that leads to `targetPort`; on any free port where none is given. */
export const openTcpProxy = async (targetPort: number, ownPort = 0): Promise<TcpProxy> => {
  const way: Way = { targetPort, delayMs: 0, dead: false, pairs: new Set() }
  const server: Server = createServer({ allowHalfOpen: true }, (client) => join(way, client))
  const port = await listenOn(server, ownPort)
  const refuse = async () => {
    if (!server.listening) return
    const closed = new Promise<void>((resolve) => server.close(() => resolve()))
    cutAll(way)
    await closed
  }
  return {
    port,
    lead(to) {
      way.targetPort = to
    },
    delay(ms) {
      way.delayMs = ms
    },
    cut: () => cutAll(way),
    halfOpen(dead) {
      way.dead = dead
      if (!dead) cutAll(way)
    },
    refuse,
    accept: () => new Promise((resolve) => server.listen(port, '127.0.0.1', resolve)),
    connections: () => way.pairs.size,
    close: refuse,
  }
}
