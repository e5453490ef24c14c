import type { Edit } from './mutants.ts'
import { child, children, type Node, nameOf, type Place } from './syntax.ts'

type Rule = { readonly mutator: string; readonly pattern: RegExp; readonly replacement: string }

const rule = (mutator: string, pattern: RegExp, replacement = ''): Rule => ({ mutator, pattern, replacement })

/**
 * Each pattern is looked for in the text between two values of a statement; the replacement takes the place of its
 * group `it`.
 */
const RULES: readonly Rule[] = [
  rule('order', /(?<it>\border by [^()]*?)(?=\s+(?:limit|offset|for|fetch|rows|returning|on conflict)\b|\)|\s*$)/gi),
  rule('order', /(?<it> desc)\b/gi),
  rule('order', /\border by (?:\w+\.)?\w+(?<it>)(?=[\s,)]|$)(?! desc)/gi, ' desc'),
  rule('limit', /\blimit (?<it>)(?=\d|$)/gi, '1000000 + '),
  rule('distinct', /(?<it>\bdistinct )(?!on\b|from\b)/gi),
  rule('lock', /(?<it>\bfor (?:no key )?update(?: of \w+)?(?: skip locked)?)/gi),
  rule('lock', /(?<it> skip locked)/gi),
  rule('union', /\bunion(?<it> all)\b/gi),
  rule('logical', /(?<=\s)(?<it>and)(?=\s)/gi, 'or'),
  rule('logical', /(?<=\s)(?<it>or)(?=\s)/gi, 'and'),
  rule('null', /\bis (?<it>not )null\b/gi),
  rule('null', /\bis (?<it>)null\b/gi, 'not '),
  rule('negation', /(?<it>\bnot )(?=exists\b|in\b|\()/gi),
  rule('function', /\b(?<it>min)\(/gi, 'max'),
  rule('function', /\b(?<it>max)\(/gi, 'min'),
  rule('function', /\b(?<it>sum)\(/gi, 'max'),
  rule('function', /\b(?<it>least)\(/gi, 'greatest'),
  rule('function', /\b(?<it>greatest)\(/gi, 'least'),
  rule('boundary', /(?<= )(?<it>>=)(?= |$)/g, '>'),
  rule('boundary', /(?<= )(?<it><=)(?= |$)/g, '<'),
  rule('boundary', /(?<= )(?<it>>)(?= |$)/g, '>='),
  rule('boundary', /(?<= )(?<it><)(?= |$)/g, '<='),
  rule('comparison', /(?<= )(?<it>=)(?= |$)/g, '<>'),
  rule('comparison', /(?<= )(?<it><>)(?= |$)/g, '='),
  rule('arithmetic', /(?<= )(?<it>\+)(?= |$)/g, '-'),
  rule('arithmetic', /(?<= )(?<it>-)(?= |$)/g, '+'),
  rule('string', /(?<it>'[^']+')/g, `'mutated'`),
  rule('boolean', /\b(?<it>true)\b/gi, 'false'),
  rule('boolean', /\b(?<it>false)\b/gi, 'true'),
]

const isStatement = ({ node, above: [parent] }: Place, source: string): boolean => {
  if (node.type !== 'TemplateLiteral') return false
  if (parent?.type === 'TaggedTemplateExpression') return nameOf(child(parent, 'tag')) === 'sql'
  return /^`\s*(?:select|insert|update|delete|with|create|alter|drop) /i.test(source.slice(node.start, node.start + 40))
}

/** The text between two values and where it begins, without the marks around it. */
const textOf = (quasi: Node, source: string): [string, number] => {
  const text = source.slice(quasi.start, quasi.end)
  const opening = /^[`}]/.test(text) ? 1 : 0
  return [text.slice(opening).replace(/(?:\$\{|`)$/, ''), quasi.start + opening]
}

/**
 * A fragment such as `${a} = ${b}` has its operator between two values: its texts begin and end in the middle of a
 * line.
 */
const editsOf = (quasi: Node, source: string): Edit[] => {
  const [text, start] = textOf(quasi, source)
  return RULES.flatMap(({ mutator, pattern, replacement }) =>
    [...text.matchAll(pattern)].flatMap((match) => {
      const it = match.groups?.it ?? ''
      const at = match.index + match[0].indexOf(it, it === '' ? match[0].length : 0)
      if (/\bbetween\b[^;]*$/i.test(text.slice(0, at)) && it === 'and') return []
      return [{ mutator: `sql ${mutator}`, start: start + at, end: start + at + it.length, replacement }]
    }),
  )
}

/** Changes of SQL: what is ordered, limited, compared, counted and locked. */
export const mutateSql = (place: Place, source: string): readonly Edit[] =>
  isStatement(place, source) ? children(place.node, 'quasis').flatMap((quasi) => editsOf(quasi, source)) : []
