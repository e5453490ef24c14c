import type { Edit } from './mutants.ts'
import { bare, child, children, isFunction, type Node, nameOf, type Place } from './syntax.ts'

const OPERATORS: Readonly<Record<string, readonly string[]>> = {
  '<': ['<=', '>='],
  '<=': ['<', '>'],
  '>': ['>=', '<='],
  '>=': ['>', '<'],
  '===': ['!=='],
  '!==': ['==='],
  '+': ['-'],
  '-': ['+'],
  '*': ['/'],
  '/': ['*'],
  '%': ['*'],
  '&': ['|'],
  '|': ['&'],
  '&&': ['||'],
  '||': ['&&'],
  '+=': ['-='],
  '-=': ['+='],
  '*=': ['/='],
  '??=': ['='],
}

/** Texts of this many words are for people: their wording is not a behaviour that a test should hold fast. */
const PROSE = /\S+ \S+ \S+ \S/
const TESTS = new Set(['IfStatement', 'ConditionalExpression', 'WhileStatement'])

const replace = (mutator: string, node: Node, replacement: string): Edit => ({
  mutator,
  start: node.start,
  end: node.end,
  replacement,
})

const isTest = ({ node, above: [parent] }: Place): boolean =>
  parent !== undefined && TESTS.has(parent.type) && parent.test === node

/** An operator is between its operands, where a comment may be too. */
const operatorEdits = (mutator: string, node: Node, source: string, operators: readonly string[]): Edit[] => {
  const [left, right, operator] = [child(node, 'left'), child(node, 'right'), node.operator]
  if (left === null || right === null || typeof operator !== 'string') return []
  const start = source.indexOf(operator, left.end)
  if (start === -1 || start >= right.start) return []
  return operators.map((replacement) => ({ mutator, start, end: start + operator.length, replacement }))
}

const isText = (node: Node | null): boolean =>
  node !== null && (node.type === 'TemplateLiteral' || (node.type === 'Literal' && typeof node.value === 'string'))

const binary = (place: Place, source: string): Edit[] => {
  const { node } = place
  const operator = String(node.operator)
  const all = OPERATORS[operator] ?? []
  if (operator === '+' && (isText(child(node, 'left')) || isText(child(node, 'right')))) return []
  // The opposite of a whole condition is covered by the condition that always, or never, holds.
  if (isTest(place)) return operatorEdits('boundary', node, source, all.length === 2 ? all.slice(0, 1) : [])
  return operatorEdits('operator', node, source, all)
}

const logical = (node: Node, source: string): Edit[] => {
  const [left, right] = [child(node, 'left'), child(node, 'right')]
  if (left === null || right === null) return []
  if (node.operator === '??') {
    return right.type === 'Identifier' && right.name === 'undefined'
      ? []
      : [replace('default', node, source.slice(left.start, left.end))]
  }
  return operatorEdits('logical', node, source, OPERATORS[String(node.operator)] ?? [])
}

/** Keys, sources of imports and texts for people are left alone. */
const isFixedText = (text: string, { node, above: [parent] }: Place): boolean =>
  PROSE.test(text) ||
  parent?.type === 'ExpressionStatement' ||
  (parent?.type === 'Property' && parent.key === node) ||
  parent?.type === 'ImportExpression' ||
  (parent?.type === 'BinaryExpression' && nameOfTypeof(parent))

/** `typeof x === 'number'`: every other text is a constant false, as the condition's own mutants are. */
const nameOfTypeof = (node: Node): boolean => child(node, 'left')?.type === 'UnaryExpression'

const literal = (place: Place): Edit[] => {
  const { node } = place
  if (typeof node.value === 'boolean') return [replace('boolean', node, String(!node.value))]
  if (typeof node.value === 'number') return numbers(node.value).map((value) => replace('number', node, value))
  if (typeof node.value === 'string' && !isFixedText(node.value, place)) {
    return [replace('string', node, node.value === '' ? `'mutated'` : `''`)]
  }
  const { regex } = node
  if (typeof regex === 'object' && regex !== null) return anchors(node)
  return []
}

const numbers = (value: number): string[] => {
  if (value === 0) return ['1']
  return value === 1 ? ['2', '0'] : [String(value + 1), String(value - 1)]
}

