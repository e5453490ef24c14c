import { sql } from 'drizzle-orm'
import type { Stores } from '../../db/tenancy.ts'
import type { Envelope } from '../../schema/events/envelope.ts'
import type { ConsumerDefinition } from '../kit/events.ts'
import { addDifference, findBrought } from './counters.store.ts'
import { insertMessage, lockFold, mergeFiles, mergeIncidents } from './inbox.store.ts'
import { consumedTopics, readMessage } from './messages.ts'

type Env = {
  readonly stores: Stores
  readonly platformName: string
  readonly platformTimeZone: string
  now(): Date
}

/**
 * Folds one message, once: into what is known of its ATM's day or incident, and by the difference into the counters of the day
 * that it belongs to. What is known is a maximum over all messages, so their order does not matter.
 */
export const foldMessage = async (env: Env, envelope: Envelope, topic: string): Promise<void> => {
  const message = readMessage(envelope, topic, env)
  const now = env.now()
  await env.stores.asPlatform(async (tx) => {
    // Statements that do not need each other's answer are sent together, in one round trip; they run in this order.
    const [, isNew, before] = await Promise.all([
      lockFold(tx, message.atmId),
      insertMessage(tx, message, now),
      findBrought(tx, message),
    ])
    if (!isNew) return
    const itself = sql`message_id = ${message.id}::text::uuid`
    await Promise.all([
      message.subject.kind === 'FILE' ? mergeFiles(tx, itself) : mergeIncidents(tx, itself, env.platformTimeZone),
      addDifference(tx, message, before, now),
    ])
  })
}

/** Consumes the four topics that snapshots are built from. */
export const snapshotsConsumer = (env: Env): ConsumerDefinition => {
  const topics = consumedTopics(env.platformName)
  return {
    group: 'analytics.snapshots',
    topics,
    concurrency: topics.length,
    handle: (envelope, { topic }) => foldMessage(env, envelope, topic),
  }
}
