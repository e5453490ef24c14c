import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import PO from 'pofile'
import { LANGUAGES } from '../../gateway/dashboard/app/language/language.ts'
import { TEXTS } from '../../gateway/dashboard/build/catalogs.ts'
import { keyOf, type Text, type Texts } from './extract.ts'

/** The languages that are translated to. */
export const TRANSLATED = Object.keys(LANGUAGES).filter((language) => language !== 'en')

const ORDER = ['zero', 'one', 'two', 'few', 'many', 'other']

/** What gettext's tools need to know of a language: which of its forms goes with a number, as `Intl` has them. */
const PLURALS: Readonly<Record<string, string>> = {
  fr: 'nplurals=3; plural=(n == 0 || n == 1) ? 0 : n % 1000000 == 0 ? 1 : 2;',
  ar: 'nplurals=6; plural=n==0 ? 0 : n==1 ? 1 : n==2 ? 2 : n%100>=3 && n%100<=10 ? 3 : n%100>=11 ? 4 : 5;',
}

const categoriesOf = (language: string): readonly string[] =>
  new Intl.PluralRules(language)
    .resolvedOptions()
    .pluralCategories.toSorted((a, b) => ORDER.indexOf(a) - ORDER.indexOf(b))

type Item = InstanceType<typeof PO.Item>

const fileOf = (language: string, area: string): string => `${TEXTS}${language}/${area}.po`

const catalogsOf = (language: string): readonly string[] =>
  existsSync(`${TEXTS}${language}`) ? readdirSync(`${TEXTS}${language}`).filter((name) => name.endsWith('.po')) : []

const textOf = ({ msgid, msgid_plural, msgctxt }: Item): Text => ({
  text: msgid,
  // The library says null for what a catalog does not have.
  other: msgid_plural ?? undefined,
  context: msgctxt ?? undefined,
})

/** The translations that a language has, whichever area they are in: a text keeps its own when it moves. */
const readItems = (language: string): ReadonlyMap<string, Item> =>
  new Map(
    catalogsOf(language)
      .flatMap((name) => PO.parse(readFileSync(`${TEXTS}${language}/${name}`, 'utf8')).items)
      .map((item) => [keyOf(textOf(item)), item]),
  )

const writeCatalog = (language: string, texts: readonly Text[], known: ReadonlyMap<string, Item>): string => {
  const catalog = new PO()
  catalog.headers = {
    Language: language,
    'MIME-Version': '1.0',
    'Content-Type': 'text/plain; charset=UTF-8',
    'Content-Transfer-Encoding': '8bit',
    'Plural-Forms': PLURALS[language] ?? '',
  }
  const forms = categoriesOf(language).length
  catalog.items = texts.map((text) => {
    const item = new PO.Item()
    const before = known.get(keyOf(text))
    item.msgid = text.text
    if (text.context !== undefined) item.msgctxt = text.context
    if (text.other !== undefined) item.msgid_plural = text.other
    item.msgstr =
      before !== undefined && textOf(before).other === text.other
        ? before.msgstr
        : Array.from({ length: text.other === undefined ? 1 : forms }, () => '')
    item.comments = before?.comments ?? []
    return item
  })
  return `${catalog}\n`
}

/** The files of a language as they should be, by their paths. */
const wanted = (language: string, texts: Texts): ReadonlyMap<string, string> => {
  const known = readItems(language)
  return new Map([...texts].map(([area, own]) => [fileOf(language, area), writeCatalog(language, own, known)]))
}

const stale = (language: string, files: ReadonlyMap<string, string>): readonly string[] =>
  catalogsOf(language)
    .map((name) => `${TEXTS}${language}/${name}`)
    .filter((file) => !files.has(file))

/** Writes the catalogs of all languages: new texts without a translation, and without those that are gone. */
export const writeCatalogs = (texts: Texts): void => {
  for (const language of TRANSLATED) {
    const files = wanted(language, texts)
    mkdirSync(`${TEXTS}${language}`, { recursive: true })
    for (const file of stale(language, files)) rmSync(file)
    for (const [file, text] of files) writeFileSync(file, text)
  }
}

const placesOf = (text: string): string =>
  [...text.matchAll(/\{(\w+)\}/g)]
    .map(([place]) => place)
    .toSorted()
    .join()

/** What is wrong with a translation; null where nothing is. */
const faultOf = (item: Item, forms: number): string | null => {
  if (item.msgstr.some((form) => form === '')) return 'has no translation'
  const { other } = textOf(item)
  if (other === undefined)
    return placesOf(item.msgid) === placesOf(item.msgstr[0] ?? '') ? null : 'has other places in its translation'
  if (item.msgstr.length !== forms) return `needs ${forms} forms`
  // "One incident" may leave its number out; no other place may be missing, nor may there be one too many.
  const places = placesOf(other.replaceAll('{n}', ''))
  return item.msgstr.every((form) => placesOf(form.replaceAll('{n}', '')) === places)
    ? null
    : 'has other places in its translation'
}

/** What has to be done to the catalogs, in words; nothing where they are those of the source, and complete. */
export const checkCatalogs = (texts: Texts): readonly string[] =>
  TRANSLATED.flatMap((language) => {
    const files = wanted(language, texts)
    const forms = categoriesOf(language).length
    const old = [...files].filter(([file, text]) => !existsSync(file) || readFileSync(file, 'utf8') !== text)
    const faults = [...readItems(language).values()].flatMap((item) => {
      const fault = faultOf(item, forms)
      return fault === null ? [] : [`${language}: "${item.msgid}" ${fault}`]
    })
    return [
      ...[...old.map(([file]) => file), ...stale(language, files)].map(
        (file) => `${file.slice(TEXTS.length)} is not what the source has: run npm run texts`,
      ),
      ...faults,
    ]
  })
