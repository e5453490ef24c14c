const MAX_CHARACTERS = 2_000
// biome-ignore lint/suspicious/noControlCharactersInRegex: printers' control sequences are what is looked for
const COMMANDS = /\u001b(?:\[[0-9;?]{0,11}[A-Za-z]|[()][ -~])?/g
/** What cannot be seen, or turns the text around it. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are printed as they are
const PLAIN = /^[\u0009\u0020-\u007e]*$/

/**
 * A line of a journal as it is shown: without printers' commands, and with a mark for every sign that cannot be seen.
 */
export const shownText = (line: string): string => {
  const text = line.length > MAX_CHARACTERS ? `${line.slice(0, MAX_CHARACTERS)}\u2026` : line
  if (PLAIN.test(text)) return text
  return text
    .replaceAll('\0', '')
    .replace(COMMANDS, '')
    .replace(/^\ufeff/, '')
    .replace(UNSEEN, (sign) => (sign === '\t' ? sign : '\ufffd'))
}
