import { choiceAttributes, isAttribute, textAttributes, wordsAttributes } from '../../../schema/atm-attributes.rules.ts'
import { badInput } from '../../kit/common/errors.ts'
import { pageOf, pageRequest } from '../../kit/common/paging.ts'
import { checkBetween } from '../../kit/graphql/bounds.rules.ts'
import type { OperationContext } from '../../kit/graphql/context.ts'
import { csvFileName } from '../../kit/rest/csv.rules.ts'
import { type CsvSource, checkFormat, createCsvAnswers } from '../../kit/rest/csv.ts'
import { loadAtm } from '../atms/atms.loaders.ts'
import type { Period } from '../model/counted-incidents.store.ts'
import type { ResolverEnv } from '../model/resolver-env.ts'
import type { AvailabilityRow, QueryResolvers } from '../schema.gen.ts'
import { availabilityOf, MEASURES } from './availability.rules.ts'
import {
  availabilitySorting,
  findPeriod,
  findTotal,
  type Grouping,
  type GroupingAttribute,
  listAllAvailability,
  listAvailability,
  NO_SUMS,
  planByValues,
  type SumsRow,
} from './availability.store.ts'
import { findIncidentTimes } from './incident-days.store.ts'
import { listIncidentCauses } from './incident-times.store.ts'
import { monthOf, monthStart } from './sum-instants.rules.ts'

const MAX_MONTHS = 13
const READ = { mode: 'read' } as const

type PeriodArgs = { readonly from?: Date | null | undefined; readonly to?: Date | null | undefined }

const GROUPING_ATTRIBUTES: readonly GroupingAttribute[] = [...textAttributes, ...choiceAttributes, ...wordsAttributes]
const isGrouping = (name: string): name is GroupingAttribute =>
  GROUPING_ATTRIBUTES.some((attribute) => attribute === name)

const groupingOf = (group: string | null | undefined): Grouping => {
  if (!group) return 'atm'
  if (group === 'institution') return group
  if (isAttribute(group) && isGrouping(group)) return group
  throw badInput('group', `must be one of institution, ${GROUPING_ATTRIBUTES.join(', ')}`)
}

/** What was asked for. @throws DomainError BAD_USER_INPUT for a period that ends before it begins. */
const askedPeriod = ({ from, to }: PeriodArgs, now: Date, timeZone: string): Period => {
  const end = to == null || to > now ? now : to
  const begin = from ?? monthStart(end, timeZone)
  if (begin > end) throw badInput('from', 'must not be after the end of the period, nor in the future')
  return { from: begin, to: end }
}

const rowOf = (grouping: Grouping, row: SumsRow): AvailabilityRow => ({
  atmId: row.atmId,
  agentAtmId: grouping === 'atm' ? row.name : null,
  institutionKey: row.institutionKey,
  group: grouping === 'atm' ? null : row.name,
  atms: row.atms,
  ...availabilityOf(row),
})

const CSV_COLUMNS: CsvSource<AvailabilityRow>['columns'] = [
  ['atmId', ({ atmId }) => atmId ?? null],
  ['agentAtmId', ({ agentAtmId }) => agentAtmId ?? null],
  ['institutionKey', ({ institutionKey }) => institutionKey ?? null],
  ['group', ({ group }) => group ?? null],
  ['atms', ({ atms }) => atms],
  ['availabilityPct', ({ availabilityPct }) => availabilityPct ?? null],
  ...MEASURES.map(({ field }) => [field, (row: AvailabilityRow) => row[field]] as const),
  ['periodSeconds', ({ periodSeconds }) => periodSeconds],
]

type Lists = Pick<QueryResolvers, 'availability' | 'availabilityCsv' | 'atmAvailability'>
type Figures = Pick<QueryResolvers, 'availabilityMonths' | 'incidentFigures'>

const fleetOfEnv =
  ({ connectedWithinMs }: ResolverEnv) =>
  ({ principal }: Pick<OperationContext, 'principal'>) => ({
    unrestricted: principal.unrestricted,
    institutions: principal.institutions,
    connectedWithinMs,
  })

