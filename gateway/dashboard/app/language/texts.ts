/// <reference path="./catalogs.d.ts" />
import { type Language, LOCALE, language } from './language.ts'

/**
 * The texts of a language by the English ones; those with a context have it before them, and those with a number have
 * a form for each category of `Intl.PluralRules`.
 */
export type Catalog = Readonly<Record<string, string | readonly string[]>>

/** The values of placeholders such as `{name}` in a text. */
export type Values = Readonly<Record<string, string | number>>

/** Between a context and its text, as in the compiled catalogs of gettext. */
export const CONTEXT_END = '\u0004'

const CATALOGS: Readonly<Record<Language, () => Promise<{ readonly catalog: Catalog }>>> = {
  en: () => Promise.resolve({ catalog: {} }),
  fr: () => import('texts:fr'),
  ar: () => import('texts:ar'),
}

/** A page whose texts cannot be fetched is shown in English. */
const { catalog } = await CATALOGS[language]().catch(CATALOGS.en)

const ORDER = ['zero', 'one', 'two', 'few', 'many', 'other']
const rules = new Intl.PluralRules(LOCALE)
const categories = rules.resolvedOptions().pluralCategories.toSorted((a, b) => ORDER.indexOf(a) - ORDER.indexOf(b))
const number = new Intl.NumberFormat(LOCALE)

const PLACE = /\{(\w+)\}/

const fill = (text: string, values: Values): string =>
  text.replace(new RegExp(PLACE, 'g'), (whole, name: string) => String(values[name] ?? whole))

const find = (key: string): string | undefined => {
  const found = Object.hasOwn(catalog, key) ? catalog[key] : undefined
  return typeof found === 'string' ? found : undefined
}

/** A text in the reader's language; the English one where there is no translation. */
export const t = (text: string, values: Values = {}): string => fill(find(text) ?? text, values)

/** A text that the source does not write out, such as the words of an enum's value. */
export const translated = (text: string): string => find(text) ?? text

/** A text whose translation depends on where it is used, such as `Open` as a state and as an action. */
export const tc = (context: string, text: string, values: Values = {}): string =>
  fill(find(context + CONTEXT_END + text) ?? text, values)

/** The ways to type a phrase: in English, and those of the translation, which are separated by `|`. */
export const ways = (context: string, text: string): readonly string[] => [text, ...tc(context, text).split('|')]

/** The English texts of a translation; the text itself where it is in English. */
export const englishOf = (translation: string): readonly string[] =>
  language === 'en'
    ? [translation]
    : Object.entries(catalog).flatMap(([key, own]) =>
        own === translation ? (key.split(CONTEXT_END).at(-1) ?? []) : [],
      )

/** A text with a number, `{n}`, in the form that goes with it: `{n} incident`, `{n} incidents`. */
export const tn = (n: number, one: string, other: string, values: Values = {}): string => {
  const forms = Object.hasOwn(catalog, one) ? catalog[one] : undefined
  const text = typeof forms === 'object' ? forms[categories.indexOf(rules.select(n))] : Math.abs(n) === 1 ? one : other
  return fill(text ?? other, { n: number.format(n), ...values })
}

/** The parts of a text: what is between the places, and the names of the places, in turn. */
export const partsOf = (text: string): readonly string[] => t(text).split(PLACE)
