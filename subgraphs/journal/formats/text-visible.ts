/** A line without the spaces around it, and with one space where it has several. */
export const withSingleSpaces = (text: string): string => {
  const bare = text.trim()
  return bare.includes('  ') || bare.includes('\t') ? bare.replaceAll(/\s+/g, ' ') : bare
}