/** A pattern without its anchors. */
const anchors = (node: Node): Edit[] => {
  const raw = String(node.raw)
  const end = raw.lastIndexOf('/')
  const edits: Edit[] = []
  if (raw.startsWith('/^')) edits.push(replace('pattern', node, `/${raw.slice(2)}`))
  if (raw[end - 1] === '$' && raw[end - 2] !== '\\') {
    edits.push(replace('pattern', node, raw.slice(0, end - 1) + raw.slice(end)))
  }
  return edits
}

const template = (place: Place, source: string): Edit[] => {
  const { node, above } = place
  if (above[0]?.type === 'TaggedTemplateExpression') return []
  const text = children(node, 'quasis')
    .map((quasi) => source.slice(quasi.start, quasi.end))
    .join('x')
  if (PROSE.test(text.replaceAll(/[`${}]/g, ''))) return []
  return [replace('string', node, text === '``' ? '`mutated`' : '``')]
}

const unary = (place: Place, source: string): Edit[] => {
  const { node } = place
  const argument = child(node, 'argument')
  if (argument === null || isTest(place)) return []
  if (node.operator !== '!' && node.operator !== '-') return []
  if (node.operator === '-' && argument.type === 'Literal' && argument.value === 0) return []
  return [replace('operator', node, source.slice(argument.start, argument.end))]
}

const update = (node: Node, source: string): Edit[] => {
  const text = source.slice(node.start, node.end)
  return [replace('operator', node, text.includes('++') ? text.replace('++', '--') : text.replace('--', '++'))]
}

const member = (node: Node, source: string): Edit[] => {
  const [object, property] = [child(node, 'object'), child(node, 'property')]
  if (node.optional !== true || object === null || property === null) return []
  const start = source.indexOf('?.', object.end)
  return [{ mutator: 'optional', start, end: start + 2, replacement: node.computed === true ? '' : '.' }]
}

/** `a < b ? -1 : 1` orders two things: of its parts only the condition makes a difference that can be seen. */
const isComparison = (node: Node | undefined): boolean =>
  node?.type === 'ConditionalExpression' && isUnit(child(node, 'consequent')) && isUnit(child(node, 'alternate'))

const isUnit = (node: Node | null): boolean =>
  node?.type === 'UnaryExpression' ? isUnit(child(node, 'argument')) : node?.type === 'Literal' && node.value === 1

const conditions = (node: Node): Edit[] => {
  const test = child(node, 'test')
  return test === null ? [] : ['true', 'false'].map((value) => replace('condition', test, value))
}

const array = (place: Place): Edit[] => {
  const elements = children(place.node, 'elements')
  const [parent] = place.above
  if (elements.length === 0 || (parent?.type === 'Property' && parent.key === place.node)) return []
  return [replace('array', place.node, '[]')]
}

/** The result of a function that is one expression. */
const body = (node: Node, above: readonly Node[]): Edit[] => {
  const value = child(node, 'body')
  if (node.expression !== true || value === null || above[0]?.type === 'CallExpression') return []
  const inner = bare(value)
  if (inner === null || isFunction(inner) || inner.type === 'Literal') return []
  return nameOf(inner) === 'undefined' ? [] : [replace('result', value, 'undefined')]
}

/** Changes of operators, conditions and literals. */
export const mutateExpressions = (place: Place, source: string): readonly Edit[] => {
  const { node, above } = place
  if (isComparison(above[0]) || isComparison(above[1])) return []
  switch (node.type) {
    case 'BinaryExpression':
      return binary(place, source)
    case 'AssignmentExpression':
      return operatorEdits('operator', node, source, OPERATORS[String(node.operator)] ?? [])
    case 'LogicalExpression':
      return logical(node, source)
    case 'Literal':
      return literal(place)
    case 'TemplateLiteral':
      return template(place, source)
    case 'UnaryExpression':
      return unary(place, source)
    case 'UpdateExpression':
      return update(node, source)
    case 'MemberExpression':
      return member(node, source)
    case 'IfStatement':
    case 'ConditionalExpression':
      return conditions(node)
    case 'ArrayExpression':
      return array(place)
    case 'ArrowFunctionExpression':
      return body(node, above)
    default:
      return []
  }
}
