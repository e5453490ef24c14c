import type { Admin } from 'kafkajs'
import { createKafkaClient, type KafkaClient, type KafkaEnv, kafkaUnavailable, withinDeadline } from './kafka-client.ts'

const ASK_TIMEOUT_MS = 5_000
/** Enough for a short fault; the caller asks again. */
const RETRIES = 2

/** An administrative connection. */
export type AdminSession = {
  ask<T>(what: string, work: (admin: Admin) => Promise<T>): Promise<T>
  close(): Promise<void>
}

/** Whether Kafka itself refused, as opposed to no answer or an error that a retry may solve. */
const REFUSALS = new Set([
  'KafkaJSCreateTopicError',
  'KafkaJSAggregateError',
  'KafkaJSProtocolError',
  'KafkaJSNonRetriableError',
])

const isRefusal = (error: unknown): boolean => error instanceof Error && REFUSALS.has(error.name)

/** One administrative connection, made again after each failure. A request waits for those before it. */
export const createAdminSession = (env: KafkaEnv): AdminSession => {
  let open: { client: KafkaClient; admin: Promise<Admin> } | null = null
  const connect = () => {
    const client = createKafkaClient(env, RETRIES)
    const admin = client.kafka.admin()
    return { client, admin: admin.connect().then(() => admin) }
  }
  return {
    async ask(what, work) {
      open ??= connect()
      const used = open
      try {
        return await withinDeadline(used.admin.then(work), performance.now() + ASK_TIMEOUT_MS, what)
      } catch (error) {
        used.client.shut()
        if (open === used) open = null
        throw isRefusal(error) ? error : kafkaUnavailable(what, error)
      }
    },
    async close() {
      const used = open
      open = null
      if (used === null) return
      const ending = used.admin.then((admin) => admin.disconnect())
      await withinDeadline(ending, performance.now() + 1_000, 'it did not let go').catch(() => {})
      used.client.shut()
    },
  }
}

/**
 * Connections of their own for requests that others are not to wait for. `close` ends those that are under way, and
 * later ones are refused: some wait for those before them.
 */
export const createSingleSessions = (env: KafkaEnv): AdminSession => {
  const sessions = new Set<AdminSession>()
  let closed = false
  return {
    async ask(what, work) {
      if (closed) throw kafkaUnavailable(what, new Error('the connections are closed'))
      const session = createAdminSession(env)
      sessions.add(session)
      try {
        return await session.ask(what, work)
      } finally {
        void session.close().finally(() => sessions.delete(session))
      }
    },
    async close() {
      closed = true
      await Promise.all([...sessions].map((session) => session.close()))
    },
  }
}
