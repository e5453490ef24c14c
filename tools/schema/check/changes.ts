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

/** A breaking change that was decided on, by its path. */
export type Excuse = { readonly path: string; readonly reason: string }

const ENTRY = /^- `([^`]+)`: *(\S.*)$/

/** The entries of `schema/CHANGES.md`: lines that read "- `path`: reason". */
export const readExcuses = (text: string): readonly Excuse[] =>
  text.split('\n').flatMap((line) => {
    const [, path, reason] = ENTRY.exec(line.trimEnd()) ?? []
    return path === undefined || reason === undefined ? [] : [{ path, reason }]
  })

/** What lies below these is too much for one reason. */
const TOO_WIDE = new Set(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'document', 'Query', 'Mutation', 'Subscription'])

const covers = (excuse: Excuse, { path }: ContractChange): boolean =>
  path === excuse.path ||
  (!TOO_WIDE.has(excuse.path) && (path.startsWith(`${excuse.path}.`) || path.startsWith(`${excuse.path} `)))

export type Judgement = {
  readonly refused: readonly ContractChange[]
  readonly excused: readonly { readonly change: ContractChange; readonly reason: string }[]
  /** Breaks of what nobody uses, by the usage that was recorded and the trusted documents. */
  readonly unused: readonly ContractChange[]
  /** Removals of what was deprecated, after the date until which it was announced to stay. */
  readonly announced: readonly ContractChange[]
  readonly safe: readonly ContractChange[]
  /** Excuses that no change needs. */
  readonly idle: readonly Excuse[]
}

export type JudgeOptions = {
  readonly excuses: readonly Excuse[]
  /** YYYY-MM-DD. */
  readonly today: string
  /** Whether it is known that nobody meets a break. */
  isUnused(change: ContractChange): boolean
}

/**
 * Sorts changes into those that fail the check, those that an excuse names (or something above them), those that were
 * announced for a date before `today`, those that nobody meets, and those that break no client.
 */
export const judge = (changes: readonly ContractChange[], { excuses, today, isUnused }: JudgeOptions): Judgement => {
  const refused: ContractChange[] = []
  const unused: ContractChange[] = []
  const announced: ContractChange[] = []
  const excused: { change: ContractChange; reason: string }[] = []
  const used = new Set<Excuse>()
  for (const change of changes.filter(({ breaking }) => breaking)) {
    const excuse = excuses.find((one) => covers(one, change))
    if (excuse !== undefined) {
      used.add(excuse)
      excused.push({ change, reason: excuse.reason })
    } else if (change.announcedUntil !== undefined && change.announcedUntil < today) announced.push(change)
    else if (isUnused(change)) unused.push(change)
    else refused.push(change)
  }
  const safe = changes.filter(({ breaking }) => !breaking)
  return { refused, excused, announced, unused, safe, idle: excuses.filter((one) => !used.has(one)) }
}
