import type { Family } from './family.ts'
import { ncr } from './ncr.ts'
import { recycler } from './recycler.ts'

/** Every family that can be read. */
export const FAMILIES: readonly Family[] = [recycler, ncr]
