import { sql } from 'drizzle-orm'
import { sqlArray } from '../../db/arrays.ts'
import type { Stores } from '../../db/tenancy.ts'
import { createBatchLane } from '../kit/common/batch-lane.ts'
import type { ConsumerDefinition, Envelope } from '../kit/messaging/events.ts'
import { addDifference, findBrought } from './counters.store.ts'
import { insertMessages, lockFold, mergeFiles, mergeIncidents } from './inbox.store.ts'
import { type Consumed, consumedTopics, readMessage, subjectsOf } from './messages.ts'
import type { SnapshotTraces } from './snapshot-traces.ts'

type Env = {
  readonly stores: Stores
  readonly platformName: string
  readonly platformTimeZone: string
  readonly traces?: SnapshotTraces
  now(): Date
}

/** Partitions that are read at once. */
const CONCURRENCY = 24
/** Messages that are folded together, as far as a transport hands them over at once. */
const TOGETHER = 500

/**
 * Folds messages, each once: into what is known of their ATMs' days and incidents, and by the difference into the
 * counters of the days that they belong to. What is known is a maximum over all messages, so their order does not
 * matter.
 */
const foldMessages = async (env: Env, messages: readonly Consumed[]): Promise<void> => {
  const now = env.now()
  const subjects = subjectsOf(messages)
  const atmIds = messages.map(({ atmId }) => atmId)
  await env.stores.asPlatform(async (tx) => {
    // Statements that do not need each other's answer are sent together, in one round trip; they run in this order.
    const [, fresh, before] = await Promise.all([
      lockFold(tx, atmIds),
      insertMessages(tx, messages, now),
      findBrought(tx, subjects),
    ])
    if (fresh.length === 0) return
    const these = sql`message_id = any (${sqlArray(fresh, 'uuid')})`
    await Promise.all([
      ...(subjects.files.length > 0 ? [mergeFiles(tx, these)] : []),
      ...(subjects.incidents.length > 0 ? [mergeIncidents(tx, these, env.platformTimeZone)] : []),
      addDifference(tx, subjects, before, now),
    ])
  })
  env.traces?.note(new Set(messages.map(({ institutionKey }) => institutionKey)))
}

/**
 * What folds the messages of these topics: together those that come while others are folded. Rejects for one that
 * cannot be read or folded.
 */
export const createFold = (env: Env): ((envelope: Envelope, topic: string) => Promise<void>) => {
  const fold = createBatchLane((messages: readonly Consumed[]) => foldMessages(env, messages), TOGETHER)
  return async (envelope, topic) => fold(readMessage(envelope, topic, env))
}

/** Consumes the four topics that snapshots are built from. */
export const snapshotsConsumer = (env: Env): ConsumerDefinition => {
  const fold = createFold(env)
  return {
    group: 'analytics.snapshots',
    topics: consumedTopics(env.platformName),
    concurrency: CONCURRENCY,
    // What is folded is the same in any order.
    together: TOGETHER,
    handle: (envelope, { topic }) => fold(envelope, topic),
  }
}
