import type { IncidentRowFragment as Incident } from '../../../gql/graphql.gen.ts'
import { SEVERITY_ORDER } from '../../../ui/badge.tsx'

const STATUSES = ['OPEN', 'ACKNOWLEDGED', 'SUPPRESSED', 'RESOLVED'] as const
const RESOLUTIONS = ['AUTO', 'MANUAL'] as const
const pick = <T extends string>(known: readonly T[], value: unknown, or: T): T =>
  known.find((one) => one === value) ?? or
const textOr = (value: unknown, or: string | null): string | null => (typeof value === 'string' ? value : or)
const numberOr = (value: unknown, or: number): number => (typeof value === 'number' ? value : or)

/** An incident as a conflict brought it, over what was known of it. */
export const mergeCurrent = (seen: Incident, current: Readonly<Record<string, unknown>>): Incident => ({
  ...seen,
  status: pick(STATUSES, current.status, seen.status),
  severity: pick(SEVERITY_ORDER, current.severity, seen.severity),
  occurrenceCount: numberOr(current.occurrenceCount, seen.occurrenceCount),
  flapping: current.flapping === true,
  lastEventAt: textOr(current.lastEventAt, null) ?? seen.lastEventAt,
  acknowledgedAt: textOr(current.acknowledgedAt, seen.acknowledgedAt),
  acknowledgedByUserId: textOr(current.acknowledgedByUserId, seen.acknowledgedByUserId),
  acknowledgedBy: null,
  ownerUserId: textOr(current.ownerUserId, null),
  ownedSince: textOr(current.ownedSince, null),
  owner: null,
  resolvedAt: textOr(current.resolvedAt, seen.resolvedAt),
  resolution: RESOLUTIONS.find((one) => one === current.resolution) ?? seen.resolution,
  version: numberOr(current.version, seen.version),
})
