import { type SQL, sql } from 'drizzle-orm'
import { scopeOf } from '../../../db/scope.ts'
import type { TenantTx, Visibility } from '../../../db/tenancy.ts'
import { containing } from '../../../db/values.ts'
import { isOfAtmInUse } from '../atms/atms.store.ts'
import type { CashOrder } from '../schema.gen.ts'

/** Which cassettes; null for what is not asked for. */
export type CashFilter = {
  readonly carrier: string | null
  readonly siteName: string | null
  readonly currency: string | null
  readonly emptyBefore: Date | null
  readonly text: string | null
}

/**
 * A cassette with its ATM. Both are of the same institution, and each is asked for by it: else the ATMs of the whole
 * fleet are read for those of one institution.
 */
export type CashRow = {
  readonly atmId: number
  readonly agentAtmId: string
  readonly institutionKey: string | null
  readonly name: string | null
  readonly siteName: string | null
  readonly carrier: string | null
  readonly cassetteNo: string
  readonly type: string | null
  readonly currency: string | null
  readonly denominationMinor: number | null
  readonly currentCount: number | null
  readonly capacity: number | null
  readonly status: string | null
  /** Epoch milliseconds. */
  readonly asOf: number
  /** Epoch milliseconds; null where no rate is known. */
  readonly emptyAt: number | null
  /** `emptyAt` and the hour of it as they are stored, to the microsecond: the place of the row in its order. */
  readonly emptyAtExactly: string | null
  readonly emptySlot: number | null
}

const atmConditions = ({ carrier, siteName, text }: CashFilter): SQL[] => {
  const pattern = text === null ? null : containing(text)
  return [
    ...(carrier === null ? [] : [sql`a.carrier = ${carrier}`]),
    ...(siteName === null ? [] : [sql`a.site_name = ${siteName}`]),
    ...(pattern === null
      ? []
      : [sql`(a.agent_atm_id ilike ${pattern} or a.name ilike ${pattern} or a.site_name ilike ${pattern})`]),
  ]
}

const cassetteConditions = (visibility: Visibility, { currency, emptyBefore }: CashFilter): SQL[] => [
  scopeOf(visibility, sql`c.institution_key`),
  isOfAtmInUse(sql`c.atm_id`),
  ...(currency === null ? [] : [sql`c.currency = ${currency}`]),
  // The slot once more, as the index has it.
  ...(emptyBefore === null
    ? []
    : [
        sql`c.empty_at < ${emptyBefore}::timestamptz
          and c.empty_slot <= ${Math.floor(emptyBefore.getTime() / SLOT_MS)}`,
      ]),
]

/** An hour: what `empty_slot` counts. */
const SLOT_MS = 3_600_000

/** By what a list goes: something that not all rows have, those without it last, and what tells equal ones apart. */
type Order = {
  readonly leading: SQL
  readonly known: SQL
  /** The place of a row among those that have `leading`, and among those that do not. */
  readonly placeOf: (row: CashRow) => { readonly known: SQL | null; readonly tie: SQL }
  readonly tie: SQL
}

const ORDERS: Readonly<Record<CashOrder, Order>> = {
  EMPTYING: {
    leading: sql`c.empty_slot`,
    known: sql`c.empty_slot, c.empty_at`,
    tie: sql`c.atm_id, c.cassette_no`,
    placeOf: ({ emptySlot, emptyAtExactly, atmId, cassetteNo }) => ({
      known: emptySlot === null ? null : sql`${emptySlot}::int, ${emptyAtExactly}::timestamptz`,
      tie: sql`${atmId}::bigint, ${cassetteNo}`,
    }),
  },
  SITE: {
    leading: sql`a.site_name`,
    known: sql`a.site_name`,
    tie: sql`a.agent_atm_id, c.cassette_no`,
    placeOf: ({ siteName, agentAtmId, cassetteNo }) => ({
      known: siteName === null ? null : sql`${siteName}`,
      tie: sql`${agentAtmId}, ${cassetteNo}`,
    }),
  },
}

const matching = (visibility: Visibility, filter: CashFilter): { from: SQL; where: SQL } => {
  const ofAtms = atmConditions(filter)
  return {
    // The ATM only where it is asked for: else the count reads no more than cassettes.
    from:
      ofAtms.length === 0 ? sql`incident.cassette c` : sql`incident.cassette c join incident.atm a on a.id = c.atm_id`,
    where: sql.join([...cassetteConditions(visibility, filter), ...ofAtms], sql` and `),
  }
}

