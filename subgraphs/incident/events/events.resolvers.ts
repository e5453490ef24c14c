import { sql } from 'drizzle-orm'
import { scopeOf } from '../../../db/scope.ts'
import type { TenantTx } from '../../../db/tenancy.ts'
import { notFound } from '../../kit/common/errors.ts'
import { pageOf, pageRequest } from '../../kit/common/paging.ts'
import { listKey } from '../../kit/graphql/batched-lists.ts'
import { checkFirst } from '../../kit/graphql/bounds.rules.ts'
import type { OperationContext } from '../../kit/graphql/context.ts'
import { limitStores } from '../../kit/graphql/operation-limits.ts'
import { loadAtm } from '../atms/atms.loaders.ts'
import { atmOf } from '../atms/atms.rules.ts'
import { findAtm } from '../atms/atms.store.ts'
import { type EventTypes, typeIdsOfGroup } from '../model/event-types.rules.ts'
import { windowStart } from '../model/hours.rules.ts'
import type { ResolverEnv } from '../model/resolver-env.ts'
import type { AtmResolvers, JournalEventResolvers, QueryResolvers } from '../schema.gen.ts'
import { streamEventSlices, streamEvents } from './event-stream.ts'
import { loadEventsOfAtm } from './events.loaders.ts'
import { eventOf } from './events.rules.ts'
import { EVENT_SORTING, type EventRow, listEventPage, listEventsBefore } from './events.store.ts'

type EventQueries = Pick<
  QueryResolvers,
  | 'atmJournalEvents'
  | 'listAtmJournalEvents'
  | 'recentAtmJournalEvents'
  | 'cardReaderEvents'
  | 'cassetteEvents'
  | 'listJournalEventActivity'
>

/** Runs a read of events. */
export type Read = <T>(work: (tx: TenantTx) => Promise<T>) => Promise<T>

/** Reads what is not limited to the caller's institutions; the caller is charged for the connection all the same. */
export const readEverywhere = (all: ResolverEnv['stores'], { principal, read, limits }: OperationContext): Read => {
  const stores = limits === undefined ? all : limitStores(all, limits)
  return principal.unrestricted
    ? read
    : (work) => stores.inTenant({ ...principal, unrestricted: true }, work, { mode: 'read' })
}

/** How the events of one ATM are read: by ATM only, as required, unless the platform scopes these reads too. */
export const readerOfAtm = async (env: ResolverEnv, context: OperationContext, atmId: number): Promise<Read> => {
  if (!env.scopeAtmReads) return readEverywhere(env.stores, context)
  const atm = await context.read((tx) => findAtm(tx, atmId))
  if (atm === null) throw notFound(`ATM ${atmId}`)
  return context.read
}

async function* shown(events: AsyncIterable<EventRow>, types: EventTypes) {
  for await (const event of events) yield eventOf(event, types)
}

type AtmList = { readonly atmId: number; readonly from: Date | null; readonly group: string | null }

/** The events of one ATM, newest first, as a stream. */
const streamOfAtm = async (env: ResolverEnv, context: OperationContext, { atmId, from, group }: AtmList) => {
  const types = await env.types.current()
  const read = await readerOfAtm(env, context, atmId)
  const typeIds = group === null ? null : typeIdsOfGroup(types, group)
  const which = sql`e.atm_id = ${atmId}::bigint`
  return shown(
    streamEvents((part) => read((tx) => listEventsBefore(tx, which, { ...part, typeIds })), from),
    types,
  )
}

/** The numbers of the types of these names. Unknown names match nothing; without names there is no filter. */
const typeIdsOf = (names: readonly string[] | null | undefined, types: EventTypes): readonly number[] | null =>
  names === null || names === undefined || names.length === 0
    ? null
    : [...new Set(names)].flatMap((name) => types.byName.get(name)?.id ?? [])

/** Reads of journal events. */
export const createEventQueries = (env: ResolverEnv): EventQueries => ({
  async atmJournalEvents(_source, { atmId, hoursBack, eventTypes, page, size, sort }, context) {
    const request = pageRequest({ page, size, sort: sort ?? null }, EVENT_SORTING)
    const from = windowStart(hoursBack, context.now())
    const types = await env.types.current()
    const read = await readerOfAtm(env, context, atmId)
    const filter = { atmId, from, typeIds: typeIdsOf(eventTypes, types) }
    const { rows, total } = await read((tx) => listEventPage(tx, filter, request))
    return pageOf(
      rows.map((row) => eventOf(row, types)),
      total,
      request,
    )
  },
  listAtmJournalEvents: (_source, { atmId, hoursBack }, context) =>
    streamOfAtm(env, context, { atmId, from: windowStart(hoursBack, context.now()), group: null }),
  recentAtmJournalEvents: (_source, { atmId, hoursBack }, context) =>
    streamOfAtm(env, context, { atmId, from: windowStart(hoursBack, context.now()), group: null }),
  cardReaderEvents: (_source, { atmId, hoursBack }, context) =>
    streamOfAtm(env, context, { atmId, from: windowStart(hoursBack, context.now()), group: 'Card reader' }),
  cassetteEvents: (_source, { atmId, hoursBack }, context) =>
    streamOfAtm(env, context, { atmId, from: windowStart(hoursBack, context.now()), group: 'Cassettes' }),
  async listJournalEventActivity(_source, { hoursBack }, context) {
    const now = context.now()
    const from = windowStart(hoursBack, now) ?? now
    const types = await env.types.current()
    const which = scopeOf(context.principal, sql`e.institution_key`)
    const read: Read = (work) => env.stores.inTenant(context.principal, work, { mode: 'read' })
    return shown(
      streamEventSlices((part) => read((tx) => listEventsBefore(tx, which, { ...part, typeIds: null })), from, now),
      types,
    )
  },
})

/** The ATM of an event, where it is the caller's. */
export const createEventFields = (env: ResolverEnv): Pick<JournalEventResolvers, 'atm'> => ({
  async atm({ atmId }, _args, context) {
    const row = await context.loader(loadAtm).load(atmId)
    return row === null ? null : atmOf(row, context.now(), env.connectedWithinMs)
  },
})

/** The newest events of an ATM: one statement for all ATMs that ask. */
export const createAtmEventFields = ({ types }: ResolverEnv): Pick<AtmResolvers, 'events'> => ({
  async events(atm, { first, hoursBack, eventTypes }, context) {
    const known = await types.current()
    const key = listKey(atm.id, {
      first: checkFirst(first),
      from: windowStart(hoursBack, context.now())?.toISOString() ?? null,
      typeIds: typeIdsOf(eventTypes, known),
    })
    return ((await context.loader(loadEventsOfAtm).load(key)) ?? []).map((row) => eventOf(row, known))
  },
})
