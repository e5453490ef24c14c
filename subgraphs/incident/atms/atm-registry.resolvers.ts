import { isDeepStrictEqual } from 'node:util'
import type { TenantTx } from '../../../db/tenancy.ts'
import { institutionKeyFault } from '../../kit/auth/identifiers.rules.ts'
import { seesInstitution } from '../../kit/auth/visibility.rules.ts'
import { badInputs, DomainError, type FieldFault } from '../../kit/common/errors.ts'
import type { OperationContext } from '../../kit/graphql/context.ts'
import { insertOutbox } from '../../kit/messaging/outbox.ts'
import { incidentMessages } from '../model/incident-topics.ts'
import type { ResolverEnv } from '../model/resolver-env.ts'
import type { AtmChange, MutationResolvers } from '../schema.gen.ts'
import { auditedAtmChange, auditedAtmCreation } from './atm-audit.rules.ts'
import { institutionFor, readAgentAtmId, readDescription } from './atm-registry.rules.ts'
import {
  findAtmLocked,
  insertAtm,
  insertReleases,
  moveOpenIncidents,
  releaseFromOutsiders,
  updateAtm,
} from './atm-registry.store.ts'
import { atmOf } from './atms.rules.ts'
import type { AtmRow } from './atms.store.ts'

export type RegistryEnv = {
  readonly platformName: string
  now(): Date
  newId(): string
  /** Wakes the relay of the outbox. */
  wake(): void
  /** Hands ATMs to the services that have a copy: devices, whose lists show them then, and journal. */
  handOver(atms: readonly AtmRow[]): Promise<void>
}

/**
 * What a change sets, checked; null clears a field.
 * @throws DomainError BAD_USER_INPUT naming every faulty field.
 */
const changesOf = ({ institutionKey, ...given }: AtmChange) => {
  const faults: FieldFault[] = []
  const description = readDescription(given, faults)
  const message =
    institutionKey === null
      ? 'must be an institution: an ATM is moved to another one, never to none'
      : institutionKey === undefined
        ? null
        : institutionKeyFault(institutionKey)
  if (message !== null) faults.push({ field: 'institutionKey', message })
  if (faults.length > 0) throw badInputs(faults)
  return { ...description, ...(institutionKey ? { institutionKey } : {}) }
}

const differs = (row: AtmRow, changes: Partial<AtmRow>): boolean =>
  Object.entries(changes).some(
    ([field, value]) => value !== undefined && !isDeepStrictEqual(value, new Map(Object.entries(row)).get(field)),
  )

type Audit = OperationContext['audit']

/** @throws DomainError FORBIDDEN for a caller who does not see every institution, or asked to see one only. */
const checkMoves = ({ unrestricted, role, narrowed }: OperationContext['principal']): void => {
  if (unrestricted) return
  const isAdministrator = role === 'ADMIN' || role === 'BCOS_ADMIN'
  throw new DomainError(
    'FORBIDDEN',
    isAdministrator && narrowed !== undefined
      ? 'Fleet-Institution: an ATM is moved between institutions; leave the header out.'
      : 'institutionKey: only an administrator moves an ATM to another institution',
  )
}

/** How people register and edit ATMs. */
export const createRegistryMutations = (
  { connectedWithinMs }: ResolverEnv,
  env: RegistryEnv,
): Pick<MutationResolvers, 'createAtm' | 'updateAtm'> => {
  /** Edits an ATM under its lock; its open incidents go with it to another institution, and are published there. */
  const edit = async (
    tx: TenantTx,
    id: number,
    changes: ReturnType<typeof changesOf>,
    { audit, userId }: { readonly audit: Audit; readonly userId: string },
  ) => {
    const before = await findAtmLocked(tx, id)
    if (before === null) return null
    if (!differs(before, changes)) return { row: before, moved: 0, changed: false }
    const { institutionKey } = changes
    const isMove = institutionKey !== undefined && institutionKey !== before.institutionKey
    if (isMove && before.mergedIntoId !== null)
      throw new DomainError('CONFLICT', `This entry was merged into ATM ${before.mergedIntoId}; only that one moves.`)
    // Before the ATM, whose first institution takes over the incidents without one: these have to be published.
    const released = isMove ? await releaseFromOutsiders(tx, id, institutionKey) : []
    const moved = isMove ? await moveOpenIncidents(tx, [id], institutionKey) : []
    const now = env.now()
    await insertReleases(tx, released, { institutionKey: institutionKey ?? null, at: now, userId })
    const assigned = isMove ? { assignedAt: now, maintenanceFrom: null, maintenanceUntil: null } : {}
    const row = await updateAtm(tx, id, { ...changes, ...assigned, updatedAt: now })
    const messages = moved.flatMap((one) => incidentMessages(one, 'updated', env.platformName))
    await insertOutbox(tx, 'incident', messages, env)
    await audit(tx, auditedAtmChange('updateAtm', { before, after: row, names: Object.keys(changes) }))
    return { row, moved: moved.length, changed: true }
  }

  return {
    async createAtm(_source, { atm: { agentAtmId, institutionKey, ...given } }, { principal, now, write, audit }) {
      const faults: FieldFault[] = []
      const id = readAgentAtmId(agentAtmId, faults)
      const institution = institutionFor(institutionKey, principal, faults)
      const description = readDescription(given, faults)
      if (institution === null || faults.length > 0) throw badInputs(faults)
      if (!seesInstitution(principal, institution)) {
        throw new DomainError('FORBIDDEN', 'institutionKey: ATMs can be registered for your own institutions only')
      }
      const row = await write(async (tx) => {
        const of = { agentAtmId: id, institutionKey: institution }
        const inserted = await insertAtm(tx, { ...description, ...of, registeredAt: now() })
        if (inserted !== null) await audit(tx, auditedAtmCreation(inserted, { ...of, ...description }))
        return inserted
      })
      if (row === null) throw new DomainError('CONFLICT', 'An ATM with this agentAtmId is known already.')
      await env.handOver([row])
      return atmOf(row, now(), connectedWithinMs)
    },
    async updateAtm(_source, { id, atm }, { principal, now, write, audit }) {
      const changes = changesOf(atm)
      if (changes.institutionKey !== undefined) checkMoves(principal)
      const edited = await write((tx) => edit(tx, id, changes, { audit, userId: principal.userId }))
      if (edited === null) return null
      if (edited.moved > 0) env.wake()
      if (edited.changed) await env.handOver([edited.row])
      return atmOf(edited.row, now(), connectedWithinMs)
    },
  }
}
