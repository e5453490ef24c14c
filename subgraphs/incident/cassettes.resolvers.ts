import type { TenantTx } from '../../db/tenancy.ts'
import type { Principal } from '../kit/principal.ts'
import { findAtm } from './atms.store.ts'
import { inventoryOf } from './cassettes.rules.ts'
import { listAtmsWithCassettes, listCassettesOfAtms } from './cassettes.store.ts'
import { between } from './hours.rules.ts'
import type { IncidentParts } from './parts.ts'
import type { QueryResolvers } from './schema.gen.ts'

type CassetteQueries = Pick<
  QueryResolvers,
  'atmCassetteInventory' | 'listFleetCassetteInventory' | 'fleetCassetteInventory'
>

const PART = 500

/** The inventories of the ATMs after `afterAtmId`: two statements, however many. */
const listInventories = async (tx: TenantTx, principal: Principal, afterAtmId: number, limit: number) => {
  const atms = await listAtmsWithCassettes(tx, principal, afterAtmId, limit)
  if (atms.length === 0) return []
  const rows = await listCassettesOfAtms(
    tx,
    atms.map(({ id }) => id),
  )
  const byAtm = Map.groupBy(rows, ({ atmId }) => atmId)
  return atms.map((atm) => inventoryOf(atm, byAtm.get(atm.id) ?? []))
}

/** Reads of cassette inventories. */
export const createCassetteQueries = ({ stores, scopeAtmReads }: IncidentParts): CassetteQueries => ({
  async atmCassetteInventory(_source, { atmId }, { principal }) {
    const work = async (tx: TenantTx) => {
      const atm = await findAtm(tx, atmId)
      return atm === null ? null : inventoryOf(atm, await listCassettesOfAtms(tx, [atmId]))
    }
    // As required, this read filters by ATM only, unless the platform scopes such reads too.
    return scopeAtmReads
      ? stores.inTenant(principal, work, { mode: 'read' })
      : stores.asPlatform(work, { mode: 'read' })
  },
  async *listFleetCassetteInventory(_source, _args, { principal }) {
    for (let afterAtmId = 0; ; ) {
      const after = afterAtmId
      const inventories = await stores.inTenant(principal, (tx) => listInventories(tx, principal, after, PART), {
        mode: 'read',
      })
      yield* inventories
      const last = inventories.at(-1)
      if (last === undefined || inventories.length < PART) return
      afterAtmId = last.atmId
    }
  },
  fleetCassetteInventory: (_source, { afterAtmId, first }, { principal, read }) =>
    read((tx) => listInventories(tx, principal, afterAtmId ?? 0, between('first', first, 1, 1_000))),
})
