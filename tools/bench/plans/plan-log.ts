import { open, stat } from 'node:fs/promises'
import { z } from 'zod'
import { withClient } from '../common/client.ts'
import type { BenchDatabase } from '../common/platform.ts'
import { readEntries } from '../explain.ts'

/** A node of a plan, with what it did. Blocks are of 8 kB, read from the cache or the disk, those of its parts too. */
export type PlanNode = {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string | undefined
  readonly 'Index Name'?: string | undefined
  readonly 'Actual Rows'?: number | undefined
  readonly 'Actual Loops'?: number | undefined
  readonly 'Rows Removed by Filter'?: number | undefined
  readonly 'Shared Hit Blocks': number
  readonly 'Shared Read Blocks': number
  readonly Plans: readonly PlanNode[]
}

const nodeSchema: z.ZodType<PlanNode> = z.object({
  'Node Type': z.string(),
  'Relation Name': z.string().optional(),
  'Index Name': z.string().optional(),
  'Actual Rows': z.number().optional(),
  'Actual Loops': z.number().optional(),
  'Rows Removed by Filter': z.number().optional(),
  'Shared Hit Blocks': z.number().default(0),
  'Shared Read Blocks': z.number().default(0),
  get Plans() {
    return z.array(nodeSchema).default([])
  },
})

const entrySchema = z.object({ Plan: nodeSchema })

/** The blocks of a node and its parts. */
export const blocksOf = (node: PlanNode): number => node['Shared Hit Blocks'] + node['Shared Read Blocks']

/** Plans as they were carried out. */
export type PlanLog = {
  /** The plan of `work` that read most; null where it carried nothing out. */
  heaviestOf(work: () => Promise<unknown>): Promise<PlanNode | null>
  /** Puts the settings of the server back. */
  close(): Promise<void>
}

const SETTINGS = {
  session_preload_libraries: `'auto_explain'`,
  'auto_explain.log_min_duration': '-1',
  'auto_explain.log_analyze': 'on',
  'auto_explain.log_buffers': 'on',
  'auto_explain.log_timing': 'off',
  'auto_explain.log_format': 'json',
  'auto_explain.log_parameter_max_length': '0',
}
/** Sessions read changed settings between two statements. */
const RELOAD_MS = 50

const readFrom = async (file: string, start: number): Promise<string> => {
  const { size } = await stat(file)
  const handle = await open(file)
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(size - start), 0, size - start, start)
    return buffer.subarray(0, bytesRead).toString()
  } finally {
    await handle.close()
  }
}

const plansOf = (log: string): readonly PlanNode[] =>
  readEntries(log).map(({ text }) => entrySchema.parse(JSON.parse(text)).Plan)

/** Prepares the server, to which the platform must connect afterwards. */
export const openPlanLog = async ({ urls, logFile }: BenchDatabase): Promise<PlanLog> => {
  const change = (statements: readonly string[]) =>
    withClient(urls.superuser, '', async (client) => {
      await client.query(`load 'auto_explain'`)
      for (const statement of statements) await client.query(`alter system ${statement}`)
      await client.query(`select pg_reload_conf(), pg_sleep(${RELOAD_MS / 1_000})`)
    })
  await change(Object.entries(SETTINGS).map(([name, value]) => `set ${name} = ${value}`))
  return {
    async heaviestOf(work) {
      const { size } = await stat(logFile)
      await change(['set auto_explain.log_min_duration = 0'])
      await work().finally(() => change(['set auto_explain.log_min_duration = -1']))
      const plans = plansOf(await readFrom(logFile, size))
      return plans.toSorted((a, b) => blocksOf(b) - blocksOf(a))[0] ?? null
    },
    close: () => change(Object.keys(SETTINGS).map((name) => `reset ${name}`)),
  }
}
