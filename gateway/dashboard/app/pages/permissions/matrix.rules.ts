import type { PermissionMatrixQuery, TaskKind } from '../../gql/graphql.gen.ts'

/** The kinds that customers can be granted: the columns that can be edited. */
export const GRANTABLE = ['REBOOT', 'RESTART_AGENT'] as const satisfies readonly TaskKind[]
/** The kinds that no customer can ever be granted. */
export const NEVER = [
  'CONFIG_UPDATE',
  'INSTALL_MODULE',
  'UPDATE_AGENT',
  'PACKET_CAPTURE',
] as const satisfies readonly TaskKind[]

/** The mark of a set that was never written, as the platform sends it. */
const NEVER_WRITTEN = '"0"'

/** A set as it stood when it was read, and the mark that it is known by. */
export type StoredSet = {
  readonly tag: string
  readonly kinds: readonly TaskKind[]
  readonly by: string | null
  readonly at: string | null
}

/** What an institution's customers may push. */
export type Row = {
  readonly key: string
  /** How many ATMs it has; null while that is not known. */
  readonly atms: number | null
  readonly stored: StoredSet
}

/** The set that an institution is to have, over the one that was seen when its editing began. */
export type Draft = { readonly seen: StoredSet; readonly chosen: readonly TaskKind[] }

/** What is not saved yet, by institution. */
export type Drafts = ReadonlyMap<string, Draft>

/** The rows of the matrix: every institution that the caller sees, and those that have a set without one. */
export const rowsOf = ({ taskPermissionSets, institutions }: PermissionMatrixQuery): readonly Row[] | null => {
  if (taskPermissionSets === null) return null
  const sets = new Map(taskPermissionSets.map((set) => [set.institutionKey, set]))
  const atms = new Map(institutions?.map((one) => [one.key, one.atms]))
  // One that is not among the institutions has no ATM, unless a service did not answer.
  const others = institutions === null ? null : 0
  const keys = [...new Set([...atms.keys(), ...sets.keys()])].sort((a, b) => a.localeCompare(b))
  return keys.map((key) => {
    const set = sets.get(key)
    return {
      key,
      atms: atms.get(key) ?? others,
      stored: {
        tag: set?.tag ?? NEVER_WRITTEN,
        kinds: set?.kinds ?? [],
        by: set?.writtenBy ?? null,
        at: set?.writtenAt ?? null,
      },
    }
  })
}

/** Whether two sets are the same, whatever their order. */
const isSameSet = (a: readonly TaskKind[], b: readonly TaskKind[]): boolean =>
  a.length === b.length && a.every((kind) => b.includes(kind))

/** The kinds that are in one of two sets only. */
export const changedKinds = (before: readonly TaskKind[], after: readonly TaskKind[]): readonly TaskKind[] =>
  GRANTABLE.filter((kind) => before.includes(kind) !== after.includes(kind))

/** Whether somebody else wrote the set after it was seen. */
export const isOvertaken = (row: Row, draft: Draft): boolean => row.stored.tag !== draft.seen.tag

/** The drafts after a box was ticked or unticked. */
export const toggled = (drafts: Drafts, { key, stored }: Row, kind: TaskKind): Drafts => {
  const { seen, chosen } = drafts.get(key) ?? { seen: stored, chosen: stored.kinds }
  const now = chosen.includes(kind) ? chosen.filter((one) => one !== kind) : [...chosen, kind].sort()
  return new Map(drafts).set(key, { seen, chosen: now })
}

/** The drafts but for those of some institutions. */
export const without = (drafts: Drafts, keys: Iterable<string>): Drafts => {
  const left = new Map(drafts)
  for (const key of keys) left.delete(key)
  return left
}

/** Goes on with a draft over the set that is stored now. */
export const rebased = (drafts: Drafts, { key, stored }: Row): Drafts => {
  const draft = drafts.get(key)
  return draft === undefined ? drafts : new Map(drafts).set(key, { ...draft, seen: stored })
}

/**
 * The drafts that still differ from what is stored; the same map where all do. What is being saved
 * stays, whatever is read meanwhile: it may be what was just written.
 */
export const openDrafts = (drafts: Drafts, rows: readonly Row[], saving: ReadonlySet<string>): Drafts => {
  const settled = rows.filter(({ key, stored }) => {
    const draft = drafts.get(key)
    return draft !== undefined && !saving.has(key) && isSameSet(draft.chosen, stored.kinds)
  })
  return settled.length === 0
    ? drafts
    : without(
        drafts,
        settled.map(({ key }) => key),
      )
}

/** Why sets were not saved, but for those that no longer want anything: they were written after all, or given up. */
export const openRefusals = (refusals: ReadonlyMap<string, string>, drafts: Drafts): ReadonlyMap<string, string> =>
  new Map([...refusals].filter(([key]) => drafts.has(key)))

/** What there is to save, what waits for a decision, and whose customers will be left with nothing. */
export type Summary = {
  readonly boxes: number
  readonly institutions: number
  /** The institutions whose sets somebody else changed meanwhile. */
  readonly overtaken: readonly string[]
  readonly ready: readonly { readonly key: string; readonly draft: Draft }[]
  readonly emptied: readonly string[]
}

/** Sums up the drafts over what is stored. */
export const summaryOf = (rows: readonly Row[], drafts: Drafts, saving: ReadonlySet<string>): Summary => {
  const open = rows.flatMap((row) => {
    const draft = drafts.get(row.key)
    return draft === undefined
      ? []
      : [{ key: row.key, row, draft, boxes: changedKinds(row.stored.kinds, draft.chosen) }]
  })
  const overtaken = open.filter(({ key, row, draft }) => !saving.has(key) && isOvertaken(row, draft))
  const ready = open.filter((one) => !overtaken.includes(one))
  return {
    boxes: open.reduce((sum, { boxes }) => sum + boxes.length, 0),
    institutions: open.length,
    overtaken: overtaken.map(({ key }) => key),
    ready,
    emptied: ready
      .filter(({ row, draft }) => draft.chosen.length === 0 && row.stored.kinds.length > 0)
      .map(({ key }) => key),
  }
}
