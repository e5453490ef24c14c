import type { AtmDescription, AtmGroupFilter } from '../../schema/atm-attributes.rules.ts'
import { badgeOf } from '../../schema/badge.ts'
import { checkGroupFilter } from '../domain/atm-groups.rules.ts'
import { connectivityOf } from '../domain/connectivity.rules.ts'
import { pageOf, pageRequest } from '../kit/common/paging.ts'
import { textOrNull } from '../kit/common/texts.rules.ts'
import type { LoadMany, OperationContext } from '../kit/graphql/context.ts'
import { checkFormat } from '../kit/rest/csv.ts'
import type { AtmStatus, QueryAtmStatusesArgs } from './schema.gen.ts'
import { listStatuses, listStatusesById, STATUS_SORTING, type StatusFilter, type StatusRow } from './status.store.ts'

const NO_RECORD = {
  ...{ vendor: null, model: null, carrier: null, region: null, costCentre: null, criticality: null, tags: null },
  ...{ latitude: null, longitude: null, timeZone: null, registeredAt: null, retiredAt: null, mergedIntoId: null },
}

/** What people entered about an ATM, as far as its record has come. */
export const attributesOf = ({ record, name, siteName, serialNumber }: StatusRow): AtmDescription => ({
  ...NO_RECORD,
  ...record,
  ...{ name, siteName, serialNumber },
})

/** A row with what is derived from it: the alias of the id, connectivity and the badge. */
export const statusOf = ({ record, retired, ...row }: StatusRow, now: Date, connectedWithinMs: number): AtmStatus => {
  const connectivity = connectivityOf(row.lastHeartbeatAt, now, connectedWithinMs)
  return {
    ...row,
    ...NO_RECORD,
    ...record,
    id: row.atmId,
    lifecycle: retired ? 'RETIRED' : 'ACTIVE',
    deviceId: row.atmId,
    connectivity,
    badge: badgeOf(connectivity, row.serviceState),
    atm: { id: row.atmId },
  }
}

type GivenFilter = AtmGroupFilter &
  Partial<
    Pick<
      QueryAtmStatusesArgs,
      'agentAtmId' | 'lifecycle' | 'serviceState' | 'badge' | 'inService' | 'connectivity' | 'q'
    >
  >

/** What a list of status is limited to, as of a moment. @throws DomainError BAD_USER_INPUT for a faulty filter. */
export const statusFilter = (given: GivenFilter, now: Date, connectedWithinMs: number): StatusFilter => {
  checkGroupFilter(given)
  return {
    agentAtmId: textOrNull(given.agentAtmId),
    isRetired: given.lifecycle ? given.lifecycle === 'RETIRED' : textOrNull(given.agentAtmId) === null ? false : null,
    serviceState: given.serviceState ?? null,
    badge: given.badge ?? null,
    inService: given.inService ?? null,
    connectivity: given.connectivity ?? null,
    text: textOrNull(given.q),
    group: given,
    connectedSince: new Date(now.getTime() - connectedWithinMs),
  }
}

/** The page of status that a caller asked for. @throws DomainError BAD_USER_INPUT for a faulty page or sort. */
export const pageOfStatuses = async (
  args: QueryAtmStatusesArgs,
  context: OperationContext,
  connectedWithinMs: number,
) => {
  checkFormat(args.format)
  const request = pageRequest(
    { page: args.page ?? null, size: args.size ?? null, sort: args.sort ?? null },
    STATUS_SORTING,
  )
  const now = context.now()
  const filter = statusFilter(args, now, connectedWithinMs)
  const { rows, total } = await context.read((tx) => listStatuses(tx, context.principal, filter, request))
  return pageOf(
    rows.map((row) => statusOf(row, now, connectedWithinMs)),
    total,
    request,
  )
}

/** The rows of many ATMs at once, for entities of the graph. */
export const loadStatuses: LoadMany<number, StatusRow> = (atmIds, { principal, read }) =>
  read((tx) => listStatusesById(tx, principal, atmIds))
