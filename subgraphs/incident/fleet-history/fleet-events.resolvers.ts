import { agentAtmIdFault } from '../../kit/auth/identifiers.rules.ts'
import { badInputs, type FieldFault } from '../../kit/common/errors.ts'
import { textOrNull } from '../../kit/common/texts.rules.ts'
import { checkBetween } from '../../kit/graphql/bounds.rules.ts'
import type { OperationContext } from '../../kit/graphql/context.ts'
import { eventOf } from '../events/events.rules.ts'
import type { EventCursor } from '../events/events.store.ts'
import { CATEGORIES, type EventTypes } from '../model/event-types.rules.ts'
import type { ResolverEnv } from '../model/resolver-env.ts'
import type { QueryFleetEventsArgs, QueryResolvers } from '../schema.gen.ts'
import { cursorText, lookBacks, parseCursor, type Span, spanOf } from './fleet-events.rules.ts'
import { countFleetEvents, type FleetEventFilter, listFleetEvents } from './fleet-events.store.ts'

const MAX_FIRST = 200

type Wanted = Pick<QueryFleetEventsArgs, 'category' | 'group' | 'eventType' | 'agentAtmId'>

/** @throws DomainError BAD_USER_INPUT naming every filter that no event can have. */
const checkWanted = ({ category, group, eventType, agentAtmId }: Wanted, types: EventTypes): void => {
  const faults: FieldFault[] = []
  const groups = new Set([...types.byId.values()].map((type) => type.group).filter((name) => name !== null))
  if (category && !CATEGORIES.some((one) => one === category))
    faults.push({ field: 'category', message: `must be one of ${CATEGORIES.join(', ')}` })
  if (group && !groups.has(group)) faults.push({ field: 'group', message: `must be one of ${[...groups].join(', ')}` })
  if (eventType && !types.byName.has(eventType))
    faults.push({ field: 'eventType', message: 'is no known event type; GET /api/event-types lists those that are' })
  const agent = textOrNull(agentAtmId)
  const fault = agent === null ? null : agentAtmIdFault(agent)
  if (fault !== null) faults.push({ field: 'agentAtmId', message: fault })
  if (faults.length > 0) throw badInputs(faults)
}

/** The numbers of the types that the filters leave; null where there is no such filter. */
const typeIdsOf = ({ category, group, eventType }: Wanted, types: EventTypes): number[] | null => {
  if (!category && !group && !eventType) return null
  return [...types.byId.values()]
    .filter((type) => !category || type.category === category)
    .filter((type) => !group || type.group === group)
    .filter((type) => !eventType || type.eventType === eventType)
    .map(({ id }) => id)
}

type Page = { readonly after: EventCursor | null; readonly limit: number }

/** The newest events: the last hours are looked at first, as they hold a page of most lists. */
const readPage = async (context: OperationContext, span: Span, filter: FleetEventFilter, { after, limit }: Page) => {
  const until = after === null ? span.to : new Date(Math.min(span.to.getTime(), Date.parse(after.occurredAt) + 1))
  if (until <= span.from) return []
  for (const from of lookBacks({ from: span.from, to: until })) {
    const part = { from, to: until }
    const rows = await context.read((tx) => listFleetEvents(tx, context.principal, part, filter, { after, limit }))
    if (rows.length === limit || from === span.from) return rows
  }
  return []
}

/** Reads of the events of all ATMs. */
export const createFleetEventQueries = ({ types }: ResolverEnv): Pick<QueryResolvers, 'fleetEvents'> => ({
  async fleetEvents(_source, args, context) {
    const first = checkBetween('first', args.first ?? 100, 1, MAX_FIRST)
    const span = spanOf(args.from ?? null, args.to ?? null, context.now())
    const after = args.after ? parseCursor(args.after) : null
    const known = await types.current()
    checkWanted(args, known)
    const filter = { typeIds: typeIdsOf(args, known), agentAtmId: textOrNull(args.agentAtmId) }
    const rows = await readPage(context, span, filter, { after, limit: first + 1 })
    const shown = rows.slice(0, first)
    const last = rows.length > first ? shown.at(-1) : undefined
    return {
      ...span,
      total: await context.read((tx) => countFleetEvents(tx, context.principal, span, filter)),
      content: shown.map((row) => eventOf(row, known)),
      next: last === undefined ? null : cursorText({ occurredAt: last.at, id: last.id }),
    }
  },
})
