type Pressed = { readonly key: string; readonly code: string }

/** Characters of ASCII, and the names of keys. */
const ASCII = /^[\x20-\x7e]+$/
const LETTER = /^Key([A-Z])$/

/**
 * The key that a shortcut is named by: what it writes, in the case that it writes. A keyboard of another script, such
 * as Arabic or Cyrillic, writes no Latin letters: there it is what stands at that place of a Latin one, in small.
 */
export const latinKey = ({ key, code }: Pressed): string => {
  if (ASCII.test(key)) return key
  if (code === 'Slash') return key === '\u061f' ? '?' : '/'
  return LETTER.exec(code)?.[1]?.toLowerCase() ?? key
}
