import { bigint, text } from 'drizzle-orm/pg-core'
import { atmAttributeColumns } from '../atm-attributes.ts'
import { incidentSchema, instant } from './schema.ts'

/** ATMs. The row is the lock of all that belongs to the ATM. */
export const atm = incidentSchema.table('atm', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedByDefaultAsIdentity(),
  agentAtmId: text('agent_atm_id').notNull().unique(),
  institutionKey: text('institution_key'),
  ...atmAttributeColumns,
  registeredAt: instant('registered_at').notNull(),
  /** When its institution got it; null where it was registered for it. */
  assignedAt: instant('assigned_at'),
  updatedAt: instant('updated_at'),
  /** Null for an ATM that is in use. */
  retiredAt: instant('retired_at'),
  retiredBy: text('retired_by'),
  reactivatedAt: instant('reactivated_at'),
  /** Of an entry that was merged: the ATM that it is. */
  mergedIntoId: bigint('merged_into_id', { mode: 'number' }),
  lastHeartbeatAt: instant('last_heartbeat_at'),
  beatAt: instant('beat_at'),
  serviceState: text('service_state', { enum: ['IN_SERVICE', 'OUT_OF_SERVICE', 'IN_SUPERVISOR', 'UNKNOWN'] })
    .notNull()
    .default('UNKNOWN'),
  rememberedState: text('remembered_state'),
  stateAt: instant('state_at'),
  stateSequence: bigint('state_sequence', { mode: 'number' }).notNull().default(0),
  inServiceAt: instant('in_service_at'),
  supervisorAt: instant('supervisor_at'),
  servicedAt: instant('serviced_at'),
  /** The maintenance window that it is in, shortly will be, or was in last. */
  maintenanceFrom: instant('maintenance_from'),
  maintenanceUntil: instant('maintenance_until'),
  /** Grows with each change of what other services copy: the institution, the attributes, whether it is retired. */
  edition: bigint('edition', { mode: 'number' }).notNull().default(0),
})
