import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { looseTextsOf } from './visible-texts.ts'

const app = join(import.meta.dirname, '../../gateway/dashboard/app')

/** Names of the graph, translated where they are shown. */
const GROUPS = [
  ...['Card reader', 'Cash handling', 'Cassettes', 'PIN and security', 'Printer and journal', 'Power and network'],
  ...['Software', 'Operations'],
]

/** Texts that are the same in every language, or that no person reads, with the reason; `{}` is a value. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(GROUPS.map((group) => [group, 'a group of events, as the graph names it'])),
  FleetOps: 'the name of the product',
  'FleetOps ·': 'the name of the product',
  'FleetOps {}': 'the name of the product and its version',
  CSV: 'the name of a format',
  OpenAPI: 'the name of a format',
  acknowledgeIncident: 'the name of a mutation',
  Enter: 'a key',
  Esc: 'a key',
  'J, K': 'keys',
  'ACME-001': 'an id',
  'institutionKey, name, vendor, model, siteName, serialNumber, region, costCentre,': 'the columns of a file',
  'latitude, longitude, timeZone': 'the columns of a file',
  'A, R': 'keys',
  'M, O': 'keys',
  'Shift J, Shift K': 'keys',
  'G {}': 'keys',
  '{} (G {})': 'keys behind what they do',
  '{} (T)': 'a key behind what it does',
  '{}/actuator/health': 'an address',
  '#main [data-row] :is(a, button, summary)': 'a selector',
  '[data-first], form :is(input, select, textarea)': 'a selector',
  'a, button, summary': 'a selector',
  '(prefers-color-scheme: dark)': 'a media query',
}

const found = globSync('**/*.{ts,tsx}', { cwd: app })
  .filter((file) => !/\.test\.ts$|\.gen\.ts$|^language\//.test(file))
  .toSorted()
  .flatMap((file) => looseTextsOf(file, readFileSync(join(app, file), 'utf8')).map((text) => ({ file, ...text })))

const loose = (source: string) => looseTextsOf('page.tsx', source).map(({ text }) => text)

describe('a text that people see', () => {
  it('is in the catalogs: given to t, tn, tc or rich, but for those with a reason', () => {
    expect(
      found
        .filter(({ text }) => !Object.hasOwn(EXCEPTIONS, text))
        .map(({ file, line, text }) => `${file}:${line}: give “${text}” to t, tn, tc or rich (docs/translations.md)`),
    ).toEqual([])
  })

  it('is an exception only while it is there', () => {
    const texts = new Set(found.map(({ text }) => text))
    expect(Object.keys(EXCEPTIONS).filter((text) => !texts.has(text))).toEqual([])
  })

  it.each([
    ['between tags', 'export const A = () => <p>Gone</p>', ['Gone']],
    ['in a choice between tags', "export const A = ({ on }) => <p>{on ? 'On' : t('Off')}</p>", ['On']],
    ['in an attribute', '<button aria-label="Close" title={name + " closed"} />', ['Close', 'closed']],
    ['in a column', "const column = { id: 'state', header: 'State', cell: () => 'none' }", ['State', 'none']],
    ['in a message', "sayDone('Saved')", ['Saved']],
    ['in a default', "const Card = ({ linkLabel = 'All' }) => linkLabel", ['All']],
    ['in a value of another text', "t('{who} left', { who: name ?? 'Somebody' })", ['Somebody']],
    ['of several words, wherever it is', "const words = () => 'by hand only'", ['by hand only']],
    ['of a word with a capital letter', "const LABELS = { audit: 'Audit' }", ['Audit']],
  ])('is found %s', (_where, source, texts) => {
    expect(loose(source)).toEqual(texts)
  })

  it('is no constant, class, key that is compared, verbatim text or cause of an error', () => {
    expect(
      loose(`
        const A = () => <p className="two words" data-tone={on ? 'ok' : 'bad'}>{t('A text')}</p>
        const B = () => <code>npm run job</code>
        const choice = { label: t('Open'), value: 'OPEN', title: 'IN_SERVICE' }
        if (event.key === 'Escape') throw new Error('two words')
      `),
    ).toEqual([])
  })
})
