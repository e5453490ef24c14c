import type { Family } from './family.ts'
import { grg } from './grg.ts'
import { ncr } from './ncr.ts'
import { recycler } from './recycler.ts'
import { wincor } from './wincor.ts'

/** Every family that can be read. */
export const FAMILIES: readonly Family[] = [recycler, ncr, wincor, grg]
