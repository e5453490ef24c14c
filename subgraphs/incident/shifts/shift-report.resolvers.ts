import type { TenantTx } from '../../../db/tenancy.ts'
import { DAY_MS } from '../../kit/common/dates.ts'
import { badInput } from '../../kit/common/errors.ts'
import { inOrder } from '../../kit/graphql/batched-lists.ts'
import { checkBetween } from '../../kit/graphql/bounds.rules.ts'
import type { OperationContext } from '../../kit/graphql/context.ts'
import { incidentOf } from '../incidents/incident-view.rules.ts'
import { type IncidentRow, listIncidentsById } from '../incidents/incidents.store.ts'
import type { IncidentMapper, ShiftReportMapper } from '../mappers.ts'
import type { Period } from '../model/counted-incidents.store.ts'
import { SEVERITIES } from '../model/incident-kinds.rules.ts'
import type {
  QueryResolvers,
  ShiftClosingResolvers,
  ShiftHandoverResolvers,
  ShiftPersonResolvers,
  ShiftReportResolvers,
} from '../schema.gen.ts'
import { findUser } from '../users/users.resolvers.ts'
import {
  countClosed,
  countMisses,
  countOpened,
  listClosings,
  listHandovers,
  listMissedIds,
  listOpenedIds,
  listPeople,
} from './shift-report.store.ts'

const MAX_DAYS = 31
const MAX_PEOPLE = 50
const MAX_HANDOVERS = 50
const MAX_INCIDENTS = 100

const sumOf = <T>(rows: readonly T[], of: (row: T) => number): number => rows.reduce((sum, row) => sum + of(row), 0)

/** Counts what happened in a period. */
const report = async (context: OperationContext, period: Period): Promise<ShiftReportMapper> => {
  const { principal, read } = context
  const [opened, closed, missed, people] = await read((tx) =>
    Promise.all([
      countOpened(tx, principal, period),
      countClosed(tx, principal, period),
      countMisses(tx, principal, period),
      listPeople(tx, principal, period, MAX_PEOPLE),
    ]),
  )
  return {
    ...period,
    opened: sumOf(opened, (row) => row.opened),
    openedByHand: sumOf(opened, (row) => row.byHand),
    stillOpen: sumOf(opened, (row) => row.stillOpen),
    closed: sumOf(closed, (row) => row.closed),
    closedByHand: sumOf(closed, (row) => row.byHand),
    missed: missed.missed,
    acknowledgeMissed: missed.acknowledge,
    resolveMissed: missed.resolve,
    severities: SEVERITIES.toReversed().map((severity) => ({
      severity,
      opened: opened.find((row) => row.severity === severity)?.opened ?? 0,
      closed: closed.find((row) => row.severity === severity)?.closed ?? 0,
    })),
    people,
  }
}

/** What happened in a period. */
export const shiftQueries: Pick<QueryResolvers, 'shiftReport'> = {
  shiftReport(_source, { from, to }, context) {
    if (to <= from) throw badInput('to', 'must be later than `from`')
    if (to.getTime() - from.getTime() > MAX_DAYS * DAY_MS)
      throw badInput('to', `must be ${MAX_DAYS} days after \`from\` at most`)
    return report(context, { from, to })
  },
}

/** Incidents by number, in this order; those that are gone by now are left out. */
const incidentsOf = async (tx: TenantTx, ids: readonly number[]): Promise<IncidentRow[]> =>
  inOrder(ids, await listIncidentsById(tx, ids), ({ id }) => id).filter((row) => row !== null)

const listIncidents = async (
  { principal, read }: OperationContext,
  { from, to }: ShiftReportMapper,
  list: typeof listOpenedIds,
  first: number,
): Promise<IncidentMapper[]> => {
  const limit = checkBetween('first', first, 1, MAX_INCIDENTS)
  const rows = await read(async (tx) => incidentsOf(tx, await list(tx, principal, { from, to }, limit)))
  return rows.map(incidentOf)
}

/** The incidents of a period and what was handed over, where they are asked for. */
export const shiftReportFields: ShiftReportResolvers = {
  handovers: ({ from, to }, _args, { principal, read }) =>
    read((tx) => listHandovers(tx, principal, { from, to }, MAX_HANDOVERS)),
  openedIncidents: (source, { first }, context) => listIncidents(context, source, listOpenedIds, first),
  missedIncidents: (source, { first }, context) => listIncidents(context, source, listMissedIds, first),
  async closedIncidents({ from, to }, { first }, { principal, read }) {
    const limit = checkBetween('first', first, 1, MAX_INCIDENTS)
    return read(async (tx) => {
      const closings = await listClosings(tx, principal, { from, to }, limit)
      const rows = await incidentsOf(
        tx,
        closings.map(({ id }) => id),
      )
      const who = new Map(closings.map(({ id, userId }) => [id, userId]))
      return rows.map((row) => ({ incident: incidentOf(row), userId: who.get(row.id) ?? null }))
    })
  },
}

export const shiftPersonFields: ShiftPersonResolvers = {
  user: ({ userId }, _args, context) => findUser(userId, context),
}

export const shiftHandoverFields: ShiftHandoverResolvers = {
  user: ({ userId }, _args, context) => findUser(userId, context),
  toUser: ({ toUserId }, _args, context) => findUser(toUserId, context),
}

export const shiftClosingFields: ShiftClosingResolvers = {
  user: ({ userId }, _args, context) => findUser(userId, context),
}
