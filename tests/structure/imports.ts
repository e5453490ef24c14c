import { dirname, join, normalize } from 'node:path'

/**
 * One import: its path from the root that the importing file's path begins at, whether it is of types only, and whether
 * it is loaded later than the importing file (`import('./x')`).
 */
export type Import = { readonly path: string; readonly typeOnly: boolean; readonly later: boolean }

/** `import … from`, `export … from`, `import './x'` and `import('./x')`, of a relative path. */
const IMPORT =
  /^(?:import|export)\s+(?:(?<types>type)\s)?[^'"]*?from\s+['"](?<from>\.[^'"]+)['"]|^import\s+['"](?<bare>\.[^'"]+)['"]|\bimport\s*\(\s*['"](?<later>\.[^'"]+)['"]/gm

/** The relative imports of a file with this text. */
export const importsIn = (file: string, text: string): readonly Import[] =>
  [...text.matchAll(IMPORT)].map(({ groups = {} }) => ({
    path: normalize(join(dirname(file), groups.from ?? groups.bare ?? groups.later ?? '')),
    typeOnly: groups.types !== undefined,
    later: groups.later !== undefined,
  }))

export type Graph = ReadonlyMap<string, ReadonlySet<string>>

/** Which names import which others, where `nameOf` gives the name of a file: itself, its folder or null for none. */
export const graphOf = (
  files: readonly string[],
  importsOf: (file: string) => readonly string[],
  nameOf: (file: string) => string | null,
): Graph => {
  const graph = new Map<string, Set<string>>()
  for (const file of files) {
    const name = nameOf(file)
    if (name === null) continue
    const edges = graph.get(name) ?? new Set()
    for (const imported of importsOf(file)) {
      const other = nameOf(imported)
      if (other !== null && other !== name) edges.add(other)
    }
    graph.set(name, edges)
  }
  return graph
}

/** What a name imports, itself or through others. */
export const reachedFrom = (graph: Graph, start: string): ReadonlySet<string> => {
  const reached = new Set<string>()
  const waiting = [...(graph.get(start) ?? [])]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (reached.has(next)) continue
    reached.add(next)
    waiting.push(...(graph.get(next) ?? []))
  }
  return reached
}

/** What imports itself through others. */
export const inCycles = (graph: Graph): readonly string[] =>
  [...graph.keys()].filter((name) => reachedFrom(graph, name).has(name))
