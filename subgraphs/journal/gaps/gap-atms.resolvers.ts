import type { Stores } from '../../../db/tenancy.ts'
import { badInput } from '../../kit/common/errors.ts'
import type { MutationResolvers } from '../schema.gen.ts'
import { currentAtms, takeOverAtms } from './gap-atms.ts'
import { listAtmsWithFiles } from './gap-detection.store.ts'

const MAX_ATMS = 5_000
const MAX_ASKED = 500

/** The newest edition of each ATM, of two that are as new the later one. */
const newestOf = <Atm extends { readonly atmId: number; readonly edition: number }>(atms: readonly Atm[]): Atm[] => [
  ...new Map(atms.toSorted((one, other) => one.edition - other.edition).map((atm) => [atm.atmId, atm])).values(),
]

/** Takes over what became of ATMs, as the search for gaps does for all of them. */
export const createAtmUpdates = (
  stores: Pick<Stores, 'asPlatform'>,
  platformTimeZone: string,
): Pick<MutationResolvers, 'updateJournalAtms' | 'atmsWithJournals'> => ({
  async atmsWithJournals(_source, { atmIds }) {
    if (atmIds.length > MAX_ASKED) throw badInput('atmIds', `must have at most ${MAX_ASKED} entries`)
    return stores.asPlatform((tx) => listAtmsWithFiles(tx, atmIds), { mode: 'read' })
  },
  async updateJournalAtms(_source, { atms }) {
    if (atms.length > MAX_ATMS) throw badInput('body', `must have at most ${MAX_ATMS} entries`)
    const current = currentAtms(
      newestOf(atms).map(({ atmId, agentAtmId, edition, ...atm }) => ({
        ...{ atmId, agentAtmId, institutionKey: atm.institutionKey ?? null, timeZone: atm.timeZone ?? null },
        ...{ retiredAt: atm.retiredAt ?? null, reactivatedAt: atm.reactivatedAt ?? null, edition },
        ...{ vendor: atm.vendor ?? null, model: atm.model ?? null, siteName: atm.siteName ?? null },
        ...{ region: atm.region ?? null, costCentre: atm.costCentre ?? null },
        ...{
          criticality: atm.criticality ?? null,
          tags: atm.tags === undefined || atm.tags === null ? null : [...atm.tags],
        },
      })),
      platformTimeZone,
    )
    if (current.length > 0) await stores.asPlatform((tx) => takeOverAtms(tx, current))
    return true
  },
})
