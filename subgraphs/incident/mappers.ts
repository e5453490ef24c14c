import type { EntryRow } from './incidents/incident-entries.store.ts'
import type {
  Atm,
  AuditEntry,
  Handover,
  Incident,
  OpenIncidentCount,
  SavedView,
  ShiftHandover,
  ShiftPerson,
  ShiftReport,
} from './schema.gen.ts'

/** An ATM as its row shows it; its lists and its cassettes have resolvers of their own. */
export type AtmMapper = Omit<
  Atm,
  | (
      | 'events'
      | 'incidents'
      | 'stateHistory'
      | 'openIncidentSummary'
      | 'worstIncident'
      | 'cassetteInventory'
      | 'inventory'
    )
  | ('mergedEntries' | 'badge' | 'serviceStateChangedAt' | 'supervisorSince')
>

/** An incident as its row shows it; its ATM and its events have resolvers of their own. */
export type IncidentMapper = Omit<
  Incident,
  'atm' | 'events' | 'entries' | 'causes' | 'owner' | 'acknowledgedBy' | 'severityChanges'
>

/** An entry of an incident is its row; people and webhooks have resolvers of their own. */
export type IncidentEntryMapper = EntryRow

/** How many incidents are open; those that are late are counted where they are asked for. */
export type OpenIncidentCountMapper = Omit<OpenIncidentCount, 'overdue'>

/** An entry of the audit as its row shows it; who did it has a resolver of its own. */
export type AuditEntryMapper = Omit<AuditEntry, 'user'>

/** What happened in a period as it is counted; people and incidents have resolvers of their own. */
export type ShiftReportMapper = Omit<
  ShiftReport,
  'from' | 'to' | 'people' | 'handovers' | 'openedIncidents' | 'closedIncidents' | 'missedIncidents'
> & { readonly from: Date; readonly to: Date; readonly people: ShiftPersonMapper[] }
export type ShiftPersonMapper = Omit<ShiftPerson, 'user'>
export type ShiftHandoverMapper = Omit<ShiftHandover, 'user' | 'toUser'>

/** An incident that was resolved, and by whom. */
export type ShiftClosingMapper = { readonly incident: IncidentMapper; readonly userId: string | null }

/** What was handed over; to whom has a resolver of its own. */
export type HandoverMapper = Omit<Handover, 'toUser'>

/** A kept filter as its row shows it; who made it has a resolver of its own. */
export type SavedViewMapper = Omit<SavedView, 'user'>
