import { once } from 'node:events'
import { createServer, request } from 'node:http'
import { listenOnFreePort } from '../../tests/support/ports.ts'

/** A relay in front of the internal listeners: it counts requests, holds them back, or refuses them. Close it. */
export type Relay = {
  /** What a proxy is given as the URL of a service, whose internal listener it takes to be 100 above the port. */
  readonly url: string
  /** How many requests of a path were passed on. */
  count(path: string): number
  /** From now on answers requests of a path with a status, as a service that has no such route; not counted. */
  refuse(path: string, status: 404 | 405): void
  /** From now on drops requests whose path begins so. */
  breakOff(prefix: string): void
  /** How many requests are held back. */
  held(): number
  /** Passes on what is held back, and holds nothing back from now on. */
  release(): void
  close(): Promise<void>
}

/** Opens a relay to the internal listeners at `target`. It holds back the paths that `isHeld` names. */
export const openRelay = async (target: string, isHeld: (path: string) => boolean = () => false): Promise<Relay> => {
  const counts = new Map<string, number>()
  let held: (() => void)[] = []
  const refused = new Map<string, number>()
  let broken: string | null = null
  let holds = true
  const server = createServer((incoming, outgoing) => {
    const path = (incoming.url ?? '').split('?')[0] ?? ''
    const passOn = () => {
      counts.set(path, (counts.get(path) ?? 0) + 1)
      const { method, headers } = incoming
      const onward = request(`${target}${incoming.url}`, { method, headers }, (answer) => {
        outgoing.writeHead(answer.statusCode ?? 500, answer.headers)
        answer.pipe(outgoing)
      })
      onward.on('error', () => outgoing.destroy())
      incoming.pipe(onward)
    }
    const status = refused.get(path)
    if (status !== undefined) outgoing.writeHead(status, { 'content-type': 'application/json' }).end('{}')
    else if (broken !== null && path.startsWith(broken)) outgoing.destroy()
    else if (holds && isHeld(path)) held.push(passOn)
    else passOn()
  })
  // As of the platform's listeners: its clients keep connections for 10 s, and would meet the end of one otherwise.
  server.keepAliveTimeout = 30_000
  const port = await listenOnFreePort(server)
  return {
    url: `http://127.0.0.1:${port - 100}`,
    count: (path) => counts.get(path) ?? 0,
    refuse(path, status) {
      refused.set(path, status)
    },
    breakOff(prefix) {
      broken = prefix
    },
    held: () => held.length,
    release() {
      holds = false
      for (const passOn of held) passOn()
      held = []
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
