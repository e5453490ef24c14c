import { writeStored } from '../storage.ts'

/** The languages of the dashboard. English is in the source; each other one has catalogs in `texts`. */
export const LANGUAGES = {
  en: { name: 'English', locale: 'en-GB' },
  fr: { name: 'Français', locale: 'fr-FR' },
  // Digits as in the journals of ATMs, which an operator compares with the page.
  ar: { name: 'العربية', locale: 'ar-u-nu-latn' },
} as const

export type Language = keyof typeof LANGUAGES

const KEY = 'fleetops.language'

export const isLanguage = (value: unknown): value is Language =>
  typeof value === 'string' && Object.hasOwn(LANGUAGES, value)

// `before-paint.js` decides on it: the reader's choice, else the first of the browser's languages that there is.
const written: unknown = globalThis.document?.documentElement.lang

/** The language of the page; it stays the same until the page is loaded again. */
export const language: Language = isLanguage(written) ? written : 'en'

/** For `Intl`. */
export const LOCALE: string = LANGUAGES[language].locale

/** Keeps the reader's choice in this browser, and loads the page in that language. */
export const chooseLanguage = (chosen: Language): void => {
  writeStored('localStorage', KEY, chosen)
  location.reload()
}
