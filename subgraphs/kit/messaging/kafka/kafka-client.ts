import { connect, type Socket } from 'node:net'
import { Kafka, logLevel } from 'kafkajs'
import { withDeadline } from '../../common/deadline.ts'
import { DomainError } from '../../common/errors.ts'
import type { Logger } from '../../observability/log.ts'
import { quietenIdleConnections } from './kafka-idle.ts'

export type KafkaEnv = {
  readonly brokers: readonly string[]
  readonly clientId: string
  readonly log: Logger
  /** How long a member that died holds its partitions; 10 s when left out. */
  readonly sessionTimeoutMs?: number
  /** How long a publisher waits before it gets the error of an outage; 10 s when left out. */
  readonly publishTimeoutMs?: number
  /** By which port of this machine a broker is reached, where not by its own: a tunnel, or a proxy that a test cuts. */
  readonly portOf?: (broker: { readonly host: string; readonly port: number }) => number
}

/** A client whose connections can be cut for good. */
export type KafkaClient = {
  readonly kafka: Kafka
  /**
   * Ends every connection and allows no new one. kafkajs goes on retrying after a `disconnect` in the middle of a
   * retry: such a producer would write, and such a member would hold partitions, after another one has replaced it.
   */
  shut(): void
}

const CONNECT_TIMEOUT_MS = 3_000
const KEEP_ALIVE_MS = 60_000

/**
 * Opens a client. `retries` are those of each of its operations, 0.1 to 1 s apart; kafkajs has other ones under
 * NODE_ENV=test if none are given.
 */
export const createKafkaClient = ({ brokers, clientId, log, portOf }: KafkaEnv, retries: number): KafkaClient => {
  quietenIdleConnections()
  const sockets = new Set<Socket>()
  let isShut = false
  const kafka = new Kafka({
    brokers: [...brokers],
    clientId,
    connectionTimeout: CONNECT_TIMEOUT_MS,
    retry: { initialRetryTime: 100, maxRetryTime: 1_000, retries, restartOnFailure: async () => false },
    socketFactory: ({ host, port, onConnect }) => {
      if (isShut) throw new Error('this client is closed')
      const address = portOf === undefined ? { host, port } : { host: '127.0.0.1', port: portOf({ host, port }) }
      const socket = connect(address, onConnect)
      socket.setKeepAlive(true, KEEP_ALIVE_MS)
      sockets.add(socket)
      socket.once('close', () => sockets.delete(socket))
      return socket
    },
    // In an outage every connection logs each of its attempts; what an operator must know is logged once elsewhere.
    logLevel: logLevel.INFO,
    logCreator:
      () =>
      ({ namespace, log: { message } }) =>
        log.debug({ kafka: namespace }, message),
  })
  return {
    kafka,
    shut() {
      isShut = true
      for (const socket of sockets) socket.destroy(new Error('this client is closed'))
    },
  }
}

/** The error that Kafka cannot be reached: an outage, not a fault of a message. */
export const kafkaUnavailable = (what: string, cause?: unknown): DomainError =>
  new DomainError('UNAVAILABLE', `Kafka cannot be reached: ${what}.`, { retryAfterSeconds: 2, cause })

/** Resolves or rejects as `work` does, or rejects as an outage at the deadline; `work` goes on then. */
export const withinDeadline = <T>(work: Promise<T>, deadlineMs: number, what: string): Promise<T> =>
  withDeadline(work, Math.max(0, deadlineMs - performance.now()), () => {
    throw kafkaUnavailable(what)
  })