/** Reads of how the time of ATMs was spent. */
export const createAvailabilityQueries = (env: ResolverEnv): Lists => {
  const { platformTimeZone, stores } = env
  const answerCsv = createCsvAnswers()
  const fleetOf = fleetOfEnv(env)
  return {
    async availability(_source, { page, size, sort, from, to, group, format }, context) {
      checkFormat(format)
      const grouping = groupingOf(group)
      const request = pageRequest({ page, size, sort: sort ?? null }, availabilitySorting(grouping))
      const now = context.now()
      const asked = askedPeriod({ from, to }, now, platformTimeZone)
      return context.read(async (tx) => {
        const period = await findPeriod(tx, asked, now)
        const { rows, count, total } =
          period === null
            ? { rows: [], count: 0, total: NO_SUMS }
            : await listAvailability(tx, fleetOf(context), { period, grouping, page: request })
        const content = rows.map((row) => rowOf(grouping, row))
        return { ...pageOf(content, count, request), ...(period ?? asked), total: rowOf(grouping, total) }
      })
    },
    async availabilityCsv(_source, { from, to, group }, context) {
      const { principal, now } = context
      const grouping = groupingOf(group)
      const asked = askedPeriod({ from, to }, now(), platformTimeZone)
      const fleet = fleetOf({ principal })
      // One list of one moment, so that its rows add up; it is read in the turn of its first batch.
      const readAll = () =>
        stores.inTenant(
          principal,
          async (tx) => {
            const period = await findPeriod(tx, asked, now())
            return period === null ? [] : listAllAvailability(tx, fleet, { period, grouping })
          },
          READ,
        )
      let [rows, sent]: [readonly SumsRow[], number] = [[], 0]
      return answerCsv<AvailabilityRow>(
        {
          fileName: csvFileName('availability', asked.from, asked.to),
          columns: CSV_COLUMNS,
          read: async (after, count) => {
            if (after === null) rows = await readAll()
            sent += count
            return rows.slice(sent - count, sent).map((row) => rowOf(grouping, row))
          },
        },
        context,
      )
    },
    async atmAvailability(_source, { id, from, to }, context) {
      const now = context.now()
      const asked = askedPeriod({ from, to }, now, platformTimeZone)
      const atm = await context.loader(loadAtm).load(id)
      if (atm === null) return null
      return context.read(async (tx) => {
        const period = await findPeriod(tx, asked, now)
        const row = period === null ? NO_SUMS : await findTotal(tx, { ...fleetOf(context), atmIds: [id] }, period)
        return { ...(period ?? asked), atmId: id, agentAtmId: atm.agentAtmId, ...availabilityOf(row) }
      })
    },
  }
}

/** Reads of months beside each other, and of how fast incidents were dealt with. */
export const createFigureQueries = (env: ResolverEnv): Figures => {
  const { platformTimeZone } = env
  const fleetOf = fleetOfEnv(env)
  return {
    async availabilityMonths(_source, { months }, context) {
      const count = checkBetween('months', months, 1, MAX_MONTHS)
      const now = context.now()
      return context.read(async (tx) => {
        const rows = []
        for (let back = 0; back < count; back += 1) {
          const to = back === 0 ? now : monthStart(now, platformTimeZone, back - 1)
          const asked = { from: monthStart(now, platformTimeZone, back), to }
          const period = await findPeriod(tx, asked, now)
          const row = period === null ? NO_SUMS : await findTotal(tx, fleetOf(context), period)
          await planByValues(tx)
          const times = await findIncidentTimes(tx, context.principal, asked)
          const month = monthOf(asked.from, platformTimeZone)
          rows.push({ month, ...asked, atms: row.atms, ...availabilityOf(row), ...times })
        }
        return rows
      })
    },
    async incidentFigures(_source, { from, to }, context) {
      const asked = askedPeriod({ from, to }, context.now(), platformTimeZone)
      return context.read(async (tx) => {
        await planByValues(tx)
        const times = await findIncidentTimes(tx, context.principal, asked)
        return { ...asked, ...times, causes: await listIncidentCauses(tx, context.principal, asked) }
      })
    },
  }
}
