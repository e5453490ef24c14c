import { sql } from 'drizzle-orm'
import { StoreUnavailableError } from './errors.ts'
import { createPool, type Pool, type PoolUsage } from './pool.ts'
import { checkLogin } from './roles.ts'
import type { TransactionOptions, Tx } from './transaction.ts'

export type { Tx } from './transaction.ts'

/** What a caller may see: every institution, or those named. */
export type Visibility = { readonly unrestricted: boolean; readonly institutions: readonly string[] }

const tenant = Symbol('tenant')
const platform = Symbol('platform')

/** A transaction whose rows are limited to what its caller may see. Every store function takes one. */
export type TenantTx = Tx & { readonly [tenant]: true }

/** A transaction that sees every row: of jobs, of internal ingest, of unrestricted callers. */
export type PlatformTx = TenantTx & { readonly [platform]: true }

/**
 * `mode: 'read'` refuses writes, and answers without waiting for the end of its transaction. The default is `write`.
 */
export type StoreOptions = {
  readonly mode?: TransactionOptions['mode']
  /**
   * How long a statement of the transaction may take; left out, as long as those of requests, or of the platform's
   * own work.
   */
  readonly statementTimeoutMs?: number
}

/** The only ways to the stores. Nothing but database work may be awaited inside `work`. */
export type Stores = {
  /**
   * Runs `work` in one transaction that sees the caller's institutions only: row-level security under the role `app`,
   * or the role `platform` for an unrestricted caller. Rejects with what `work` threw, with the database's error, or
   * with StoreUnavailableError; then nothing is stored.
   */
  inTenant<T>(visibility: Visibility, work: (tx: TenantTx) => Promise<T>, options?: StoreOptions): Promise<T>
  /** Runs `work` in one transaction of the platform itself, which sees every row. Rejects like `inTenant`. */
  asPlatform<T>(work: (tx: PlatformTx) => Promise<T>, options?: StoreOptions): Promise<T>
  /**
   * Rejects when the database does not answer for one of the two roles, or takes no transactions that write, as a
   * standby. It waits for no other transaction: slow ones are no reason to send a process no more requests.
   */
  check(): Promise<void>
  /** How the connections of each role are used just now; left out by stores that have none of their own. */
  usage?(): readonly (PoolUsage & { readonly role: 'app' | 'platform' })[]
  /** Waits for the running transactions, refuses new ones, and closes every connection. */
  close(): Promise<void>
}

export type StoresOptions = {
  /** Connections per role at most; 10 when left out. */
  readonly max?: number
  /** How the connections call themselves in `pg_stat_activity`. */
  readonly name: string
  /** How long a server may owe an answer while a login is opened, and checked; some seconds when left out. */
  readonly answerTimeoutMs?: number
}

/** A request's statement may take this long; jobs have more. */
export const REQUEST_STATEMENT_TIMEOUT_MS = 30_000
const PLATFORM_STATEMENT_TIMEOUT_MS = 300_000
/** Health is asked for again and again: a ping of a silent server must not hold its connection for as long as a job. */
const PING_TIMEOUT_MS = 2_000
/** What a server that ends a statement in time may need to say so; one that takes longer does not answer any more. */
const ANSWER_AFTER_MS = 10_000

/** For the check of a login: little work, but at a start of the whole platform the server has much to do. */
const LOGIN_ANSWER_MS = 30_000

const SESSION = {
  // Whatever should ever run outside a transaction of ours cannot write: `begin read write` is the only way.
  default_transaction_read_only: 'on',
  lock_timeout: '5000',
  idle_in_transaction_session_timeout: '60000',
  // Grouping the ATMs of a large fleet would otherwise go through temporary files, or through an index at random.
  work_mem: '16MB',
}

/**
 * Opens the stores with one login per role.
 * Throws UserFacingError when a login could bypass row-level security, StoreUnavailableError when it cannot log in, or
 * its server does not answer in time.
 */
