import type { Edit } from './mutants.ts'
import { bare, child, children, type Node, type Place } from './syntax.ts'

const EFFECTS = new Set([
  'CallExpression',
  'AssignmentExpression',
  'AwaitExpression',
  'UpdateExpression',
  'ChainExpression',
])

const isEffect = (node: Node | null): boolean => {
  const expression = bare(node)
  if (expression === null) return false
  if (expression.type === 'UnaryExpression') return expression.operator === 'void' || expression.operator === 'delete'
  return EFFECTS.has(expression.type)
}

const removed = (node: Node): Edit => ({ mutator: 'statement', start: node.start, end: node.end, replacement: ';' })

/** A function that does nothing. One with a single statement is covered by that statement's own mutant. */
const emptied = (node: Node): Edit[] => {
  const body = child(node, 'body')
  if (body?.type !== 'BlockStatement' || children(body, 'body').length < 2) return []
  return [{ mutator: 'body', start: body.start, end: body.end, replacement: '{}' }]
}

/** Statements and bodies of functions that are left out. */
export const mutateStatements = ({ node }: Place): readonly Edit[] => {
  switch (node.type) {
    case 'ExpressionStatement':
      return isEffect(child(node, 'expression')) ? [removed(node)] : []
    case 'ThrowStatement':
      return [removed(node)]
    case 'ReturnStatement':
      return child(node, 'argument') === null ? [removed(node)] : []
    case 'FunctionDeclaration':
    case 'FunctionExpression':
    case 'ArrowFunctionExpression':
      return emptied(node)
    default:
      return []
  }
}
