import type { TenantTx } from '../../db/tenancy.ts'
import type { Principal } from '../kit/principal.ts'
import { whole } from './atms.resolvers.ts'
import { findAtm } from './atms.store.ts'
import { inventoryOf, majorUnits } from './cassettes.rules.ts'
import { listAtmsWithCassettes, listCashTotals, listCassettesOfAtms } from './cassettes.store.ts'
import { between } from './hours.rules.ts'
import { loadCassettes } from './loaders.ts'
import type { IncidentParts } from './parts.ts'
import type { AtmResolvers, QueryResolvers } from './schema.gen.ts'

type CassetteQueries = Pick<
  QueryResolvers,
  'atmCassetteInventory' | 'listFleetCassetteInventory' | 'fleetCassetteInventory' | 'fleetCashTotals'
>

const PART = 500

type Part = { readonly afterAtmId: number; readonly limit: number; readonly now: Date }

/** The inventories of the ATMs after `afterAtmId`: two statements, however many. */
const listInventories = async (tx: TenantTx, principal: Principal, { afterAtmId, limit, now }: Part) => {
  const atms = await listAtmsWithCassettes(tx, principal, afterAtmId, limit)
  if (atms.length === 0) return []
  const ids = atms.map(({ id }) => id)
  const byAtm = Map.groupBy(await listCassettesOfAtms(tx, ids, now), ({ atmId }) => atmId)
  return atms.map((atm) => inventoryOf(atm, byAtm.get(atm.id) ?? []))
}

/** Reads of cassette inventories. */
export const createCassetteQueries = ({ stores, scopeAtmReads }: IncidentParts): CassetteQueries => ({
  async atmCassetteInventory(_source, { atmId }, { principal, now }) {
    const work = async (tx: TenantTx) => {
      const atm = await findAtm(tx, atmId)
      return atm === null ? null : inventoryOf(atm, await listCassettesOfAtms(tx, [atmId], now()))
    }
    // As required, this read filters by ATM only, unless the platform scopes such reads too.
    return scopeAtmReads
      ? stores.inTenant(principal, work, { mode: 'read' })
      : stores.asPlatform(work, { mode: 'read' })
  },
  async *listFleetCassetteInventory(_source, _args, { principal, now }) {
    for (let afterAtmId = 0; ; ) {
      const part = { afterAtmId, limit: PART, now: now() }
      const inventories = await stores.inTenant(principal, (tx) => listInventories(tx, principal, part), {
        mode: 'read',
      })
      yield* inventories
      const last = inventories.at(-1)
      if (last === undefined || inventories.length < PART) return
      afterAtmId = last.atmId
    }
  },
  fleetCassetteInventory: (_source, { afterAtmId, first }, { principal, read, now }) => {
    const part = { afterAtmId: afterAtmId ?? 0, limit: between('first', first, 1, 1_000), now: now() }
    return read((tx) => listInventories(tx, principal, part))
  },
  async fleetCashTotals(_source, _args, { principal, read }) {
    const totals = await read((tx) => listCashTotals(tx, principal))
    return totals.map(({ currency, minor, atms }) => ({ currency, amount: majorUnits(BigInt(minor)), atms }))
  },
})

/** The cassettes of an ATM, one statement for all ATMs that ask. */
export const createCassetteFields = (): Pick<AtmResolvers, 'inventory' | 'cassetteInventory'> => {
  const inventory: AtmResolvers['inventory'] = async (atm, _args, { loader }) => {
    const { id, agentAtmId } = whole(atm)
    return inventoryOf({ id, agentAtmId }, (await loader(loadCassettes).load(id)) ?? [])
  }
  return { inventory, cassetteInventory: inventory }
}
