import { instantIn } from '../../search.ts'

/** How many of the last hours are shown where that is chosen. */
export const SPANS = [8, 12, 24, 168] as const

/** What the address of the report of a shift holds; without any, it is since the reader left. */
export type ShiftSearch = {
  readonly last?: (typeof SPANS)[number]
  /** Instants, such as `2026-11-20T06:00:00.000Z`. */
  readonly from?: string
  readonly to?: string
}

export const readSearch = (search: Record<string, unknown>): ShiftSearch => ({
  last: SPANS.find((span) => span === Number(search.last)),
  from: instantIn(search.from),
  to: instantIn(search.to),
})
