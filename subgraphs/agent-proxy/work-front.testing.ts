import { once } from 'node:events'
import { createServer, request } from 'node:http'
import { portOf } from '../../tests/support/ports.ts'

/** What stands between the proxy and the internal listeners: it counts, and can be out of order. */
export type Front = {
  /** What a proxy is told; an internal listener is known to stand 100 above it. */
  readonly url: string
  count(path: string): number
  /** Lets nothing through any more whose path begins so. */
  breakOff(prefix: string): void
  close(): Promise<void>
}

/** Opens a front of the internal listeners at `target`. Close it. */
export const openFront = async (target: string): Promise<Front> => {
  const counts = new Map<string, number>()
  let broken: string | null = null
  const server = createServer((incoming, outgoing) => {
    const path = (incoming.url ?? '').split('?')[0] ?? ''
    if (broken !== null && path.startsWith(broken)) return outgoing.destroy()
    counts.set(path, (counts.get(path) ?? 0) + 1)
    const { method, headers } = incoming
    const onward = request(`${target}${incoming.url}`, { method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 500, answer.headers)
      answer.pipe(outgoing)
    })
    onward.on('error', () => outgoing.destroy())
    incoming.pipe(onward)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const port = portOf(server)
  return {
    url: `http://127.0.0.1:${port - 100}`,
    count: (path) => counts.get(path) ?? 0,
    breakOff(prefix) {
      broken = prefix
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
