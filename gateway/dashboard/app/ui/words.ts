const ACRONYMS = /\b(?:atm|bcos|cit|json|msp)(?=s?\b)/g

/** `CARD_READER_FAIL` as `Card reader fail`, in English; `words` of format.ts has them in the reader's language. */
export const englishWords = (constant: string): string => {
  const text = constant
    .toLowerCase()
    .replaceAll('_', ' ')
    .replace(ACRONYMS, (acronym) => acronym.toUpperCase())
  return text.charAt(0).toUpperCase() + text.slice(1)
}
