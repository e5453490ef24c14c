import { readFileSync } from 'node:fs'
import { z } from 'zod'

/** Name and version of the platform, as its package says. */
export const platformInfo = z
  .object({ name: z.string(), version: z.string() })
  .parse(JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')))
