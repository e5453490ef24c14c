import { pgSchema, primaryKey, text, timestamp } from 'drizzle-orm/pg-core'

export const taskPermission = pgSchema('fleet').table(
  'task_permission',
  {
    institutionKey: text('institution_key').notNull(),
    taskKind: text('task_kind', { enum: ['REBOOT', 'RESTART_AGENT'] }).notNull(),
    grantedBy: text('granted_by').notNull(),
    grantedAt: timestamp('granted_at', { withTimezone: true, mode: 'date' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.institutionKey, table.taskKind] })],
)
