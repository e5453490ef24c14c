import { child, children, isFunction, type Node, parseFile, placesOf } from './syntax.ts'

/**
 * The global set that a measured run adds the points to which it comes past: `file:offset`, or `file:-1` for a
 * module.
 */
export const COVERED = '__fleetopsCovered'

const TURNS = '__fleetopsTurns'

type Insertion = { readonly at: number; readonly text: string }

/**
 * A file that notes which of its functions run. Imports are hoisted, so the module's own mark may precede them.
 */
export const marked = (file: string, source: string): string => {
  const mark = (point: number) => `globalThis.${COVERED}?.add(${JSON.stringify(`${file}:${point}`)})`
  const insertions: Insertion[] = [{ at: 0, text: `${mark(-1)};` }]
  for (const { node } of placesOf(parseFile(file, source))) {
    const body = isFunction(node) ? child(node, 'body') : null
    if (body !== null) insertions.push(...marksOf(node, body, mark(node.start)))
  }
  return inserted(source, insertions)
}

const LOOPS = new Set(['ForStatement', 'ForInStatement', 'ForOfStatement', 'WhileStatement', 'DoWhileStatement'])

/** More turns than all loops of a file take in any test; it takes a second at most. */
const MOST_TURNS = 10_000_000

/**
 * A file whose loops fail when they take too many turns: a mutant may make one endless, which would hold up the
 * process.
 */
export const guarded = (file: string, source: string): string => {
  const turn = `if (++${TURNS} > ${MOST_TURNS}) throw new Error('endless loop');`
  const insertions = [...placesOf(parseFile(file, source))].flatMap(({ node }): Insertion[] => {
    const body = LOOPS.has(node.type) ? child(node, 'body') : null
    if (body === null) return []
    if (body.type === 'BlockStatement') return [{ at: body.start + 1, text: turn }]
    return [
      { at: body.start, text: `{ ${turn} ` },
      { at: body.end, text: ' }' },
    ]
  })
  return insertions.length === 0 ? source : `let ${TURNS} = 0;${inserted(source, insertions)}`
}

const inserted = (source: string, insertions: readonly Insertion[]): string => {
  let text = source
  for (const { at, text: added } of [...insertions].sort((a, b) => b.at - a.at)) {
    text = text.slice(0, at) + added + text.slice(at)
  }
  return text
}

const marksOf = (node: Node, body: Node, mark: string): Insertion[] => {
  if (node.expression === true) {
    return [
      { at: body.start, text: `(${mark}, ` },
      { at: body.end, text: ')' },
    ]
  }
  const at = children(body, 'body')[0]?.start ?? body.start + 1
  return [{ at, text: `${mark};` }]
}
