import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { portOf } from './ports.ts'

export type Passed = { readonly path: string; readonly body: unknown }

/**
 * How the way to the devices service behaves: it works, answers late, never answers, answers 500, or does what it is
 * asked and then loses the reply.
 */
export type ProxyMode = 'works' | 'slow' | 'hangs' | 'fails' | 'loses'

/** Stands in for the platform's internal reverse proxy, on a port of its own. */
export type TestProxy = {
  readonly url: string
  set(mode: ProxyMode): void
  /** Stops listening, so that connections are refused. */
  down(): Promise<void>
  /** Listens again, on the same port. */
  up(): Promise<void>
  /** Lets what is slow be answered now. */
  release(): void
  /** How many requests were answered so far. */
  answered(): number
  /** What arrived so far. */
  arrived(): readonly Passed[]
  /** Resolves once `count` changes of service state have arrived since the start. */
  states(count: number): Promise<readonly Passed[]>
  close(): Promise<void>
}

/** Where what arrives is passed on to; resolves to the status of the answer. */
export type Target = (passed: Passed) => Promise<number>

const read = async (request: IncomingMessage): Promise<Passed> => {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part)
  return { path: request.url ?? '', body: JSON.parse(Buffer.concat(parts).toString()) }
}

/** Starts the proxy. `target` is asked for each request, so it may lead somewhere else each time. */
export const startProxy = async (target: Target): Promise<TestProxy> => {
  let mode: ProxyMode = 'works'
  let arrived: Passed[] = []
  let held: (() => void)[] = []
  let answered = 0
  let onArrived = () => {}

  const handle = async (request: IncomingMessage, reply: ServerResponse): Promise<void> => {
    const asked = mode
    const passed = await read(request)
    arrived = [...arrived, passed]
    onArrived()
    if (asked === 'hangs') return
    if (asked === 'fails') {
      answered += 1
      reply.writeHead(500).end()
      return
    }
    if (asked === 'slow') await new Promise<void>((resolve) => held.push(resolve))
    const status = await target(passed)
    if (asked === 'loses') request.socket.destroy()
    else {
      answered += 1
      reply.writeHead(status).end()
    }
  }

  const server = createServer((request, reply) => {
    handle(request, reply).catch(() => request.socket.destroy())
  })
  // Longer than the platform's clients keep a connection, as that of its own listeners.
  server.keepAliveTimeout = 30_000
  const listen = (port: number) => new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const stop = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  await listen(0)
  const port = portOf(server)
  const release = () => {
    for (const one of held) one()
    held = []
  }

  return {
    url: `http://127.0.0.1:${port}`,
    set(next) {
      mode = next
    },
    down: stop,
    up: () => listen(port),
    release,
    answered: () => answered,
    arrived: () => arrived,
    async states(count) {
      const found = () => arrived.filter(({ path }) => path.endsWith('/service-state'))
      while (found().length < count) {
        await new Promise<void>((resolve) => {
          onArrived = resolve
        })
      }
      return found()
    },
    async close() {
      release()
      if (server.listening) await stop()
    },
  }
}
