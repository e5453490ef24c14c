import { addressParts } from '../../db/address.ts'
import { listMigrations } from '../../db/migrate.ts'
import { SERVICE_NAMES, type ServiceName } from '../../subgraphs/kit/calls/calls.ts'
import type { Config } from '../../subgraphs/kit/config/config.ts'
import { relocated } from '../../subgraphs/kit/config/database-urls.ts'

/** A database of the platform, and the schemas whose rows are in it. */
export type SavedDatabase = {
  /** Host and name, for messages. */
  readonly name: string
  readonly schemas: readonly string[]
  readonly urls: { readonly app: string; readonly platform: string; readonly owner: string | null }
}

/** The schema of the job runner, whose tables its library makes. */
export const JOB_RUNNER = 'pgboss'
/** The list of the migrations that have run. */
export const LEDGER = 'migrations'

/** The schemas of the platform: each of its databases has all of them. */
export const platformSchemas = (): readonly string[] => [
  ...new Set([...listMigrations().map(({ service }) => service), JOB_RUNNER, LEDGER]),
]

const isService = (schema: string): schema is ServiceName => SERVICE_NAMES.some((name) => name === schema)

/** The databases of a configuration, the platform's own first. */
export const databasesOf = (
  { serviceDatabases }: Pick<Config, 'serviceDatabases'>,
  urls: SavedDatabase['urls'],
): SavedDatabase[] => {
  const places = new Map<string | undefined, string[]>([[undefined, []]])
  for (const schema of platformSchemas()) {
    const place = isService(schema) ? serviceDatabases[schema] : undefined
    places.set(place, [...(places.get(place) ?? []), schema])
  }
  return [...places].map(([place, held]) => {
    const platform = relocated(urls.platform, place)
    const { hosts, database } = addressParts(platform)
    return {
      name: `${hosts.map(({ host, port }) => `${host}:${port}`).join(',')}/${database}`,
      schemas: held,
      urls: {
        app: relocated(urls.app, place),
        platform,
        owner: urls.owner === null ? null : relocated(urls.owner, place),
      },
    }
  })
}
