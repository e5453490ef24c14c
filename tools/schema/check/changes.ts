/** One difference between two versions of a contract. */
export type ContractChange = {
  /** The file that states the contract. */
  readonly file: string
  /** What changed: a coordinate of the graph (`Query.vendors.type`) or a place on REST (`GET /api/x 200.id`). */
  readonly path: string
  readonly breaking: boolean
  readonly message: string
  /** The date until which what was removed had been announced to stay, where it was deprecated. */
  readonly announcedUntil?: string
  /** The coordinate of the graph whose users meet the change, where it is one of the graph. */
  readonly uses?: string
}

/**
 * Says that something below the compared place is no longer as a client may expect; `announcedUntil`: until when what
 * was removed had been announced to stay, if it was deprecated.
 */
export type Report = (path: string, message: string, announcedUntil?: string | null) => void

/** The differences of one place of a file: a route, a topic. */
export const collectChanges = (file: string, place: string) => {
  const changes = new Map<string, ContractChange>()
  const add = (breaking: boolean): Report => {
    return (at, message, announcedUntil) => {
      const path = [place, at].filter((part) => part !== '').join(' ')
      const announced = announcedUntil ? { announcedUntil } : {}
      const change = { file, path, breaking, message: `${path} ${message}`, ...announced }
      changes.set(change.message, change)
    }
  }
  return {
    /** Adds what breaks clients. */
    breaks: add(true),
    /** Adds what breaks none. */
    safe: add(false),
    /** What was added, each once. */
    list: (): readonly ContractChange[] => [...changes.values()],
  }
}

/** An entry of `schema/CHANGES.md`: a breaking change that was decided on, by its path. */
export type ChangeEntry = { readonly path: string; readonly reason: string }

const ENTRY = /^- `([^`]+)`: *(\S.*)$/

/** The entries of `schema/CHANGES.md`: lines that read "- `path`: reason". */
export const readEntries = (text: string): readonly ChangeEntry[] =>
  text.split('\n').flatMap((line) => {
    const [, path, reason] = ENTRY.exec(line.trimEnd()) ?? []
    return path === undefined || reason === undefined ? [] : [{ path, reason }]
  })

/** What lies below these is too much for one reason. */
const TOO_WIDE = new Set(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'document', 'Query', 'Mutation', 'Subscription'])

const covers = (entry: ChangeEntry, { path }: ContractChange): boolean =>
  path === entry.path ||
  (!TOO_WIDE.has(entry.path) && (path.startsWith(`${entry.path}.`) || path.startsWith(`${entry.path} `)))

/** Changes by what becomes of them. */
export type Classification = {
  readonly refused: readonly ContractChange[]
  readonly accepted: readonly { readonly change: ContractChange; readonly reason: string }[]
  /** Breaks of what nobody uses, by the usage that was recorded and the trusted documents. */
  readonly unused: readonly ContractChange[]
  /** Removals of what was deprecated, after the date until which it was announced to stay. */
  readonly announced: readonly ContractChange[]
  readonly safe: readonly ContractChange[]
  /** Entries that no change needs. */
  readonly unneeded: readonly ChangeEntry[]
}

export type ClassifyOptions = {
  readonly entries: readonly ChangeEntry[]
  /** YYYY-MM-DD. */
  readonly today: string
  /** Whether it is known that nobody meets a break. */
  isUnused(change: ContractChange): boolean
}

/**
 * Sorts changes into those that fail the check, those that an entry names (or something above them), those that were
 * announced for a date before `today`, those that nobody meets, and those that break no client.
 */
export const classify = (
  changes: readonly ContractChange[],
  { entries, today, isUnused }: ClassifyOptions,
): Classification => {
  const refused: ContractChange[] = []
  const unused: ContractChange[] = []
  const announced: ContractChange[] = []
  const accepted: { change: ContractChange; reason: string }[] = []
  const used = new Set<ChangeEntry>()
  for (const change of changes.filter(({ breaking }) => breaking)) {
    const entry = entries.find((one) => covers(one, change))
    if (entry !== undefined) {
      used.add(entry)
      accepted.push({ change, reason: entry.reason })
    } else if (change.announcedUntil !== undefined && change.announcedUntil < today) announced.push(change)
    else if (isUnused(change)) unused.push(change)
    else refused.push(change)
  }
  const safe = changes.filter(({ breaking }) => !breaking)
  return { refused, accepted, announced, unused, safe, unneeded: entries.filter((one) => !used.has(one)) }
}
