import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import PO from 'pofile'
import type { Plugin } from 'vite'

/** Where the catalogs are: a folder for each language, in it a file for each area of the dashboard. */
export const TEXTS = fileURLToPath(new URL('../texts/', import.meta.url))

const SCHEME = 'texts:'
/** As in app/language/texts.ts. */
const CONTEXT_END = '\u0004'

const catalogFiles = (language: string): readonly string[] =>
  readdirSync(`${TEXTS}${language}`)
    .filter((name) => name.endsWith('.po'))
    .toSorted()
    .map((name) => `${TEXTS}${language}/${name}`)

/** The translations of a language by their English texts; texts without one are left out. */
export const readCatalog = (language: string): Readonly<Record<string, string | readonly string[]>> =>
  Object.fromEntries(
    catalogFiles(language)
      .flatMap((file) => PO.parse(readFileSync(file, 'utf8')).items)
      .filter(({ msgstr, obsolete }) => !obsolete && msgstr.length > 0 && msgstr.every((form) => form !== ''))
      .map(({ msgctxt, msgid, msgid_plural, msgstr }) => [
        (msgctxt ?? '') === '' ? msgid : msgctxt + CONTEXT_END + msgid,
        (msgid_plural ?? '') === '' ? (msgstr[0] ?? '') : msgstr,
      ]),
  )

/** Makes each language's catalog a module, `texts:fr`, that is loaded where the page is in that language. */
export const catalogs = (): Plugin => ({
  name: 'catalogs',
  resolveId: (id) => (id.startsWith(SCHEME) ? `\0${id}` : undefined),
  load(id) {
    if (!id.startsWith(`\0${SCHEME}`)) return undefined
    const language = id.slice(SCHEME.length + 1)
    for (const file of catalogFiles(language)) this.addWatchFile(file)
    return `export const catalog = JSON.parse(${JSON.stringify(JSON.stringify(readCatalog(language)))})`
  },
})
