import type { Lifecycle } from '../../../subgraphs/kit/runtime/lifecycle.ts'
import type { BenchSettings } from '../common/settings.ts'
import { benchIngestBesideJournals } from './journals-beside.ts'
import { benchJournalFlow } from './journals-flow.ts'
import { benchGaps } from './journals-gaps.ts'
import { benchJournalMemory } from './journals-memory.ts'
import { benchParsing } from './journals-parse.ts'
import { benchSearch } from './journals-search.ts'

/** One thing that is measured of journals; it prints its own table. */
export type JournalPart = (life: Lifecycle, settings: BenchSettings) => Promise<void>

const PARTS: Readonly<Record<string, JournalPart>> = {
  parse: benchParsing,
  memory: benchJournalMemory,
  flow: benchJournalFlow,
  beside: benchIngestBesideJournals,
  gaps: benchGaps,
  search: benchSearch,
}

/** The names of the parts, in the order in which they run. */
export const JOURNAL_PARTS: readonly string[] = Object.keys(PARTS)

/** Measures journals from upload to search, part by part. */
export const benchJournals: JournalPart = async (life, settings) => {
  for (const [name, measure] of Object.entries(PARTS)) {
    if (!settings.parts.includes(name)) continue
    settings.print(`\n${name}`)
    await measure(life, settings)
  }
}
