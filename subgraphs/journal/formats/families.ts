import { dated } from './families/dated.ts'
import { agilis } from './families/diebold/agilis.ts'
import { opteva } from './families/diebold/opteva.ts'
import { euronet } from './families/euronet.ts'
import { grg } from './families/grg.ts'
import { hyosung } from './families/hyosung.ts'
import { ncr } from './families/ncr.ts'
import { ndc } from './families/ndc/ndc.ts'
import { recycler } from './families/recycler.ts'
import { wincor } from './families/wincor.ts'
import type { Family } from './sessions/family.ts'

/** Every family that can be read. */
export const FAMILIES: readonly Family[] = [recycler, ncr, wincor, grg, hyosung, ndc, dated, agilis, opteva, euronet]
