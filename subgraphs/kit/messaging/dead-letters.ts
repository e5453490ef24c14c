import type { Stores, TenantTx } from '../../../db/tenancy.ts'
import { type Envelope, envelopeSchema } from '../../../schema/events/envelope.ts'
import type { Principal } from '../auth/principal.ts'
import { maskCardNumbersDeep } from '../cards/card-numbers.ts'
import { DAY_MS } from '../common/dates.ts'
import { DomainError, isOutage, notFound } from '../common/errors.ts'
import { type PageArguments, pageOf, pageRequest } from '../common/paging.ts'
import type { Waker } from '../common/waker.ts'
import type { Retention } from '../config/retention.ts'
import type { OperationContext } from '../graphql/context.ts'
import type { ResolverMap } from '../graphql/subgraph-schema.ts'
import type { JobDefinition } from '../jobs/jobs.ts'
import { removeInPortions, trustedNow } from '../jobs/removal.ts'
import type { Logger } from '../observability/log.ts'
import { OUTBOX_GROUP, readDeadLetter, sizeOf } from './dead-letter.rules.ts'
import {
  type DeadLetterFilter,
  type DeadLetterRow,
  deleteOldDeadLetters,
  findDeadLetter,
  insertDeadLetter,
  insertReplay,
  listDeadLetters,
  updateReplayed,
} from './dead-letters.store.ts'
import type { ConsumerDefinition, IncomingMessage, TopicFilter, Transport } from './events.ts'
import { deadLetterTopicOf } from './topic-names.rules.ts'

type Env = {
  readonly stores: Stores
  readonly topics: Transport
  readonly log: Logger
  readonly outbox: Waker
  readonly config: { readonly retention: Pick<Retention, 'deadLetterDays'> }
  now(): Date
  newId(): string
}

/** Whose dead letters: a service by its name, its PostgreSQL schema, which has an outbox, and its consumers. */
type Owner = {
  readonly name: string
  readonly schema: string
  readonly consumers: readonly ConsumerDefinition[]
}

/** A dead letter as it is shown: its message without card numbers, whatever wrote it. */
export type ShownDeadLetter = Omit<DeadLetterRow, 'message'> & { readonly message: unknown }

type Slice = { readonly offset: number; readonly size: number }
type Listed = { readonly rows: readonly ShownDeadLetter[]; readonly total: number }

/** The dead letters of a service: kept in its own database from their topics, to be looked at and replayed. */
export type DeadLetters = {
  readonly resolvers: { readonly Query: object; readonly Mutation: object }
  readonly job: JobDefinition
  /** The last failure first. */
  list(filter: DeadLetterFilter, slice: Slice): Promise<Listed>
  /**
   * Sends a message once more to where it came from; one that was sent since it died is left.
   * @throws DomainError NOT_FOUND, or CONFLICT for what is no message, or is larger than topics take.
   */
  replay(id: string, by: string): Promise<ShownDeadLetter>
  /** Keeps what the topics hold, until it is closed. */
  start(): { close(): Promise<void> }
}

const PORTION = 1_000

const shown = ({ message, ...row }: DeadLetterRow): ShownDeadLetter => ({
  ...row,
  message: message === null ? null : maskCardNumbersDeep(JSON.parse(message)),
})

const topicsOf = (consumers: readonly ConsumerDefinition[]): readonly TopicFilter[] =>
  consumers.flatMap(({ topics }) =>
    topics.map((filter) =>
      typeof filter === 'string' ? deadLetterTopicOf(filter) : { prefix: filter.prefix, deadLetters: true as const },
    ),
  )

const envelopeOf = ({ id, message, consumerGroup }: DeadLetterRow): Envelope => {
  if (consumerGroup === OUTBOX_GROUP)
    throw new DomainError('CONFLICT', `The dead letter ${id} cannot be replayed: its data was too large to be sent.`)
  const envelope = envelopeSchema.safeParse(message === null ? null : JSON.parse(message))
  if (envelope.success) return envelope.data
  throw new DomainError(
    'CONFLICT',
    `The dead letter ${id} cannot be replayed: its version is not supported. Fix its producer.`,
  )
}

/**
 * Refuses a message that is larger than topics take, as one of tables may be for Kafka: the relay would bury it once
 * more, without its data, and this letter would count as replayed. It is measured as the relay sends it.
 */
const checkSize = ({ id, topic: type }: DeadLetterRow, envelope: Envelope, { maxMessageBytes }: Transport): void => {
  const bytes = sizeOf({ ...envelope, type, occurredAt: new Date(envelope.occurredAt).toISOString() })
  if (maxMessageBytes === undefined || bytes <= maxMessageBytes) return
  throw new DomainError(
    'CONFLICT',
    `The dead letter ${id} cannot be replayed: its message has ${bytes} bytes, and the topics take ` +
      `${maxMessageBytes}. Replay it when the platform has its topics in PostgreSQL, or have its producer send less. ` +
      'Until then it stays.',
  )
}

const retentionJob = ({ stores, config }: Env, { name, schema }: Owner): JobDefinition => ({
  name: `${name}.dead-letter-retention`,
  cron: '45 3 * * *',
  timeZone: 'platform',
  async run(context) {
    const { progress, signal } = context
    const before = new Date(trustedNow(context).getTime() - config.retention.deadLetterDays * DAY_MS)
    const deleted = await removeInPortions(stores, PORTION, (tx) => deleteOldDeadLetters(tx, schema, before, PORTION), {
      signal,
      progress: (rows) => progress(`${rows} dead letters deleted`),
    })
    return `${deleted} dead letters deleted`
  },
})

