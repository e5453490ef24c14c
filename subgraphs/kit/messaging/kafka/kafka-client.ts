import { connect, isIP, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { Kafka, type KafkaConfig, logLevel } from 'kafkajs'
import { withDeadline } from '../../common/deadline.ts'
import { DomainError } from '../../common/errors.ts'
import type { KafkaSecurity } from '../../config/kafka-security.ts'
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
  readonly security?: KafkaSecurity
  /** The password of the login as it is now. */
  readonly password?: () => string | null
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
export const createKafkaClient = (env: KafkaEnv, retries: number): KafkaClient => {
  const { brokers, clientId, log, portOf, security } = env
  quietenIdleConnections()
  const sockets = new Set<Socket>()
  let isShut = false
  const kafka = new Kafka({
    brokers: [...brokers],
    clientId,
    ...loginOf(env),
    connectionTimeout: CONNECT_TIMEOUT_MS,
    authenticationTimeout: CONNECT_TIMEOUT_MS,
    retry: { initialRetryTime: 100, maxRetryTime: 1_000, retries, restartOnFailure: async () => false },
    socketFactory: ({ host, port, onConnect }) => {
      if (isShut) throw new Error('this client is closed')
      const address = portOf === undefined ? { host, port } : { host: '127.0.0.1', port: portOf({ host, port }) }
      const socket =
        security === undefined || security.tls === null
          ? connect(address, onConnect)
          : connectTls({ ...address, ...trustOf(security.tls, host) }, onConnect)
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

/** A certificate is for the host that the broker is known by, whatever way leads there. */
const trustOf = ({ ca }: NonNullable<KafkaSecurity['tls']>, host: string) => ({
  ...(ca === null ? {} : { ca }),
  ...(isIP(host) === 0 ? { servername: host } : {}),
})

/** The login with the password of now: a client that is made later may have another one. */
const loginOf = ({ security, password }: KafkaEnv): Pick<KafkaConfig, 'sasl'> => {
  if (security === undefined || security.sasl === null) return {}
  const { mechanism, username } = security.sasl
  const login = { username, password: password?.() ?? '' }
  if (mechanism === 'plain') return { sasl: { mechanism, ...login } }
  return { sasl: mechanism === 'scram-sha-256' ? { mechanism, ...login } : { mechanism, ...login } }
}

/** The error that Kafka cannot be reached: an outage, not a fault of a message. */
export const kafkaUnavailable = (what: string, cause?: unknown): DomainError =>
  new DomainError('UNAVAILABLE', `Kafka cannot be reached: ${what}.`, { retryAfterSeconds: 2, cause })

/** Resolves or rejects as `work` does, or rejects as an outage at the deadline; `work` goes on then. */
export const withinDeadline = <T>(work: Promise<T>, deadlineMs: number, what: string): Promise<T> =>
  withDeadline(work, Math.max(0, deadlineMs - performance.now()), () => {
    throw kafkaUnavailable(what)
  })
