import type { TenantTx } from '../../../db/tenancy.ts'
import { ATM_RETIRED, type AtmRetired } from '../../../schema/events/atm-retired.ts'
import type { AuditedChange } from '../../kit/graphql/context.ts'
import { insertOutbox } from '../../kit/messaging/outbox.ts'
import { auditedAtmChange } from '../atms/atm-audit.rules.ts'
import type { RegistryEnv } from '../atms/atm-registry.resolvers.ts'
import type { AtmRow } from '../atms/atms.store.ts'
import { writeJudged } from '../incidents/incident-changes.ts'
import { resolveWith } from '../incidents/manual-actions.rules.ts'
import type { AtmRetirementOutcome } from '../schema.gen.ts'
import { listAtmsLocked, listOpenIncidentsOfAtms, updateRetired } from './atm-lifecycle.store.ts'
import type { JournalMirror } from './journal-mirror.ts'

export type LifecycleEnv = RegistryEnv & {
  readonly connectedWithinMs: number
  readonly journalMirror: JournalMirror
  random(): number
}

const RESOLVE = resolveWith({ cause: null, causeText: 'The ATM was retired.' })

/** An ATM that is retired. `before` is null where it was retired already. */
export type Retired = {
  readonly row: AtmRow
  readonly outcome: AtmRetirementOutcome
  readonly before: AtmRow | null
  /** The incidents that were resolved with it. */
  readonly resolved: readonly number[]
}

/** The fields of an ATM that say whether it is in use. */
const LIFE = ['retiredAt', 'retiredBy', 'reactivatedAt', 'mergedIntoId']

type Lived = { readonly before: AtmRow; readonly after: AtmRow; readonly resolved?: readonly number[] }

/** What the audit says of an ATM that is taken out of use, or brought back, with the incidents that this resolved. */
export const auditedLife = (action: string, { before, after, resolved = [] }: Lived): AuditedChange => {
  const change = auditedAtmChange(action, { before, after, names: LIFE })
  return resolved.length === 0 ? change : { ...change, after: { ...change.after, resolvedIncidents: resolved } }
}

/** Notifies the services that have a copy; what they miss they ask for themselves. */
export const tellOthers = async (env: LifecycleEnv, rows: readonly AtmRow[]): Promise<void> => {
  if (rows.length === 0) return
  env.wake()
  await env.handOver(rows)
}

/** The message of an ATM that was taken out of use. */
const retirementOf = ({ id: atmId, agentAtmId, institutionKey, retiredAt }: AtmRow, mergedIntoId: number | null) => {
  const data: AtmRetired[] =
    retiredAt === null ? [] : [{ atmId, agentAtmId, retiredAt: retiredAt.toISOString(), mergedIntoId }]
  return data.map((one) => ({ topic: ATM_RETIRED, key: agentAtmId, institutionKey, data: one }))
}

/**
 * Takes ATMs out of use, publishes that, and resolves their open incidents, in the name of a user. `intoId` is the ATM
 * that an entry is merged into.
 */
export const retireInTx = async (
  tx: TenantTx,
  ids: readonly number[],
  userId: string,
  env: LifecycleEnv,
  intoId: number | null = null,
): Promise<Retired[]> => {
  const by = { userId, now: env.now() }
  const before = await listAtmsLocked(tx, ids)
  const due = before.flatMap(({ id, retiredAt }) => (retiredAt === null ? [id] : []))
  const changed = new Map((await updateRetired(tx, due, by)).map((row) => [row.id, row]))
  const open = await listOpenIncidentsOfAtms(tx, due)
  const judged = open.flatMap((row) => {
    const done = RESOLVE(row, null, by)
    return done === null ? [] : [{ row, done }]
  })
  await writeJudged(tx, judged, by, env)
  const retirements = [...changed.values()].flatMap((row) => retirementOf(row, intoId))
  await insertOutbox(tx, 'incident', retirements, env)
  return before.map((row) => {
    const retired = changed.get(row.id)
    if (retired === undefined) return { row, outcome: 'UNCHANGED', before: null, resolved: [] }
    const resolved = judged.flatMap((one) => (one.row.atmId === row.id ? [one.row.id] : []))
    return { row: retired, outcome: 'DONE', before: row, resolved }
  })
}
