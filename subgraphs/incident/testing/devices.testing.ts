import { createServer } from 'node:http'
import { listenOnFreePort } from '../../../tests/support/ports.ts'

export type Received = {
  readonly path: string
  readonly secret: unknown
  readonly body: Record<string, unknown>
}

/** Replaces the devices service behind the internal listener, and keeps what it receives. */
export type DevicesDouble = {
  readonly url: string
  /** Forgets what it received, and is of this release. */
  forget(): void
  /** From now on it has no route for heartbeats alone, as an earlier release. */
  beEarlier(): void
  /** The changes of service state so far, once there are at least `count`. */
  states(count: number): Promise<readonly Received[]>
  /** The changes of service state that came many at once so far, by call. */
  floods(): readonly (readonly unknown[])[]
  /** The first batch of ATMs, or the first that has such an ATM, once there is one. */
  batch(has?: (atm: Readonly<Record<string, unknown>>) => boolean): Promise<Received>
  /** The calls with heartbeats alone that came so far. */
  heartbeats(): readonly Record<string, unknown>[]
  /** The batches of ATMs that came so far. */
  batches(): readonly (readonly unknown[])[]
  close(): void
}

/** Starts the double on a free port. */
export const startDevices = async (): Promise<DevicesDouble> => {
  let received: Received[] = []
  let onReceived = () => {}
  let isEarlier = false
  const server = createServer((request, reply) => {
    const parts: Buffer[] = []
    request.on('data', (part) => parts.push(part))
    request.on('end', () => {
      // It has no ATM that could be read.
      if (request.method === 'GET') return reply.writeHead(404).end()
      if (isEarlier && request.url?.endsWith('/atms/heartbeats')) return reply.writeHead(404).end()
      const body = JSON.parse(Buffer.concat(parts).toString())
      received.push({ path: request.url ?? '', secret: request.headers['x-internal-secret'], body })
      reply.writeHead(204).end()
      onReceived()
    })
  })
  // Longer than the platform's clients keep a connection, as that of its own listeners.
  server.keepAliveTimeout = 30_000
  const port = await listenOnFreePort(server)
  const until = async (find: () => readonly Received[], count: number): Promise<readonly Received[]> => {
    while (find().length < count) {
      await new Promise<void>((resolve) => {
        onReceived = resolve
      })
    }
    return find()
  }
  const listsOf = (end: string) =>
    received.flatMap(({ path, body }) => (path.endsWith(end) ? [Array.isArray(body) ? body : []] : []))
  return {
    url: `http://127.0.0.1:${port}`,
    beEarlier() {
      isEarlier = true
    },
    forget() {
      received = []
      isEarlier = false
    },
    states: (count) => until(() => received.filter(({ path }) => path.endsWith('/service-state')), count),
    floods: () => listsOf('/service-states'),
    heartbeats: () => received.flatMap(({ path, body }) => (path.endsWith('/atms/heartbeats') ? [body] : [])),
    batches: () => listsOf('/batch'),
    async batch(has = () => true) {
      const isSuch = ({ path, body }: Received) => path.endsWith('/batch') && Array.isArray(body) && body.some(has)
      const [first] = await until(() => received.filter(isSuch), 1)
      if (first === undefined) throw new Error('no batch')
      return first
    },
    close: () => server.close(),
  }
}
