import { sql } from 'drizzle-orm'
import { bigint, boolean, jsonb, pgSchema, text, timestamp } from 'drizzle-orm/pg-core'
import type { UnlistedDescription } from '../../schema/atm-attributes.rules.ts'
import { listedAttributeColumns } from '../atm-attributes.ts'

/** What is shown of an ATM and not searched. Instants are ISO texts. */
export type DeviceRecord = UnlistedDescription & {
  readonly registeredAt: string
  /** Left out by records from before ATMs could be retired. */
  readonly retiredAt?: string | null
  readonly mergedIntoId?: number | null
}

export const deviceAtm = pgSchema('devices').table('atm', {
  atmId: bigint('atm_id', { mode: 'number' }).primaryKey(),
  agentAtmId: text('agent_atm_id').notNull(),
  institutionKey: text('institution_key'),
  ...listedAttributeColumns,
  serviceState: text('service_state', { enum: ['IN_SERVICE', 'OUT_OF_SERVICE', 'IN_SUPERVISOR', 'UNKNOWN'] }).notNull(),
  serviceStateChangedAt: timestamp('service_state_changed_at', { withTimezone: true, mode: 'date' }),
  supervisorSince: timestamp('supervisor_since', { withTimezone: true, mode: 'date' }),
  stateSequence: bigint('state_sequence', { mode: 'number' }).notNull(),
  edition: bigint({ mode: 'number' }).notNull().default(0),
  lastHeartbeatAt: timestamp('last_heartbeat_at', { withTimezone: true, mode: 'date' }),
  /** Derived from the record: a retired ATM is in no total. */
  retired: boolean('retired').notNull().generatedAlwaysAs(sql`(record ->> 'retiredAt'::text) is not null`),
  /** Null until the incident service has sent it. */
  record: jsonb('record').$type<DeviceRecord>(),
})
