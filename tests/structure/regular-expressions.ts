import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type ParseResult, parse } from '@babel/parser'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const FOLDERS = ['subgraphs', 'gateway', 'db', 'schema']

/** A regular expression of the sources; `source` is null where it is only known when the program runs. */
export type Expression = {
  /** File and line. */
  readonly place: string
  readonly source: string | null
  readonly flags: string
}

type Tree = { readonly type: string; readonly [key: string]: unknown }
type Strings = ReadonlyMap<string, string>

const isTree = (value: unknown): value is Tree =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/** Calls `visit` with each node below and including this one. */
const walk = (value: unknown, visit: (node: Tree) => void): void => {
  if (Array.isArray(value)) for (const item of value) walk(item, visit)
  if (!isTree(value)) return
  visit(value)
  for (const [key, child] of Object.entries(value)) if (key !== 'loc') walk(child, visit)
}

const nameOf = (node: unknown): string => (isTree(node) && node.type === 'Identifier' ? textOf(node.name) : '')

const listOf = (value: unknown): readonly Tree[] => (Array.isArray(value) ? value.filter(isTree) : [])

/** The text of a template; null where a part of it is not known. */
const templateText = (template: Tree, kind: 'raw' | 'cooked', known: Strings): string | null => {
  const parts = listOf(template.expressions).map((expression) => constantText(expression, known))
  const texts = listOf(template.quasis).map(({ value }) => {
    const both: unknown = value
    return typeof both === 'object' && both !== null && kind in both
      ? textOf(Object.entries(both).find(([k]) => k === kind)?.[1])
      : ''
  })
  if (parts.includes(null)) return null
  return texts.map((text, n) => text + (parts[n] ?? '')).join('')
}

/**
 * The text that an expression of constants stands for: of a regular expression its source; null for what is not
 * known.
 */
const constantText = (node: unknown, known: Strings): string | null => {
  if (!isTree(node)) return null
  if (node.type === 'StringLiteral') return textOf(node.value)
  if (node.type === 'RegExpLiteral') return textOf(node.pattern)
  if (node.type === 'TemplateLiteral') return templateText(node, 'cooked', known)
  if (
    node.type === 'TaggedTemplateExpression' &&
    isTree(node.quasi) &&
    isTree(node.tag) &&
    nameOf(node.tag.object) === 'String'
  )
    return templateText(node.quasi, 'raw', known)
  if (node.type === 'MemberExpression' && nameOf(node.property) === 'source')
    return known.get(nameOf(node.object)) ?? null
  return known.get(nameOf(node)) ?? null
}

/** The constants of a file's top level that are texts or regular expressions. */
const constantsOf = (program: Tree): Strings => {
  const known = new Map<string, string>()
  for (const statement of listOf(program.body)) {
    const declaration = isTree(statement.declaration) ? statement.declaration : statement
    for (const { id, init } of listOf(declaration.declarations)) {
      const text = declaration.kind === 'const' ? constantText(init, known) : null
      if (text !== null) known.set(nameOf(id), text)
    }
  }
  return known
}

const programOf = (file: string, source: string): Tree | null => {
  const tree: ParseResult = parse(source, {
    sourceType: 'module',
    plugins: file.endsWith('x') ? ['typescript', 'jsx'] : ['typescript'],
  })
  const program: unknown = tree.program
  return isTree(program) ? program : null
}

/** The regular expressions of a source text: literals, and those that `RegExp` makes. */
export const expressionsOf = (file: string, source: string): readonly Expression[] => {
  const program = programOf(file, source)
  if (program === null) return []
  const known = constantsOf(program)
  const found: Expression[] = []
  walk(program, (node) => {
    const { start } = node
    const line = typeof start === 'number' ? source.slice(0, start).split('\n').length : 0
    const place = `${file}:${line}`
    if (node.type === 'RegExpLiteral') found.push({ place, source: textOf(node.pattern), flags: textOf(node.flags) })
    if ((node.type === 'NewExpression' || node.type === 'CallExpression') && nameOf(node.callee) === 'RegExp') {
      const [pattern, flags] = listOf(node.arguments)
      const text = constantText(pattern, known)
      const given = flags === undefined ? '' : constantText(flags, known)
      found.push({ place, source: given === null ? null : text, flags: given ?? '' })
    }
  })
  return found
}

/** The regular expressions of all sources but tests. */
export const listExpressions = (): readonly Expression[] => {
  const files = execFileSync('git', ['ls-files', '--', ...FOLDERS], {
    cwd: ROOT,
    encoding: 'utf8',
    maxBuffer: 16_777_216,
  })
  return files
    .split('\n')
    .filter((file) => /\.(?:ts|tsx|mjs)$/.test(file) && !/\.(?:test|testing|gen)\.tsx?$/.test(file))
    .flatMap((file) => expressionsOf(file, readFileSync(`${ROOT}${file}`, 'utf8')))
}
