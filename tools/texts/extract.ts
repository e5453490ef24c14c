import { globSync, readFileSync } from 'node:fs'
import { buildASTSchema, isEnumType, parse } from 'graphql'
import { englishWords } from '../../gateway/dashboard/app/ui/words.ts'
import { child, children, type Node, nameOf, parseFile, placesOf } from '../mutation/syntax.ts'
import { nameTexts } from './names.ts'

const ROOT = new URL('../../', import.meta.url).pathname
const APP = 'gateway/dashboard/app/'
/** Texts of several areas, and of what belongs to no page. */
export const COMMON = 'common'
/** The words of the values of enums and of other names, which the dashboard makes of these. */
const ENUMS = 'enums'

/** A text of the source. */
export type Text = {
  readonly text: string
  readonly other: string | undefined
  readonly context: string | undefined
}

/** The texts of the dashboard by area, each sorted. */
export type Texts = ReadonlyMap<string, readonly Text[]>

/** The functions of app/language, with the places of their arguments. */
const CALLS: Readonly<Record<string, { readonly text: number; readonly other?: number; readonly context?: number }>> = {
  t: { text: 0 },
  rich: { text: 0 },
  tc: { context: 0, text: 1 },
  ways: { context: 0, text: 1 },
  tn: { text: 1, other: 2 },
}

export const keyOf = ({ context, text }: Text): string => `${context ?? ''}\u0004${text}`

const stringOf = (node: Node | undefined): string | null =>
  node?.type === 'Literal' && typeof node.value === 'string' ? node.value : null

const areaOf = (file: string): string => /^pages\/([^/]+)\//.exec(file)?.[1] ?? COMMON

const textsOf = (file: string): readonly Text[] => {
  const source = readFileSync(`${ROOT}${APP}${file}`, 'utf8')
  const found: Text[] = []
  for (const { node } of placesOf(parseFile(file, source))) {
    const call = node.type === 'CallExpression' ? CALLS[nameOf(child(node, 'callee')) ?? ''] : undefined
    if (call === undefined || child(node, 'callee')?.type !== 'Identifier') continue
    const given = children(node, 'arguments')
    const [text, other, context] = [call.text, call.other, call.context].map((at) =>
      at === undefined ? undefined : stringOf(given[at]),
    )
    if (text === null || text === undefined || other === null || context === null) {
      const line = source.slice(0, node.start).split('\n').length
      throw new Error(`${APP}${file}:${line}: a text must be written out, so that it can be found and translated`)
    }
    found.push({ text, other, context })
  }
  return found
}

/** The values of all enums that the graph answers with. */
const enumTexts = (): readonly string[] => {
  const schema = buildASTSchema(parse(readFileSync(`${ROOT}schema/supergraph.graphql`, 'utf8')), {
    assumeValidSDL: true,
  })
  return Object.values(schema.getTypeMap())
    .filter(isEnumType)
    .filter(({ name }) => !name.includes('__'))
    .flatMap((type) => type.getValues())
    .map(({ name }) => englishWords(name))
}

/**
 * Finds all texts of the dashboard's source.
 * @throws Error where a text is not written out, or has two forms of its plural.
 */
export const extractTexts = (): Texts => {
  const files = globSync('**/*.{ts,tsx}', { cwd: `${ROOT}${APP}` })
    .filter((file) => !/\.test\.ts$|\.gen\.ts$|^language\//.test(file))
    .toSorted()
  const areas = new Map<string, string>()
  const known = new Map<string, Text>()
  const add = (text: Text, area: string): void => {
    const key = keyOf(text)
    const before = known.get(key)
    if (before !== undefined && before.other !== text.other)
      throw new Error(`"${text.text}" is used with two plurals: "${before.other}" and "${text.other}"`)
    known.set(key, text)
    areas.set(key, (areas.get(key) ?? area) === area ? area : COMMON)
  }
  for (const file of files) for (const text of textsOf(file)) add(text, areaOf(file))
  for (const text of [...enumTexts(), ...nameTexts()]) {
    const word = { text, other: undefined, context: undefined }
    if (!known.has(keyOf(word))) add(word, ENUMS)
  }
  const texts = Map.groupBy(known.entries(), ([key]) => areas.get(key) ?? COMMON)
  return new Map(
    [...texts].map(([area, entries]) => [
      area,
      entries.toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, text]) => text),
    ]),
  )
}
