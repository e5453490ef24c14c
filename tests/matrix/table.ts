/** What is expected of one operation, stream or entity. */
export type Entry = {
  /** The name of a set of roles. */
  readonly who: string
  /** What foreign values give: the positions by their outcomes. */
  readonly foreign: Readonly<Record<string, readonly string[]>>
  /** The ways to it. */
  readonly endpoints: readonly string[]
}

export type Table = {
  /** The sets of roles by their names. */
  readonly sets: ReadonlyMap<string, readonly string[]>
  readonly entries: ReadonlyMap<string, Entry>
}

type Reading = { readonly who: string; readonly foreign: Record<string, string[]>; readonly endpoints: string[] }

const addForeign = (entry: Reading, outcome: string, positions: string) => {
  entry.foreign[outcome] = [...(entry.foreign[outcome] ?? []), ...positions.split(' ')]
}

/**
 * Reads the table of expectations. Lines: `# comment`, `set = ROLE …`, `Query.field: set`, and indented below it
 * `foreign outcome: position …` or ways to the field, such as `graph | GET /path`.
 * @throws Error for any other line, for a second entry of a name, and for a set that is not defined.
 */
export const readTable = (text: string): Table => {
  const sets = new Map<string, readonly string[]>()
  const entries = new Map<string, Reading>()
  let last: Reading | null = null
  for (const line of text.split('\n')) {
    if (line === '' || line.startsWith('#')) continue
    const [, set, roles] = /^([a-z-]+) =((?: [A-Z_]+)*)$/.exec(line) ?? []
    const [, name, who] = /^([A-Z]\S+): ([a-z-]+)$/.exec(line) ?? []
    const [, outcome, positions] = /^ {2}foreign ([^:]+): (\S.*)$/.exec(line) ?? []
    const [, ways] = /^ {2}(?!foreign)(\S.*)$/.exec(line) ?? []
    if (set !== undefined) sets.set(set, roles?.split(' ').filter(Boolean) ?? [])
    else if (name !== undefined && who !== undefined && sets.has(who) && !entries.has(name)) {
      last = { who, foreign: {}, endpoints: [] }
      entries.set(name, last)
    } else if (last !== null && outcome !== undefined && positions !== undefined) addForeign(last, outcome, positions)
    else if (last !== null && ways !== undefined) last.endpoints.push(...ways.split(' | '))
    else throw new Error(`this line of the table cannot be read: ${line}`)
  }
  return { sets, entries }
}

/** The name of a set of roles, or the roles where no set has them all and no other. */
export const nameOfSet = ({ sets }: Pick<Table, 'sets'>, roles: readonly string[]): string => {
  const text = roles.toSorted().join(' ')
  return [...sets].find(([, set]) => set.toSorted().join(' ') === text)?.[0] ?? `no set: ${text}`
}
