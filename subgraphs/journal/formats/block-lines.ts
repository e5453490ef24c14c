import { readableText, visibleText } from './text.ts'
import type { Block } from './text-blocks.ts'
import type { Units } from './text-units.ts'

/** The next place of a character from `at` on, the length of the text for none. */
const placeOf = (text: string, character: string, at: number): number => {
  const found = text.indexOf(character, at)
  return found < 0 ? text.length : found
}

/**
 * Tells `take` each line of a block as it is seen, without the spaces around it. The ends of lines and control sequences are looked
 * for far ahead and remembered, which is much faster than a look at each character.
 */
export const eachLine = ({ text, ascii }: Block, units: Units, take: (line: string) => void): void => {
  const isPlain = ascii && !text.includes('\0')
  let lf = -1
  let cr = -1
  let esc = -1
  let at = 0
  while (at < text.length) {
    if (lf < at) lf = placeOf(text, '\n', at)
    if (cr < at) cr = placeOf(text, '\r', at)
    if (esc < at) esc = placeOf(text, '\u001b', at)
    const end = Math.min(cr, lf)
    const line = text.slice(at, end)
    if (isPlain) take((esc < end ? visibleText(line) : line).trim())
    else take(readableText(visibleText(line), units).trim())
    at = (cr + 1 === lf ? lf : end) + 1
  }
}
