import type { Atm, AuditEntry, Incident, IncidentEntry, OpenIncidentCount } from './schema.gen.ts'

/** An ATM as its row shows it; its lists and its cassettes have resolvers of their own. */
export type AtmMapper = Omit<
  Atm,
  | ('events' | 'incidents' | 'stateHistory' | 'openIncidentSummary' | 'cassetteInventory' | 'inventory')
  | ('mergedEntries' | 'badge' | 'serviceStateChangedAt' | 'supervisorSince')
>

/** An incident as its row shows it; its ATM and its events have resolvers of their own. */
export type IncidentMapper = Omit<
  Incident,
  'atm' | 'events' | 'entries' | 'causes' | 'owner' | 'acknowledgedBy' | 'severityChanges'
>

/** An entry of an incident as its row shows it. */
export type IncidentEntryMapper = Omit<IncidentEntry, 'user' | 'toUser'>

/** How many incidents are open; those that are late are counted where they are asked for. */
export type OpenIncidentCountMapper = Omit<OpenIncidentCount, 'overdue'>

/** An entry of the audit as its row shows it; who did it has a resolver of its own. */
export type AuditEntryMapper = Omit<AuditEntry, 'user'>
