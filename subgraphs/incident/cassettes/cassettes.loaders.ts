import type { LoadMany } from '../../kit/graphql/context.ts'
import { type CassetteRow, listCassettesOfAtms } from './cassettes.store.ts'

/** The cassettes of an ATM. */
export const loadCassettes: LoadMany<number, CassetteRow[]> = async (atmIds, { read }) => {
  const rows = await read((tx) => listCassettesOfAtms(tx, atmIds))
  const byAtm = Map.groupBy(rows, (row) => row.atmId)
  return atmIds.map((id) => byAtm.get(id) ?? [])
}
