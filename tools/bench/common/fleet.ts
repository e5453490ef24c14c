/** A large fleet: 200 institutions, of which two have a size of their own and the others share the rest. */
export type FleetShape = {
  readonly atms: number
  /** The institution whose dashboards are to cost the same whatever the fleet's size. */
  readonly mid: number
  /** The largest one. */
  readonly large: number
}

export const INSTITUTIONS = 200
export const MID = 'BANK1'
export const LARGE = 'BANK2'
/**
 * Prime to every size, so that the ATMs of an institution lie scattered over the tables, as years of growth leave
 * them.
 */
const STRIDE = 7_919

/**
 * The fleet of a size; the mid institution has a tenth of the smallest size measured, the large one three tenths of
 * its own.
 */
export const shapeOf = (atms: number, smallest: number): FleetShape => ({
  atms,
  mid: Math.floor(smallest / 10),
  large: Math.floor((atms * 3) / 10),
})

/** The place of an ATM, from 0, in an order in which institutions follow one another. The same in SQL and here. */
export const rankOf = (id: number, { atms }: FleetShape): number => (id * STRIDE) % atms
export const RANK_SQL = (id: string, { atms }: FleetShape): string => `((${id} * ${STRIDE}) % ${atms})`

/** The institution of an ATM by its rank. */
export const institutionOf = (id: number, shape: FleetShape): string => {
  const rank = rankOf(id, shape)
  if (rank < shape.mid) return MID
  if (rank < shape.mid + shape.large) return LARGE
  return `BANK${3 + (rank % (INSTITUTIONS - 2))}`
}
export const INSTITUTION_SQL = (id: string, shape: FleetShape): string => {
  const rank = RANK_SQL(id, shape)
  return `case when ${rank} < ${shape.mid} then '${MID}' when ${rank} < ${shape.mid + shape.large} then '${LARGE}'
    else 'BANK' || (3 + ${rank} % ${INSTITUTIONS - 2}) end`
}

export const agentAtmIdOf = (id: number): string => `ATM-${id}`
