import { type SQL, sql } from 'drizzle-orm'
import type { RolloutRow } from '../../../db/fleet/rollout.ts'
import type { TaskStatus } from '../../../db/fleet/task.ts'
import type { TenantTx } from '../../../db/tenancy.ts'
import type { RolloutAtm, RolloutOutcome, RolloutSkipReason } from '../schema.gen.ts'

type Found = {
  readonly agent_atm_id: string
  readonly atm_id: string | null
  readonly stage: number | null
  readonly skipped: RolloutSkipReason | null
  readonly status: TaskStatus | null
  readonly task_id: string | null
  readonly error: string | null
  readonly sent_ms: string | null
  readonly finished_ms: string | null
}

const epochMs = (column: string): SQL => sql.raw(`floor(extract(epoch from ${column}) * 1000)::text`)

const failedOf = ({ id, outcomeWithinSeconds }: RolloutRow, at: Date): SQL => sql`
  from fleet.task t where t.rollout_id = ${id}::bigint and t.rollout_stage is not null
    and (t.status in ('FAILED', 'EXPIRED') or (t.status in ('SENT', 'ACKED')
      and t.sent_at <= ${new Date(at.getTime() - outcomeWithinSeconds * 1_000)}::timestamptz))`

const skippedOf = ({ id }: RolloutRow): SQL => sql`
  from fleet.rollout_atm a where a.rollout_id = ${id}::bigint and a.skipped is not null`

const instantOf = (ms: string | null): Date | null => (ms === null ? null : new Date(Number(ms)))

/** A page of the ATMs of a rollout with an outcome, by agent id, and how many there are. */
export const listOutcomes = async (
  tx: TenantTx,
  rollout: RolloutRow,
  outcome: RolloutOutcome,
  { at, size, offset }: { readonly at: Date; readonly size: number; readonly offset: number },
): Promise<{ rows: RolloutAtm[]; total: number }> => {
  const from = outcome === 'FAILED' ? failedOf(rollout, at) : skippedOf(rollout)
  const columns =
    outcome === 'FAILED'
      ? sql`t.agent_atm_id, t.atm_id::text, t.rollout_stage::int as stage, null::text as skipped, t.status,
          t.id::text as task_id, t.error, ${epochMs('t.sent_at')} as sent_ms,
          ${epochMs('t.finished_at')} as finished_ms`
      : sql`a.agent_atm_id, a.atm_id::text, a.stage::int, a.skipped, null::text as status, null::text as task_id,
          null::text as error, null::text as sent_ms, null::text as finished_ms`
  const [rows, totals] = await Promise.all([
    tx.execute<Found>(sql`select ${columns} ${from} order by agent_atm_id limit ${size} offset ${offset}`),
    tx.execute<{ total: string }>(sql`select count(*)::text as total ${from}`),
  ])
  return {
    total: Number(totals[0]?.total ?? 0),
    rows: rows.map((row) => ({
      agentAtmId: row.agent_atm_id,
      atmId: row.atm_id === null ? null : Number(row.atm_id),
      stage: row.stage,
      skipped: row.skipped,
      taskStatus: row.status,
      taskId: row.task_id,
      error: row.error,
      sentAt: instantOf(row.sent_ms),
      finishedAt: instantOf(row.finished_ms),
    })),
  }
}
