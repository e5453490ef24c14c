import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { listenOn } from '../support/ports.ts'

const LOOK_MS = 500
const LOOK_TIMEOUT_MS = 5_000
const CONNECT_TIMEOUT_MS = 2_000
/** So many looks in a row find a member not ready before it gets no more connections. */
const FALLS = 2

/** Whether a process is ready, as a balancer sees it from outside. */
export type Health = { isReady(): boolean; close(): Promise<void> }

/** Looks again and again whether the process at `url` is ready; until the first answer it is not. */
export const watchHealth = (url: string): Health => {
  let failures = FALLS
  const ended = new AbortController()
  const look = async (): Promise<boolean> => {
    const signal = AbortSignal.any([ended.signal, AbortSignal.timeout(LOOK_TIMEOUT_MS)])
    const answer = await fetch(`${url}/actuator/health/readiness`, { signal })
    await answer.arrayBuffer()
    return answer.status === 200
  }
  const looking = (async () => {
    while (!ended.signal.aborted) {
      const ready = await look().catch(() => false)
      failures = ready ? 0 : failures + 1
      await delay(LOOK_MS, undefined, { signal: ended.signal }).catch(() => {})
    }
  })()
  return {
    isReady: () => failures < FALLS,
    async close() {
      ended.abort()
      await looking
    },
  }
}

export type BackEnd = { readonly port: number; readonly health: Health }

/** A TCP balancer, as there is one in front of the processes of a service. */
export type Balancer = { readonly port: number; close(): Promise<void> }

const open = async (port: number): Promise<Socket | null> => {
  const socket = connect({ host: '127.0.0.1', port, noDelay: true, allowHalfOpen: true })
  try {
    await once(socket, 'connect', { signal: AbortSignal.timeout(CONNECT_TIMEOUT_MS) })
    return socket
  } catch {
    socket.destroy()
    return null
  }
}

/**
 * Gives each connection to the next member that is ready, and to another one where that refuses it. What was sent is
 * never sent again: a request on a connection that breaks fails.
 */
export const openBalancer = async (port: number, backEnds: readonly BackEnd[]): Promise<Balancer> => {
  let turn = 0
  const sockets = new Set<Socket>()
  const choose = async (): Promise<Socket | null> => {
    turn += 1
    const inTurn = backEnds.map((_, n) => backEnds[(turn + n) % backEnds.length]).filter((one) => one !== undefined)
    for (const { port: to } of inTurn.filter(({ health }) => health.isReady())) {
      const socket = await open(to)
      if (socket !== null) return socket
    }
    return null
  }
  const join = async (client: Socket): Promise<void> => {
    // An error is followed by the close.
    client.on('error', () => {})
    const member = await choose()
    if (member === null || client.destroyed) {
      client.destroy()
      member?.destroy()
      return
    }
    const pair = [client, member]
    for (const socket of pair) {
      sockets.add(socket)
      socket
        .on('error', () => {})
        .once('close', () => {
          for (const one of pair) {
            sockets.delete(one)
            one.destroy()
          }
        })
    }
    client.pipe(member)
    member.pipe(client)
  }
  const server = createServer({ allowHalfOpen: true, noDelay: true, pauseOnConnect: true }, (client) => {
    void join(client)
  })
  return {
    port: await listenOn(server, port),
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}
