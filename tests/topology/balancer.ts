import { EventEmitter, once } from 'node:events'
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

/** What a process is asked through its balancers, all of its ports together. */
export type Load = {
  /** Requests that were sent to it and whose answer has not begun. */
  readonly waiting: number
  /** Answers that have begun. */
  readonly answers: number
  /** Requests whose connection ended before an answer began. */
  readonly cut: number
}

/** The same, as balancers count it; `requests` emits `request` for each. */
type CountedLoad = { -readonly [Count in keyof Load]: number } & { readonly requests: EventEmitter }

/** A process behind a balancer. */
export type BackEnd = {
  readonly load: Load
  /** Resolves when the next request has been sent to it. */
  nextRequest(): Promise<unknown>
  isReady(): boolean
  /** Gives it no new connections from now on; those that it has go on. */
  retire(): void
  /** The same process at the port that is so much above its public one. */
  at(above: number): BalancedPort
}

/** A port of a process, as a balancer has it. */
export type BalancedPort = { readonly port: number; isReady(): boolean; readonly counts: CountedLoad }

/** A process at `port` that gets connections while `health` finds it ready. */
export const createBackEnd = (port: number, health: Health): BackEnd => {
  const counts: CountedLoad = { waiting: 0, answers: 0, cut: 0, requests: new EventEmitter() }
  let retired = false
  const isReady = () => !retired && health.isReady()
  return {
    load: counts,
    nextRequest: () => once(counts.requests, 'request'),
    isReady,
    retire() {
      retired = true
    },
    at: (above) => ({ port: port + above, isReady, counts }),
  }
}

/** Counts what goes through a pair of sockets: with HTTP/1.1 a connection has one request at a time. */
const countExchanges = (client: Socket, member: Socket, counts: CountedLoad): void => {
  let waiting = false
  const ends = (how: 'answers' | 'cut') => {
    if (!waiting) return
    waiting = false
    counts.waiting -= 1
    counts[how] += 1
  }
  client.on('data', () => {
    if (waiting) return
    waiting = true
    counts.waiting += 1
    counts.requests.emit('request')
  })
  member.on('data', () => ends('answers')).once('close', () => ends('cut'))
}

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
export const openBalancer = async (port: number, backEnds: readonly ReturnType<BackEnd['at']>[]): Promise<Balancer> => {
  let turn = 0
  const sockets = new Set<Socket>()
  const choose = async () => {
    turn += 1
    const inTurn = backEnds.map((_, n) => backEnds[(turn + n) % backEnds.length]).filter((one) => one !== undefined)
    for (const { port: to, counts } of inTurn.filter((one) => one.isReady())) {
      const socket = await open(to)
      if (socket !== null) return { member: socket, counts }
    }
    return null
  }
  const join = async (client: Socket): Promise<void> => {
    // An error is followed by the close.
    client.on('error', () => {})
    const chosen = await choose()
    if (chosen === null || client.destroyed) {
      client.destroy()
      chosen?.member.destroy()
      return
    }
    const { member, counts } = chosen
    countExchanges(client, member, counts)
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
