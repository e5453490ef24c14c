import type { PermissionsQuery, TaskKind } from '../../gql/graphql.gen.ts'

/** The kinds that customers can be granted. */
export const GRANTABLE = ['REBOOT', 'RESTART_AGENT'] as const satisfies readonly TaskKind[]
/** The kinds that no customer can ever be granted. */
export const NEVER = [
  'CONFIG_UPDATE',
  'INSTALL_MODULE',
  'UPDATE_AGENT',
  'PACKET_CAPTURE',
] as const satisfies readonly TaskKind[]

/** What an institution's customers may push, and who said so. */
export type Row = {
  readonly key: string
  /** How many ATMs it has; null for one that none is known of. */
  readonly atms: number | null
  readonly kinds: readonly TaskKind[]
  readonly grantedBy: string | null
  readonly grantedAt: string | null
}

/** The rows of the matrix: every institution that the caller sees, and those that have grants without one. */
export const rowsOf = ({ allTaskPermissions, institutions }: PermissionsQuery): readonly Row[] | null => {
  if (allTaskPermissions === null) return null
  const byKey = Map.groupBy(allTaskPermissions, ({ institutionKey }) => institutionKey)
  const atms = new Map(institutions?.map((one) => [one.key, one.atms]))
  const keys = [...new Set([...atms.keys(), ...byKey.keys()])].sort((a, b) => a.localeCompare(b))
  return keys.map((key) => {
    const grants = byKey.get(key) ?? []
    return {
      key,
      atms: atms.get(key) ?? null,
      kinds: grants.map(({ taskKind }) => taskKind),
      grantedBy: grants[0]?.grantedBy ?? null,
      grantedAt: grants[0]?.grantedAt ?? null,
    }
  })
}

/** Whether two sets are the same, whatever their order. */
export const isSameSet = (a: readonly TaskKind[], b: readonly TaskKind[]): boolean =>
  a.length === b.length && a.every((kind) => b.includes(kind))

/** A set in words. */
export const wordsOfSet = (kinds: readonly TaskKind[]): string =>
  kinds.length === 0 ? 'nothing' : [...kinds].sort().join(' and ')