export async function openStores(
  urls: { readonly app: string; readonly platform: string },
  options: StoresOptions,
): Promise<Stores> {
  const open = (url: string, statementTimeoutMs: number) =>
    createPool({
      url,
      name: options.name,
      max: options.max ?? 10,
      settings: { ...SESSION, statement_timeout: String(statementTimeoutMs) },
      answerTimeoutMs: statementTimeoutMs + ANSWER_AFTER_MS,
      openTimeoutMs: options.answerTimeoutMs,
    })
  const pools = {
    app: open(urls.app, REQUEST_STATEMENT_TIMEOUT_MS),
    platform: open(urls.platform, PLATFORM_STATEMENT_TIMEOUT_MS),
  }
  const close = async () => {
    await Promise.all([pools.app.close(), pools.platform.close()])
  }
  const reading = { mode: 'read', settings: {}, answerTimeoutMs: options.answerTimeoutMs ?? LOGIN_ANSWER_MS } as const
  const checks = await Promise.allSettled([
    pools.app.transaction(reading, (tx) => checkLogin(tx, 'app')),
    pools.platform.transaction(reading, (tx) => checkLogin(tx, 'platform')),
  ])
  const refusal = checks.find((check) => check.status === 'rejected')
  if (refusal !== undefined) {
    await close()
    throw refusal.reason
  }
  const usage = () => [
    { role: 'app' as const, ...pools.app.usage() },
    { role: 'platform' as const, ...pools.platform.usage() },
  ]
  return { ...openTransactions(pools), check: () => check(pools), usage, close }
}

function openTransactions(pools: { app: Pool; platform: Pool }): Pick<Stores, 'inTenant' | 'asPlatform'> {
  return {
    inTenant: async (visibility, work, { mode = 'write', statementTimeoutMs } = {}) => {
      if (visibility.unrestricted) {
        const limits = within(statementTimeoutMs ?? REQUEST_STATEMENT_TIMEOUT_MS)
        return pools.platform.transaction({ mode, ...limits }, (tx) => work(asPlatformTx(tx)))
      }
      const limits = within(statementTimeoutMs, { 'app.institutions': institutionList(visibility.institutions) })
      return pools.app.transaction({ mode, ...limits }, (tx) => work(asTenantTx(tx)))
    },
    asPlatform: (work, { mode = 'write', statementTimeoutMs } = {}) =>
      pools.platform.transaction({ mode, ...within(statementTimeoutMs) }, (tx) => work(asPlatformTx(tx))),
  }
}

/** Without a time of its own a transaction has that of its session. */
const within = (
  ms: number | undefined,
  settings: TransactionOptions['settings'] = {},
): Omit<TransactionOptions, 'mode'> =>
  ms === undefined
    ? { settings }
    : { settings: { ...settings, statement_timeout: String(ms) }, answerTimeoutMs: ms + ANSWER_AFTER_MS }

const asTenantTx = (tx: Tx): TenantTx => Object.assign(tx, { [tenant]: true } as const)
const asPlatformTx = (tx: Tx): PlatformTx => Object.assign(asTenantTx(tx), { [platform]: true } as const)

/** The policies split the setting at commas, so a key with one would name two institutions. */
function institutionList(institutions: readonly string[]): string {
  const keys = institutions.filter((key) => key !== '')
  if (keys.some((key) => key.includes(','))) throw new Error('An institution key must not contain a comma.')
  return keys.join(',')
}

async function check(pools: { app: Pool; platform: Pool }): Promise<void> {
  const ping = (pool: Pool) =>
    pool.transactionNow({ mode: 'write', ...within(PING_TIMEOUT_MS) }, async (tx) => {
      const [server] = await tx.execute<{ reads: boolean }>(READS)
      if (server?.reads === true) throw new StoreUnavailableError('The database is set to take no writes.')
    })
  await Promise.all([ping(pools.app), ping(pools.platform)])
}

/** What the server would do with a transaction that does not say whether it writes; ours say it. */
const READS = sql`select reset_val = 'on' as reads from pg_settings where name = 'default_transaction_read_only'`
