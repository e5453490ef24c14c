/** What the time of an ATM is divided into; `column` is that of the sums, in milliseconds. */
export const MEASURES = [
  { column: 'in_service', field: 'inServiceSeconds' },
  { column: 'in_supervisor', field: 'inSupervisorSeconds' },
  { column: 'out_of_service', field: 'outOfServiceSeconds' },
  { column: 'unreachable', field: 'unreachableSeconds' },
  { column: 'unknown', field: 'unknownSeconds' },
  { column: 'maintenance', field: 'maintenanceSeconds' },
] as const

export type Measure = (typeof MEASURES)[number]['column']
/** Milliseconds of each. */
export type Sums = Readonly<Record<Measure, number>>

/** The time of an ATM, or of several together: seconds to the millisecond, which add up to `periodSeconds`. */
export type Availability = {
  readonly inServiceSeconds: number
  readonly inSupervisorSeconds: number
  readonly outOfServiceSeconds: number
  readonly unreachableSeconds: number
  readonly unknownSeconds: number
  readonly maintenanceSeconds: number
  readonly periodSeconds: number
  readonly availabilityPct: number | null
}

/**
 * Availability is the time in service and reachable, of the period without maintenance windows; null where nothing is
 * left of that.
 */
export const availabilityOf = (sums: Sums): Availability => {
  const total = MEASURES.reduce((ms, { column }) => ms + sums[column], 0)
  const counted = total - sums.maintenance
  return {
    inServiceSeconds: sums.in_service / 1000,
    inSupervisorSeconds: sums.in_supervisor / 1000,
    outOfServiceSeconds: sums.out_of_service / 1000,
    unreachableSeconds: sums.unreachable / 1000,
    unknownSeconds: sums.unknown / 1000,
    maintenanceSeconds: sums.maintenance / 1000,
    periodSeconds: total / 1000,
    availabilityPct: counted === 0 ? null : (100 * sums.in_service) / counted,
  }
}
