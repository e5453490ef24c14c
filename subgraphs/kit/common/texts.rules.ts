/** Spaces, controls, and what is not visible: zero-width spaces and joiners, fillers, the blank Braille pattern. */
const NOTHING_TO_SEE = /^[\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]*$/u

/** True for a text in which there is nothing to see. */
export const isBlank = (text: string): boolean => NOTHING_TO_SEE.test(text)

/** The beginning of a text, `maxChars` at most; half of a surrogate pair at the cut is dropped with the other half. */
export const cutText = (text: string, maxChars: number): string =>
  text.length > maxChars ? text.slice(0, maxChars).replace(/[\ud800-\udbff]$/, '') : text

/** A text that a caller may give, as it is used: null where it is left out or blank. */
export const textOrNull = (text: string | null | undefined): string | null => text?.trim() || null
