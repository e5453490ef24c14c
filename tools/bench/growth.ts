import { UserFacingError } from '../../db/errors.ts'
import { growing as reading } from '../../subgraphs/journal/formats/growing.testing.ts'
import { growing as masking } from '../../subgraphs/kit/cards/card-numbers-growing.testing.ts'
import { timeRatio } from '../../tests/support/growth.ts'
import type { BenchSettings } from './common/settings.ts'

/** Twice the size may take as many times as long: linear is 2. */
const MOST = 3
const READING_BYTES = 524_288
const MASKING_CHARS = 65_536

/**
 * How many times as long masking and reading take for twice as much, of texts that are made to hurt. Fails where that
 * is too much.
 */
export const benchGrowth = async ({ print }: Pick<BenchSettings, 'print'>): Promise<void> => {
  const slow: string[] = []
  for (const [what, works, size] of [
    ['masking', masking, MASKING_CHARS],
    ['reading', reading, READING_BYTES],
  ] as const) {
    print(`\n${what}, time for ${2 * size} against ${size} characters`)
    for (const [name, make] of Object.entries(works)) {
      const ratio = await timeRatio(make(size), make(2 * size), MOST)
      print(`  ${ratio.toFixed(1).padStart(5)}  ${name}`)
      if (ratio > MOST) slow.push(`${what} ${name}`)
    }
  }
  if (slow.length > 0) throw new UserFacingError(`These take more than ${MOST} times as long: ${slow.join('; ')}.`)
}