/**
 * Keeps one message of a dead letter's topic, where it is one of this service's. What can never be kept stays in its
 * topic and holds none up.
 */
const createKeeper = ({ stores, log, newId }: Env, { schema, consumers }: Owner) => {
  const groups = new Set([OUTBOX_GROUP, ...consumers.map(({ group }) => group)])
  return async (message: IncomingMessage): Promise<void> => {
    const letter = readDeadLetter(message)
    if (letter === null || !groups.has(letter.group)) return
    try {
      await stores.asPlatform((tx) => insertDeadLetter(tx, schema, letter, newId()))
    } catch (error) {
      if (isOutage(error)) throw error
      log.error({ err: error, topic: message.topic, position: message.position }, 'a dead letter could not be kept')
    }
  }
}

/** Reads and replays within a transaction of the caller's. */
type Desk = {
  list(tx: TenantTx, filter: DeadLetterFilter, slice: Slice): Promise<Listed>
  /** `onReplay` is called where the message is sent. */
  replay(tx: TenantTx, id: string, by: string, onReplay?: () => Promise<void>): Promise<ShownDeadLetter>
}

const createDesk = ({ now, topics }: Env, { schema, consumers }: Owner): Desk => ({
  async list(tx, filter, slice) {
    const { rows, total } = await listDeadLetters(tx, schema, filter, slice)
    return { rows: rows.map(shown), total }
  },
  async replay(tx, id, by, onReplay) {
    const row = await findDeadLetter(tx, schema, id)
    if (row === null) throw notFound(`The dead letter ${id}`)
    if (row.replayedAt !== null) return shown(row)
    const envelope = envelopeOf(row)
    checkSize(row, envelope, topics)
    const replayed = { at: now(), by }
    await consumers.find(({ group }) => group === row.consumerGroup)?.revive?.(tx, envelope, replayed.at)
    await insertReplay(tx, schema, row, envelope)
    await updateReplayed(tx, schema, id, replayed)
    await onReplay?.()
    return shown({ ...row, replayedAt: replayed.at, replayedBy: by })
  },
})

/**
 * @throws DomainError FORBIDDEN for a caller that asked to see one institution only: dead letters are the platform's.
 */
const checkNotNarrowed = ({ narrowed }: Principal): void => {
  if (narrowed !== undefined)
    throw new DomainError(
      'FORBIDDEN',
      'Fleet-Institution: dead letters belong to no institution; leave the header out.',
    )
}

type ListArguments = PageArguments & DeadLetterFilter

/** Root fields of a service have names of their own in the graph: `journalDeadLetters`, `replayJournalDeadLetter`. */
const resolversOf = (name: string, desk: Desk, outbox: Waker) => {
  const camel = name.replace(/-(\w)/g, (_all, letter: string) => letter.toUpperCase())
  const replayField = `replay${camel.charAt(0).toUpperCase()}${camel.slice(1)}DeadLetter`
  return {
    Query: {
      async [`${camel}DeadLetters`](
        _source: unknown,
        { page, size, ...filter }: ListArguments,
        { read, principal }: OperationContext,
      ) {
        checkNotNarrowed(principal)
        const sorting = { sortable: {}, defaultSort: [], tieBreak: { column: null, descending: true } }
        const request = pageRequest({ page: page ?? null, size: size ?? null }, sorting)
        const { rows, total } = await read((tx) => desk.list(tx, filter, request))
        return pageOf(rows, total, request)
      },
    },
    Mutation: {
      async [replayField](
        _source: unknown,
        { id }: { readonly id: string },
        { write, principal, audit }: OperationContext,
      ) {
        checkNotNarrowed(principal)
        const about = { subjectType: 'DeadLetter', subjectId: id, institutionKey: null } as const
        const change = { action: replayField, ...about, before: { replayed: false }, after: { replayed: true } }
        const row = await write((tx) => desk.replay(tx, id, principal.userId, () => audit(tx, change)))
        outbox.wake()
        return row
      },
    },
  }
}

/** What a service that consumes topics has of their dead letters. */
export const createDeadLetters = (env: Env, owner: Owner): DeadLetters => {
  const { stores, outbox, topics } = env
  const desk = createDesk(env, owner)
  return {
    resolvers: resolversOf(owner.name, desk, outbox),
    job: retentionJob(env, owner),
    list: (filter, slice) => stores.asPlatform((tx) => desk.list(tx, filter, slice)),
    async replay(id, by) {
      const row = await stores.asPlatform((tx) => desk.replay(tx, id, by))
      outbox.wake()
      return row
    },
    start: () =>
      topics.subscribe({
        group: `${owner.name}.dead-letters`,
        topics: topicsOf(owner.consumers),
        concurrency: 1,
        handle: createKeeper(env, owner),
      }),
  }
}

/** The resolvers of a service with those of its dead letters. */
export const withDeadLetters = (resolvers: ResolverMap, deadLetters: DeadLetters | null): ResolverMap =>
  deadLetters === null
    ? resolvers
    : {
        ...resolvers,
        Query: { ...resolvers.Query, ...deadLetters.resolvers.Query },
        Mutation: { ...resolvers.Mutation, ...deadLetters.resolvers.Mutation },
      }
