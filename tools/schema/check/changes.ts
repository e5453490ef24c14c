/** One difference between two versions of a contract. */
export type ContractChange = {
  /** The file that states the contract. */
  readonly file: string
  /** What changed: a coordinate of the graph (`Query.vendors.type`) or a place on REST (`GET /api/x 200.id`). */
  readonly path: string
  readonly breaking: boolean
  readonly message: string
}

/** A breaking change that was decided on, by its path. */
export type Excuse = { readonly path: string; readonly reason: string }

const ENTRY = /^- `([^`]+)`: *(\S.*)$/

/** The entries of `schema/CHANGES.md`: lines that read "- `path`: reason". */
export const readExcuses = (text: string): readonly Excuse[] =>
  text.split('\n').flatMap((line) => {
    const [, path, reason] = ENTRY.exec(line.trimEnd()) ?? []
    return path === undefined || reason === undefined ? [] : [{ path, reason }]
  })

const covers = (excuse: Excuse, { path }: ContractChange): boolean =>
  path === excuse.path || path.startsWith(`${excuse.path}.`) || path.startsWith(`${excuse.path} `)

export type Judgement = {
  readonly refused: readonly ContractChange[]
  readonly excused: readonly { readonly change: ContractChange; readonly reason: string }[]
  readonly safe: readonly ContractChange[]
}

/**
 * Sorts changes into those that fail the check, those that an excuse names (or something above them), and those that
 * break no client.
 */
export const judge = (changes: readonly ContractChange[], excuses: readonly Excuse[]): Judgement => {
  const refused: ContractChange[] = []
  const excused: { change: ContractChange; reason: string }[] = []
  for (const change of changes.filter(({ breaking }) => breaking)) {
    const excuse = excuses.find((one) => covers(one, change))
    if (excuse === undefined) refused.push(change)
    else excused.push({ change, reason: excuse.reason })
  }
  return { refused, excused, safe: changes.filter(({ breaking }) => !breaking) }
}
