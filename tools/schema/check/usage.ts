import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { DAY_MS } from '../../../subgraphs/kit/common/dates.ts'
import type { NamedOperation } from './affected.ts'

const usageSchema = z.object({
  from: z.iso.date().nullable(),
  to: z.iso.date(),
  complete: z.boolean(),
  unrecordedCalls: z.int().nonnegative(),
  operations: z.array(
    z.object({
      name: z.string(),
      calls: z.int().positive(),
      lastUsedOn: z.iso.date(),
      coordinates: z.array(z.string()),
    }),
  ),
  fields: z.array(z.object({ coordinate: z.string() })),
})

type Usage = z.infer<typeof usageSchema>

/** What clients used of the graph, as `GET /api/graph/usage` answers it. */
export type RecordedUsage = {
  readonly operations: readonly NamedOperation[]
  /** Why it says nothing of what is not in it; null where it does. */
  readonly partial: string | null
}

/** Usage of fewer days may miss clients that come once a month. */
const FULL_DAYS = 31
/** Usage that ended longer ago may miss new clients. */
const FRESH_DAYS = 7

const daysBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / DAY_MS

const partOf = ({ from, to, complete }: Usage, today: string): string | null => {
  if (!complete) return 'it is not complete'
  if (from === null || daysBetween(from, to) < FULL_DAYS) return `it is of fewer than ${FULL_DAYS} days`
  return daysBetween(to, today) > FRESH_DAYS ? `it ended more than ${FRESH_DAYS} days ago` : null
}

const operationsOf = ({ operations, fields, unrecordedCalls }: Usage): readonly NamedOperation[] => {
  const named = operations.map(({ name, calls, lastUsedOn, coordinates }) => ({
    title: `${name === '' ? 'an operation without a name' : name} (${calls} calls, the last on ${lastUsedOn})`,
    coordinates: new Set(coordinates),
  }))
  const ofNamed = new Set(named.flatMap(({ coordinates }) => [...coordinates]))
  const others = fields.map(({ coordinate }) => coordinate).filter((one) => !ofNamed.has(one))
  const title = `operations that are not recorded one by one (${unrecordedCalls} calls)`
  return others.length === 0 ? named : [...named, { title, coordinates: new Set(others) }]
}

/**
 * Reads the usage that was saved in a file; `today` is YYYY-MM-DD.
 * @throws Error naming the file where it does not exist or is no answer of the route.
 */
export const readUsage = (file: string, today: string): RecordedUsage => {
  try {
    const usage = usageSchema.parse(JSON.parse(readFileSync(file, 'utf8')))
    return { operations: operationsOf(usage), partial: partOf(usage, today) }
  } catch (error) {
    const reason = error instanceof z.ZodError ? z.prettifyError(error) : String(error)
    throw new Error(`${file} is not what GET /api/graph/usage answers: ${reason}`)
  }
}
