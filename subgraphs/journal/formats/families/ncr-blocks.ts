/** How many lines a block in braces may have; what is not closed by then is text again. */
const MAX_BLOCK_LINES = 50

/**
 * Leaves out `{{{ … }}}`: records of another program among the lines, with times in UTC. Null for a line of which
 * nothing is left. A block that is never closed ends at a mark.
 */
export const createBlockFilter = (isMark: (text: string) => boolean) => {
  let left = 0
  return (text: string): string | null => {
    if (left > 0) {
      left -= 1
      const end = text.indexOf('}}}')
      if (end < 0 && !isMark(text)) return null
      left = 0
      return end < 0 ? text : text.slice(end + 3).trim() || null
    }
    const begin = text.indexOf('{{{')
    if (begin < 0) return text
    const end = text.indexOf('}}}', begin)
    if (end < 0) left = MAX_BLOCK_LINES
    const rest = end < 0 ? '' : text.slice(end + 3)
    return `${text.slice(0, begin)}${rest}`.trim() || null
  }
}
