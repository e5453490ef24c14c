import { createServer, type Server } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Lifecycle } from './lifecycle.ts'
import { refuseListening } from './program.ts'

/** The address of a listener, and the variable that an operator changes when it cannot. */
export type Address = { readonly host: string; readonly port: number; readonly variable: string }

/** @throws UserFacingError when the port is taken: thrown before anything slow is begun. */
export const checkFree = async ({ host, port, variable }: Address): Promise<void> => {
  const probe = createServer()
  try {
    await new Promise<void>((resolve, reject) => {
      probe.once('error', reject)
      probe.listen({ host, port, exclusive: true }, resolve)
    })
    await new Promise((resolve) => probe.close(resolve))
  } catch (error) {
    refuseListening(error, host, port, variable)
  }
}

/**
 * Node accepts one connection of a socket in each turn of its event loop. A turn is long while much is to be done, so
 * that the few hundred places of a socket's queue fill as soon as a fleet reconnects, and connections time out. More
 * sockets of the same port accept as many in a turn, and have a queue each.
 */
const SOCKETS = 16
/** What other systems offer by this name does not distribute connections, or does not exist. */
const SHARES_PORTS = process.platform === 'linux'

/** A further socket of an app's port, whose connections the app's server serves. */
const openSocket = (app: FastifyInstance, host: string, port: number): Promise<Server> =>
  new Promise((resolve, reject) => {
    // The options with which the server of an app opens its own socket.
    const socket = createServer({ allowHalfOpen: true, noDelay: true })
    socket.maxConnections = app.server.maxConnections
    socket.on('connection', (connection) => app.server.emit('connection', connection))
    socket.once('error', reject)
    socket.listen({ host, port, reusePort: true }, () => resolve(socket))
  })

/** Listens at an address. Resolves to the further sockets of its port, which are closed with the app. */
const listen = async (app: FastifyInstance, address: Address): Promise<readonly Server[]> => {
  const { host, port } = address
  // Another process that shares its ports as well would not be refused, and receive half of what is ours.
  await checkFree(address)
  const options = { host, port, ...(SHARES_PORTS ? { reusePort: true } : {}) }
  await app.listen(options)
  const bound = app.server.address()
  if (!SHARES_PORTS || bound === null || typeof bound === 'string') return []
  // The limit is counted by socket; the system distributes connections evenly.
  app.server.maxConnections = Math.ceil(app.server.maxConnections / SOCKETS)
  return Promise.all(Array.from({ length: SOCKETS - 1 }, () => openSocket(app, host, bound.port)))
}

const closeSocket = (socket: Server): Promise<void> => new Promise((resolve) => socket.close(() => resolve()))

/**
 * How long a process in production serves on after its stop has begun: balancers find that it is not ready, and clients
 * leave. One that is in a hurry, by an interrupt or after a failure, has no time for that.
 */
export const LEAVE_MS = 3_000
/** A stop has so many times as long in all, or it is in a hurry. */
const UNHURRIED = 5

/** Stops accepting, lets requests under way end, and cuts off those that do not in time. */
const closeListener = async (app: FastifyInstance, sockets: readonly Server[], leftMs: number): Promise<void> => {
  const timer = setTimeout(() => app.server.closeAllConnections(), leftMs * 0.8)
  try {
    // A socket is closed once its connections are, which the app ends.
    const closed = sockets.map(closeSocket)
    await app.close()
    await Promise.all(closed)
  } finally {
    clearTimeout(timer)
  }
}

/**
 * Puts an app behind its address until the stop; then it serves on for `leaveMs`, counted from the begin of the stop.
 * @throws UserFacingError when it cannot listen there.
 */
export const openListener = async (
  life: Lifecycle,
  app: FastifyInstance,
  address: Address,
  leaveMs = 0,
): Promise<void> => {
  let leavesAtMs = 0
  life.signal.addEventListener(
    'abort',
    () => {
      app.leave()
      leavesAtMs = performance.now() + leaveMs
    },
    { once: true },
  )
  await life.open({
    name: `the listener on port ${address.port}`,
    atLeastMs: 500,
    async open() {
      try {
        return await listen(app, address)
      } catch (error) {
        await app.close()
        return refuseListening(error, address.host, address.port, address.variable)
      }
    },
    async close(sockets, leftMs) {
      const servesMs = leftMs < leaveMs * UNHURRIED ? 0 : Math.max(0, leavesAtMs - performance.now())
      if (servesMs > 0) await delay(servesMs)
      await closeListener(app, sockets, leftMs - servesMs)
    },
  })
}
