/** Codes that end a line, and the one that begins a control sequence. */
export const LF = 0x0a
export const CR = 0x0d
export const ESC = 0x1b

/** True for the code of a decimal digit of ASCII. */
export const isDigitCode = (code: number): boolean => code >= 0x30 && code <= 0x39

/** True for the code of one letter of ASCII, capital or small; `small` is the code of the small one. */
export const isLetterCode = (code: number, small: number): boolean => (code | 0x20) === small
