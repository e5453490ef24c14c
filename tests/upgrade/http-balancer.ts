import { Agent, createServer, request } from 'node:http'
import { listenOn } from '../support/ports.ts'
import type { BalancedPort, Balancer } from '../topology/balancer.ts'

/** Longer than that of the processes, so that they end idle connections and not the balancer. */
const KEEP_ALIVE_MS = 65_000

/**
 * A balancer of requests, as an ingress or a proxy of a mesh is one: the next request of a connection may go to another
 * process, so during an upgrade every client meets both releases. Nothing is sent again.
 */
export const openHttpBalancer = async (port: number, backEnds: readonly BalancedPort[]): Promise<Balancer> => {
  const agent = new Agent({ keepAlive: true })
  let turn = 0
  const server = createServer((asked, answer) => {
    const ready = backEnds.filter((one) => one.isReady())
    turn += 1
    const chosen = ready[turn % Math.max(1, ready.length)]
    if (chosen === undefined) {
      asked.socket.destroy()
      return
    }
    const { counts } = chosen
    counts.waiting += 1
    let waiting = true
    const ends = (how: 'answers' | 'cut'): void => {
      if (waiting) {
        counts.waiting -= 1
        counts[how] += 1
      }
      waiting = false
    }
    const { method, url: path, rawHeaders: headers } = asked
    const sent = request({ host: '127.0.0.1', port: chosen.port, agent, method, path, headers })
      .once('response', (given) => {
        ends('answers')
        answer.writeHead(given.statusCode ?? 502, given.rawHeaders)
        given.pipe(answer)
      })
      .on('error', () => answer.destroy())
      .once('close', () => ends('cut'))
    asked.pipe(sent)
    answer.once('close', () => sent.destroy())
  })
  server.keepAliveTimeout = KEEP_ALIVE_MS
  return {
    port: await listenOn(server, port),
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      server.closeAllConnections()
      await closed
      agent.destroy()
    },
  }
}
