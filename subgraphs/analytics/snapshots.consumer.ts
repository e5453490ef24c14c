import { sql } from 'drizzle-orm'
import { sqlArray } from '../../db/arrays.ts'
import type { Stores } from '../../db/tenancy.ts'
import { createBatchLane } from '../kit/common/batch-lane.ts'
import type { ConsumerDefinition, Envelope } from '../kit/messaging/events.ts'
import { addDifference, findBrought } from './counters.store.ts'
import { foldIncidents, insertMessages, lockFold, mergeFiles } from './inbox.store.ts'
import { type Consumed, type ConsumedIncident, consumedTopics, daysOf, isOfIncident, readMessage } from './messages.ts'
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

/** Folds messages of parsed files, each once, into the days of their ATMs, and by the difference into the counters. */
const foldFiles = async ({ stores, now }: Env, messages: readonly Consumed[]): Promise<void> => {
  if (messages.length === 0) return
  const at = now()
  const days = daysOf(messages)
  await stores.asPlatform(async (tx) => {
    // Statements that do not need each other's answer are sent together, in one round trip; they run in this order.
    const [, fresh, before] = await Promise.all([
      lockFold(
        tx,
        messages.map(({ atmId }) => atmId),
      ),
      insertMessages(tx, messages, at),
      findBrought(tx, days),
    ])
    if (fresh.length === 0) return
    const these = sql`message_id = any (${sqlArray(fresh, 'uuid')})`
    await Promise.all([mergeFiles(tx, these), addDifference(tx, days, before, at)])
  })
}

/**
 * Folds messages of incidents into what is known of these, and by the difference into the counters. A message that
 * comes again changes nothing, so the inbox keeps of updates only those whose state is known now and was not before:
 * nearly all of them merely say that one more event joined.
 */
const foldChanges = async (
  { stores, platformTimeZone, now }: Env,
  messages: readonly ConsumedIncident[],
): Promise<void> => {
  if (messages.length === 0) return
  const at = now()
  const updates = messages.filter(({ kind }) => kind === 'INCIDENT_UPDATED')
  const others = messages.filter(({ kind }) => kind !== 'INCIDENT_UPDATED')
  await stores.asPlatform(async (tx) => {
    const [, , changed] = await Promise.all([
      lockFold(
        tx,
        messages.map(({ atmId }) => atmId),
      ),
      others.length > 0 ? insertMessages(tx, others, at) : [],
      foldIncidents(tx, messages, at, platformTimeZone),
    ])
    const kept = updates.filter(({ subject }) => changed.get(subject.incidentId) === subject.version)
    if (kept.length > 0) await insertMessages(tx, kept, at)
  })
}

/**
 * Folds messages. What is known is a maximum over all messages, so their order does not matter. Files and incidents
 * apart: each statement locks the counters of its days in order.
 */
const foldMessages = async (env: Env, messages: readonly Consumed[]): Promise<void> => {
  await foldFiles(
    env,
    messages.filter(({ kind }) => kind === 'FILE_PARSED'),
  )
  await foldChanges(env, messages.filter(isOfIncident))
  env.traces?.note(new Set(messages.map(({ institutionKey }) => institutionKey)))
}

/**
 * What folds the messages of these topics: together those that come while others are folded. Rejects for one that
 * cannot be read or folded.
 */
export const createFold = (env: Env): ((envelope: Envelope, topic: string) => Promise<void>) => {
  const fold = createBatchLane((messages: readonly Consumed[]) => foldMessages(env, messages), TOGETHER)
  return async (envelope, topic) => fold(readMessage(envelope, topic, env.platformName))
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
