import type { Stores } from '../../db/tenancy.ts'
import { addDays, localDateOf } from '../kit/dates.ts'
import type { JobDefinition } from '../kit/jobs.ts'
import { insertMissingGaps, listTimeZones, updateFiledGaps, updateFirstDates } from './gaps.store.ts'

type Env = { readonly stores: Stores; readonly platformTimeZone: string }

/** Opens a gap for each day without a journal, from an ATM's first journal to its yesterday. Daily at 06:00 UTC. */
export const gapDetectionJob = ({ stores, platformTimeZone }: Env): JobDefinition => ({
  name: 'journal.gap-detection',
  cron: '0 6 * * *',
  timeZone: 'UTC',
  run: async ({ now }) => {
    const opened = await stores.asPlatform(async (tx) => {
      await updateFirstDates(tx)
      const zones = await listTimeZones(tx)
      const yesterdays = zones.map((timeZone) => ({
        timeZone,
        day: addDays(localDateOf(now, timeZone ?? platformTimeZone), -1),
      }))
      return yesterdays.length === 0 ? 0 : insertMissingGaps(tx, yesterdays, now)
    })
    // Journals that were read while the gaps were being found saw none to close.
    await stores.asPlatform((tx) => updateFiledGaps(tx, now))
    return `${opened} gaps opened`
  },
})
