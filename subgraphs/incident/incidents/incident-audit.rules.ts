import type { AuditedChange } from '../../kit/graphql/context.ts'
import type { IncidentRow } from './incidents.store.ts'
import type { Done } from './manual-actions.rules.ts'

const ACTIONS = {
  OPENED: 'createIncident',
  ACKNOWLEDGED: 'acknowledgeIncident',
  ASSIGNED: 'assignIncident',
  RELEASED: 'releaseIncident',
  NOTE: 'noteIncident',
  RESOLVED: 'resolveIncident',
  HANDED_OVER: 'handOverIncidents',
} as const satisfies Record<Done['entry']['kind'], string>

type Subject = Pick<IncidentRow, 'id' | 'institutionKey' | 'agentAtmId' | 'kind'>

const stateOf = ({ status, ownerUserId, resolution, cause, causeText }: IncidentRow) =>
  ({ status, ownerUserId, resolution, cause, causeText }) as const

/** What the audit says of somebody's change of an incident; a bulk action is one change for each incident. */
export const auditedAction = (row: IncidentRow, { changes, entry }: Done): AuditedChange => {
  const [before, after] = [Object.entries(stateOf(row)), Object.entries(stateOf({ ...row, ...changes }))]
  const changed = (_field: unknown, n: number) => before[n]?.[1] !== after[n]?.[1]
  return {
    ...auditedIncident(row, entry.kind),
    before: Object.fromEntries(before.filter(changed)),
    after: Object.fromEntries(after.filter(changed)),
  }
}

/**
 * What the audit says of a mass outage of which somebody changes only so many parts, as it was so itself already;
 * `row` is one of them.
 */
export const auditedParts = (outage: IncidentRow, row: IncidentRow, done: Done, parts: number): AuditedChange => ({
  ...auditedIncident(outage, done.entry.kind),
  before: null,
  after: { ...auditedAction(row, done).after, parts },
})

/** What the audit says of an incident that somebody changes. */
export const auditedIncident = ({ id, institutionKey }: Subject, kind: Done['entry']['kind']) =>
  ({ action: ACTIONS[kind], subjectType: 'Incident', subjectId: id, institutionKey }) as const
