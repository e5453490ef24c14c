/** A line with one space where it has several, or a tab. */
export const withSingleSpaces = (line: string): string =>
  line.includes('  ') || line.includes('\t') ? line.replace(/\s\s+|[^\S ]/g, ' ') : line

const MAY_CHANGE = /[a-z\u0080-\uffff]/

/** A text in capitals, as nearly all of a journal is. */
export const upperCase = (text: string): string => (MAY_CHANGE.test(text) ? text.toUpperCase() : text)