/** Cassettes of ATMs in use that are of some kind besides, in an order, `limit` at most after as many as `offset`. */
const listMatching = async (
  tx: TenantTx,
  visibility: Visibility,
  filter: CashFilter,
  part: { readonly order: CashOrder; readonly limit: number; readonly offset: number; readonly besides: SQL[] },
): Promise<CashRow[]> => {
  const { known, tie } = ORDERS[part.order]
  const conditions = [...cassetteConditions(visibility, filter), ...atmConditions(filter), ...part.besides]
  const rows = await tx.execute<CashRow>(sql`
    select c.atm_id::float8 as "atmId", a.agent_atm_id as "agentAtmId", c.institution_key as "institutionKey", a.name,
      a.site_name as "siteName", a.carrier, c.cassette_no as "cassetteNo", c.cassette_type as type, c.currency,
      c.denomination_minor::float8 as "denominationMinor", c.current_count as "currentCount", c.capacity, c.status,
      round(date_part('epoch', c.as_of) * 1000) as "asOf", round(date_part('epoch', c.empty_at) * 1000) as "emptyAt",
      c.empty_at::text as "emptyAtExactly", c.empty_slot as "emptySlot"
    from incident.cassette c join incident.atm a on a.id = c.atm_id and ${scopeOf(visibility, sql`a.institution_key`)}
    where ${sql.join(conditions, sql` and `)} order by ${known}, ${tie}
    limit ${part.limit} offset ${part.offset}`)
  return [...rows]
}

/** A page of cassettes of ATMs in use in an order: `limit` at most after as many as `offset`. */
export const listCashCassettes = (
  tx: TenantTx,
  visibility: Visibility,
  filter: CashFilter,
  page: { readonly order: CashOrder; readonly limit: number; readonly offset: number },
): Promise<CashRow[]> => listMatching(tx, visibility, filter, { ...page, besides: [] })

/**
 * The `limit` cassettes of ATMs in use that follow one in an order, or the first ones. By its place and not by a number
 * of rows, so that what comes or goes meanwhile neither repeats nor hides another. Two statements, as an index gives
 * either those with a place or those without.
 */
export const listCashCassettesAfter = async (
  tx: TenantTx,
  visibility: Visibility,
  filter: CashFilter,
  { order, after, limit }: { readonly order: CashOrder; readonly after: CashRow | null; readonly limit: number },
): Promise<CashRow[]> => {
  const { leading, known, tie, placeOf } = ORDERS[order]
  const place = after === null ? null : placeOf(after)
  const list = (most: number, ...besides: SQL[]) =>
    listMatching(tx, visibility, filter, { order, limit: most, offset: 0, besides })
  const isWithout = sql`${leading} is null`
  if (place !== null && place.known === null) return list(limit, isWithout, sql`(${tie}) > (${place.tie})`)
  const follows = place === null ? sql`true` : sql`(${known}, ${tie}) > (${place.known}, ${place.tie})`
  const rows = await list(limit, sql`${leading} is not null`, follows)
  return rows.length === limit ? rows : [...rows, ...(await list(limit - rows.length, isWithout))]
}

/** How many cassettes of ATMs in use match. */
export const countCashCassettes = async (tx: TenantTx, visibility: Visibility, filter: CashFilter): Promise<number> => {
  const { from, where } = matching(visibility, filter)
  const [row] = await tx.execute<{ total: string }>(sql`select count(*)::text as total from ${from} where ${where}`)
  return Number(row?.total ?? 0)
}

/** The carriers of the ATMs in use that the transaction may see, by name. */
export const listCarriers = async (
  tx: TenantTx,
  visibility: Visibility,
): Promise<{ carrier: string; atms: number }[]> => {
  const rows = await tx.execute<{ carrier: string; atms: number }>(sql`
    select a.carrier, count(*)::int as atms from incident.atm a
    where a.carrier is not null and a.retired_at is null and ${scopeOf(visibility, sql`a.institution_key`)}
    group by a.carrier order by a.carrier limit ${MOST_CARRIERS}`)
  return [...rows]
}

/** More than any fleet works with. */
const MOST_CARRIERS = 500
