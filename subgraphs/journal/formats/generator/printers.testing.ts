import { agilisPrinter } from './agilis.testing.ts'
import { datedPrinter, hitachiPrinter } from './dated.testing.ts'
import { euronetPrinter } from './euronet.testing.ts'
import { grgPrinter } from './grg.testing.ts'
import { hyosungPrinter } from './hyosung.testing.ts'
import { ncrPrinter } from './ncr.testing.ts'
import { ncrRecyclerPrinter } from './ncr-recycler.testing.ts'
import { ndcPrinter } from './ndc.testing.ts'
import { optevaPrinter } from './opteva.testing.ts'
import type { Printer } from './page.testing.ts'
import { recyclerPrinter } from './recycler.testing.ts'
import { wincorPrinter } from './wincor.testing.ts'

/** What prints the journals of every family, in the order of the formats' page. */
export const PRINTERS: readonly Printer[] = [
  recyclerPrinter,
  ncrPrinter,
  ncrRecyclerPrinter,
  wincorPrinter,
  grgPrinter,
  hyosungPrinter,
  ndcPrinter,
  datedPrinter,
  hitachiPrinter,
  agilisPrinter,
  optevaPrinter,
  euronetPrinter,
]
