import { child, children, type Node, nameOf, parseFile } from '../../tools/mutation/syntax.ts'

/** A text that a person reads and that is not in the catalogs. */
export type LooseText = { readonly line: number; readonly text: string }

/** Attributes and properties whose strings are shown or read out: those of elements, components, columns, choices. */
const SHOWN = ['title', 'placeholder', 'label', 'hint', 'header', 'caption', 'text', 'note', 'more']
const ATTRIBUTES = new Set([
  ...SHOWN,
  ...['aria-label', 'aria-description', 'aria-roledescription', 'aria-valuetext', 'alt'],
  ...['linkLabel', 'what', 'none', 'one', 'many', 'action', 'versus'],
])
const PROPERTIES = new Set([...SHOWN, 'heading', 'does', 'effect', 'preview', 'group', 'words'])

/** Attributes whose strings are never read by people. */
const CODE = new Set(['className', 'd', 'href', 'rel', 'autoComplete'])

/** Calls that show what they are given. */
const SAYING = new Set(['sayDone', 'sayFailed', 'doUnlessUndone', 'usePageName'])

/** Calls of app/language: the strings that they are given are in the catalogs, unlike those in their values. */
const TRANSLATING = new Set(['t', 'tn', 'tc', 'rich', 'ways'])

/** What these elements hold is typed or pressed as it is. */
const VERBATIM = new Set(['code', 'kbd', 'pre', 'samp', 'script', 'style'])

/** Several words, and a word with a capital letter, are read by people, wherever they are written. */
const SENTENCE = /\p{L}[,.:;…!?]?\s+(?:\p{L}|$)|\p{L}…$|^\p{Lu}\p{Ll}+$/u

/** Letters, but for those of a constant of the graph. */
const hasLetters = (text: string): boolean =>
  /\p{L}/u.test(text.replaceAll(/&\w+;/g, '')) && !/^[A-Z]+(?:_[A-Z]+)+$/.test(text)

const stringOf = (node: Node): string | null =>
  node.type === 'Literal' && typeof node.value === 'string' ? node.value : null

const quasisOf = (node: Node): string =>
  children(node, 'quasis')
    .map(({ value }) => (typeof value === 'object' && value !== null && 'cooked' in value ? String(value.cooked) : ''))
    .join('{}')

/** The nodes whose strings an expression can result in: both sides of a choice, the parts of a sum. */
const resultsOf = (node: Node | null): readonly Node[] => {
  if (node === null) return []
  const of = (...keys: readonly string[]) => keys.flatMap((key) => resultsOf(child(node, key)))
  switch (node.type) {
    case 'Literal':
    case 'TemplateLiteral':
      return [node]
    case 'ConditionalExpression':
      return of('consequent', 'alternate')
    case 'LogicalExpression':
    case 'BinaryExpression':
      return ['&&', '||', '??', '+'].includes(String(node.operator)) ? of('left', 'right') : []
    case 'ParenthesizedExpression':
    case 'JSXExpressionContainer':
    case 'TSAsExpression':
    case 'TSSatisfiesExpression':
      return of('expression')
    default:
      return []
  }
}

const textOf = (node: Node): string => stringOf(node) ?? (node.type === 'TemplateLiteral' ? quasisOf(node) : '')

const tagOf = (node: Node): string | null => {
  const name = child(child(node, 'openingElement') ?? node, 'name')
  return name?.type === 'JSXIdentifier' && typeof name.name === 'string' ? name.name : null
}

const attributeOf = (node: Node): string => String(child(node, 'name')?.name ?? '')

const keyOf = (node: Node): string => {
  const key = child(node, 'key')
  return node.computed === true || key === null ? '' : (nameOf(key) ?? stringOf(key) ?? '')
}

/** What is not shown: types, imports and the causes of errors. */
const isUnseen = (node: Node): boolean =>
  (node.type.startsWith('TS') && !['TSAsExpression', 'TSSatisfiesExpression'].includes(node.type)) ||
  ['ImportDeclaration', 'ImportExpression', 'ExportAllDeclaration', 'ThrowStatement'].includes(node.type)

/** The texts of a source file that people see and that are not given to the functions of app/language. */
export const looseTextsOf = (file: string, source: string): readonly LooseText[] => {
  const found = new Map<number, LooseText>()
  const add = (node: Node, text: string): void => {
    if (hasLetters(text))
      found.set(node.start, { line: source.slice(0, node.start).split('\n').length, text: text.trim().slice(0, 80) })
  }
  const addResults = (node: Node | null): void => {
    for (const result of resultsOf(node)) add(result, textOf(result))
  }
  const visit = (node: Node): void => {
    if (isUnseen(node)) return
    if (node.type === 'CallExpression' && TRANSLATING.has(nameOf(child(node, 'callee')) ?? '')) {
      for (const given of children(node, 'arguments')) if (given.type !== 'Literal') visit(given)
      return
    }
    if (node.type === 'BinaryExpression' && node.operator !== '+') {
      // What is compared is a key, a state or a type.
      for (const side of [child(node, 'left'), child(node, 'right')])
        if (side !== null && side.type !== 'Literal') visit(side)
      return
    }
    if (node.type === 'JSXElement' && VERBATIM.has(tagOf(node) ?? '')) return
    if (node.type === 'JSXText') add(node, String(node.value))
    if (node.type === 'JSXElement' || node.type === 'JSXFragment')
      for (const inside of children(node, 'children')) if (inside.type !== 'JSXText') addResults(inside)
    if (node.type === 'JSXAttribute') {
      if (ATTRIBUTES.has(attributeOf(node))) addResults(child(node, 'value'))
      if (CODE.has(attributeOf(node))) return
    }
    // The default of a parameter, such as the label of a link.
    if (node.type === 'AssignmentPattern' && ATTRIBUTES.has(nameOf(child(node, 'left')) ?? ''))
      addResults(child(node, 'right'))
    if (node.type === 'Property' && keyOf(node) === 'cell') addResults(child(child(node, 'value') ?? node, 'body'))
    if (node.type === 'Property' && PROPERTIES.has(keyOf(node))) addResults(child(node, 'value'))
    if (node.type === 'CallExpression' && SAYING.has(nameOf(child(node, 'callee')) ?? ''))
      for (const given of children(node, 'arguments')) addResults(given)
    if ((node.type === 'Literal' || node.type === 'TemplateLiteral') && SENTENCE.test(textOf(node)))
      add(node, textOf(node))
    for (const value of Object.values(node))
      for (const inside of Array.isArray(value) ? value : [value])
        if (typeof inside === 'object' && inside !== null && 'type' in inside) visit(inside)
  }
  visit(parseFile(file, source))
  return [...found.values()].toSorted((a, b) => a.line - b.line)
}
