import type { TenantTx } from '../../../db/tenancy.ts'
import type { Principal } from '../../kit/auth/principal.ts'
import { checkBetween } from '../../kit/graphql/bounds.rules.ts'
import { findAtm } from '../atms/atms.store.ts'
import { readEverywhere } from '../events/events.resolvers.ts'
import type { ResolverEnv } from '../model/resolver-env.ts'
import type { AtmResolvers, QueryResolvers } from '../schema.gen.ts'
import { listCashTotals } from './cash-totals.store.ts'
import { loadCassettes } from './cassettes.loaders.ts'
import { inventoryOf, majorUnits } from './cassettes.rules.ts'
import { listAtmsAfter, listAtmsWithCassettes, listCassettesOfAtms } from './cassettes.store.ts'

type CassetteQueries = Pick<
  QueryResolvers,
  'atmCassetteInventory' | 'listFleetCassetteInventory' | 'fleetCassetteInventory' | 'fleetCashTotals'
>

/** ATMs of a fleet that are read at once: of one part the answers are made and sent while the next one is read. */
const PART = 250

type Named = { readonly id: number; readonly agentAtmId: string }

/** The inventories of those of the ATMs that reported cassettes. */
const inventoriesOf = async (tx: TenantTx, atms: readonly Named[], now: Date) => {
  if (atms.length === 0) return []
  const ids = atms.map(({ id }) => id)
  const byAtm = Map.groupBy(await listCassettesOfAtms(tx, ids), ({ atmId }) => atmId)
  return atms.flatMap((atm) => {
    const rows = byAtm.get(atm.id)
    return rows === undefined ? [] : [inventoryOf(atm, rows, now)]
  })
}

/**
 * A part of the fleet after `afterAtmId`, and the ATM after which the next one begins; null for none. Two statements,
 * however many ATMs.
 */
const listPart = async (tx: TenantTx, principal: Principal, afterAtmId: number, now: Date) => {
  const found = await listAtmsAfter(tx, principal, afterAtmId, PART + 1)
  const atms = found.slice(0, PART)
  const next = found.length > PART ? (atms.at(-1)?.id ?? null) : null
  return { inventories: await inventoriesOf(tx, atms, now), next }
}

/** Reads of cassette inventories. */
export const createCassetteQueries = ({ stores, scopeAtmReads }: ResolverEnv): CassetteQueries => ({
  async atmCassetteInventory(_source, { atmId }, context) {
    const work = async (tx: TenantTx) => {
      const atm = await findAtm(tx, atmId)
      return atm === null ? null : inventoryOf(atm, await listCassettesOfAtms(tx, [atmId]), context.now())
    }
    // As required, this read filters by ATM only, unless the platform scopes such reads too.
    return scopeAtmReads ? context.read(work) : readEverywhere(stores, context)(work)
  },
  async *listFleetCassetteInventory(_source, _args, { principal, now }) {
    const partAfter = (afterAtmId: number) => {
      const part = stores.inTenant(principal, (tx) => listPart(tx, principal, afterAtmId, now()), { mode: 'read' })
      // A reader that stops before its turn does not handle its failure.
      part.catch(() => {})
      return part
    }
    for (let coming = partAfter(0); ; ) {
      const { inventories, next } = await coming
      if (next !== null) coming = partAfter(next)
      yield* inventories
      if (next === null) return
    }
  },
  fleetCassetteInventory: (_source, { afterAtmId, first }, { principal, read, now }) => {
    const limit = checkBetween('first', first, 1, 1_000)
    return read(async (tx) =>
      inventoriesOf(tx, await listAtmsWithCassettes(tx, principal, afterAtmId ?? 0, limit), now()),
    )
  },
  async fleetCashTotals(_source, _args, { principal, read }) {
    const totals = await read((tx) => listCashTotals(tx, principal))
    return totals.map(({ currency, minor, atms }) => ({ currency, amount: majorUnits(BigInt(minor)), atms }))
  },
})

/** The cassettes of an ATM, one statement for all ATMs that ask. */
export const createCassetteFields = (): Pick<AtmResolvers, 'inventory' | 'cassetteInventory'> => {
  const inventory: AtmResolvers['inventory'] = async (atm, _args, { loader, now }) => {
    const { id, agentAtmId } = atm
    return inventoryOf({ id, agentAtmId }, (await loader(loadCassettes).load(id)) ?? [], now())
  }
  return { inventory, cassetteInventory: inventory }
}
