import { startEmbedded } from '../../../db/embedded.ts'
import { checkMigrated, migrate } from '../../../db/migrate.ts'
import { loadSecrets } from '../../../db/secrets.ts'
import type { Config } from '../config/config.ts'
import { relocated } from '../config/database-urls.ts'
import type { SecretValues } from '../config/secrets.ts'
import type { Lifecycle } from './lifecycle.ts'

/** What every process of the platform needs: a migrated database and the keys. */
export type Infrastructure = {
  readonly database: { readonly app: string; readonly platform: string }
  readonly secrets: SecretValues
  /** Reads the secrets again; null where they stay. */
  readonly rereadSecrets: (() => SecretValues) | null
  /** The secret that this machine may sign tokens with; null where another system signs them. */
  readonly tokenSecret: string | null
}

/** The database of the configuration; the embedded one, which is started, where no URL is given. */
export const openDatabase = async (life: Lifecycle, config: Config, say: (line: string) => void) => {
  if (config.database !== null) return config.database
  const embedded = await life.open({
    name: 'PostgreSQL',
    atLeastMs: 1_500,
    // It runs in a session of its own and would live on.
    essential: true,
    open: () => startEmbedded({ dataDir: config.dataDir, log: say, watch: { onGivenUp: life.fail } }),
    close: (server) => server.stop(),
  })
  return embedded.urls
}

/** The keys of the configuration; outside production those missing are made once and kept in DATA_DIR. */
export const openKeys = ({
  secrets: given,
  rereadSecrets,
  dataDir,
}: Pick<Config, 'secrets' | 'rereadSecrets' | 'dataDir'>): Omit<Infrastructure, 'database'> => {
  const isWhole = given.tokenKeys.length > 0 && given.internal.length > 0
  const kept = isWhole ? null : loadSecrets(dataDir)
  const complete = (values: SecretValues): SecretValues => {
    if (kept === null) return values
    const { tokenKeys, internal } = values
    return {
      ...values,
      tokenKeys: tokenKeys.length > 0 ? tokenKeys : [{ kind: 'secret', secret: kept.jwtSecret }],
      internal: internal.length > 0 ? internal : [kept.internalSecret],
    }
  }
  const secrets = complete(given)
  const [first] = secrets.tokenKeys
  return {
    secrets,
    rereadSecrets: rereadSecrets === null ? null : () => complete(rereadSecrets()),
    tokenSecret: first?.kind === 'secret' ? first.secret : null,
  }
}

/** The database, undefined, and every other that holds the schema of a service. */
const placesOf = (config: Config): ReadonlySet<string | undefined> =>
  new Set([undefined, ...Object.values(config.serviceDatabases)])

/** Checks that the database, and every other that holds the schema of a service, is of this release. */
export const checkMigratedEverywhere = async ({ platform }: { platform: string }, config: Config): Promise<void> => {
  for (const place of placesOf(config)) await checkMigrated(relocated(platform, place))
}

/** Brings the database up to date, and every other that holds the schema of a service; counts what ran. */
export const migrateEverywhere = async (
  { owner, app, platform }: { owner: string; app: string; platform: string },
  config: Config,
  say: (line: string) => void,
): Promise<number> => {
  let count = 0
  for (const place of placesOf(config)) {
    const [ownerUrl, appUrl, platformUrl] = [relocated(owner, place), relocated(app, place), relocated(platform, place)]
    count += await migrate({ ownerUrl, appUrl, platformUrl, log: (name) => say(`Migrating ${name}`) })
  }
  return count
}

/**
 * Opens the database, the embedded one where no URL is given, and brings it up to date. `say` is called with what takes
 * a moment.
 * @throws UserFacingError in one sentence for what an operator can fix.
 */
export const openInfrastructure = async (
  life: Lifecycle,
  config: Config,
  say: (line: string) => void,
): Promise<Infrastructure> => {
  const startedAtMs = performance.now()
  const database = await openDatabase(life, config, say)
  const seconds = () => ((performance.now() - startedAtMs) / 1000).toFixed(1)
  say(`PostgreSQL is ready (${seconds()} s)`)
  if (!config.migrateAtStart) await checkMigratedEverywhere(database, config)
  else if (database.owner !== null) {
    const count = await migrateEverywhere({ ...database, owner: database.owner }, config, say)
    if (count > 0) say(`The database is up to date (${seconds()} s)`)
  }
  return { database: { app: database.app, platform: database.platform }, ...openKeys(config) }
}
