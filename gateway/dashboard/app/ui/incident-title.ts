import { language } from '../language/language.ts'

/** Only loaded where titles are translated: pages in English show them as they are stored. */
const translations = language === 'en' ? null : await import('./translated-titles.ts').catch(() => null)

/** The title of an incident in the reader's language where the rules gave it; what a person wrote stays as it is. */
export const incidentTitle = ({ kind, title }: { readonly kind: string; readonly title: string }): string =>
  translations?.translatedTitle(kind, title) ?? title
