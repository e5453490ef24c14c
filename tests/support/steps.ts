import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { z } from 'zod'

const COUNTER = fileURLToPath(new URL('../fixtures/count-steps.ts', import.meta.url))
/** V8 does not count the blocks of functions that it has inlined, and when it does so depends on the load. */
const UNOPTIMIZED = ['--no-opt', '--no-maglev']
const countedSchema = z.record(z.string(), z.tuple([z.number().positive(), z.number().positive()]))

/**
 * What the work of a module comes to: how many times as many steps for twice the size, and how many for each unit of
 * the size.
 */
export type Steps = { readonly growth: number; readonly perUnit: number }

/**
 * How many steps of our own code the work of a module takes, by name. Unlike time, steps are the same on every
 * machine. They are counted in a process of its own; what regular expressions do is judged by
 * tests/structure/regular-expressions.test.ts.
 */
export const countSteps = async (module: URL, size: number): Promise<ReadonlyMap<string, Steps>> => {
  const { stdout } = await promisify(execFile)(process.execPath, [...UNOPTIMIZED, COUNTER, module.href, String(size)])
  const counted = Object.entries(countedSchema.parse(JSON.parse(stdout)))
  return new Map(counted.map(([name, [once, twice]]) => [name, { growth: twice / once, perUnit: once / size }]))
}
