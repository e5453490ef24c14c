import { statementsAlone } from '../../db/migrate.ts'
import type { Facts } from './facts.ts'

/** Tables that have a few hundred rows at most in a fleet of any size: reading one through takes no time. */
export const SMALL: ReadonlySet<string> = new Set([
  'analytics.live_epoch',
  'claims.vendor',
  'fleet.live_epoch',
  'incident.event_type',
  'incident.incident_target',
  'incident.institution_atms',
  'incident.live_epoch',
  'incident.webhook',
  'incident.webhook_secret',
  'jobs.job',
  'journal.hot_boundary',
  'journal.live_epoch',
  'journal.profile',
  'topics.made',
])

/**
 * Why others would wait for a migration: it holds a lock that readers or writers of a large table wait for, and the
 * time until it lets go grows with the rows of a large table.
 */
export const blockingFindings = ({ locks, scanned }: Facts): readonly string[] => {
  const work = scanned.filter((table) => !SMALL.has(table))
  if (work.length === 0) return []
  return [...locks]
    .filter(([table]) => !SMALL.has(table))
    .map(([table, mode]) => {
      const others = mode === 'AccessExclusiveLock' ? 'readers and writers' : 'writers'
      return `blocks ${others} of ${table} while it goes through ${work.join(', ')}`
    })
    .sort()
}

/** What the definition of a column says, as `describeSchemas` writes it: nullable, and filled without being named. */
const isRequired = (definition: string): boolean => definition.endsWith(' t  ')

/**
 * What the release that runs beside a migration could fail at: something is gone that it may use, or rows that it
 * writes are refused.
 */
export const breakingFindings = ({ before, after }: Facts): readonly string[] =>
  Object.entries(before).flatMap(([schema, things]) => {
    const now = after[schema] ?? {}
    const isNewTable = (key: string) => {
      const [, name = ''] = key.split(' ')
      const table = name.split('.').slice(0, 2).join('.')
      return !(`table ${table}` in things)
    }
    const gone = Object.keys(things).filter((key) => !(key in now) && isUsed(key, now))
    const added = Object.keys(now).filter((key) => !(key in things))
    const columns = added.filter((key) => key.startsWith('column ') && !isNewTable(key) && isRequired(now[key] ?? ''))
    const strict = added.filter(
      (key) =>
        (key.startsWith('constraint ') && !now[key]?.startsWith('NOT NULL') && !isNewTable(key)) ||
        (key.startsWith('index CREATE UNIQUE') && !isNewTable(`index ${tableOfIndex(key)}`)),
    )
    const changed = Object.keys(things).filter(
      (key) => key in now && now[key] !== things[key] && isChangeFelt(key, things[key] ?? '', now[key] ?? ''),
    )
    return [
      ...gone.map((key) => `removes ${key}`),
      ...columns.map((key) => `adds ${key}, which every insert has to name`),
      ...strict.map((key) => `adds ${key}, which may refuse rows of the release before`),
      ...changed.map((key) => `changes ${key} from "${things[key]}" to "${now[key]}"`),
    ]
  })

const tableOfIndex = (key: string): string =>
  key
    .slice(key.indexOf(' ON ') + 4)
    .split(' ')
    .find((word) => word !== 'ONLY') ?? ''

/** A release uses what it could name: tables, columns, functions; and rights and unique indexes without naming them. */
const isUsed = (key: string, now: Readonly<Record<string, string>>): boolean => {
  const [kind = '', name = ''] = key.split(' ')
  // With its table or column, all that belongs to it is gone.
  const whole = name.split('.').slice(0, 2).join('.')
  if (['column', 'policy', 'trigger'].includes(kind)) return `table ${whole}` in now
  if (kind === 'index') return key.startsWith('index CREATE UNIQUE') && `table ${tableOfIndex(key)}` in now
  if (kind === 'right') return isStillThere(key, now)
  return kind !== 'constraint'
}

/** What a right was for: without it there is nothing to have a right to. */
const isStillThere = (key: string, now: Readonly<Record<string, string>>): boolean => {
  const object = key.slice(key.indexOf(' on ') + 4)
  return Object.keys(now).some((other) => !other.startsWith('right ') && other.split(' ').slice(1).join(' ') === object)
}

/** Another body of a function, other storage parameters, a wider default change nothing for those who use them. */
const isChangeFelt = (key: string, was: string, is: string): boolean => {
  const [kind = ''] = key.split(' ')
  if (kind === 'policy' || kind === 'view') return true
  if (kind === 'table') return was.slice(0, 7) !== is.slice(0, 7)
  if (kind !== 'column') return false
  return typeOf(was) !== typeOf(is) || (isNotNull(is) && !isNotNull(was)) || (isRequired(is) && !isRequired(was))
}

const typeOf = (definition: string): string => {
  const [end = 0] = [definition.indexOf(' t '), definition.indexOf(' f ')].filter((at) => at >= 0).sort((a, b) => a - b)
  return definition.slice(0, end)
}

const isNotNull = (definition: string): boolean => definition.slice(typeOf(definition).length).startsWith(' t ')

const ALONE_ALLOWED = ['create index concurrently if not exists ', 'drop index concurrently if exists ']

/** What is wrong with a migration that runs outside a transaction: only indexes are made there; null for any other. */
export const findingsAlone = (text: string): readonly string[] | null => {
  const statements = statementsAlone(text)
  if (statements === null) return null
  return statements
    .filter((statement) => !ALONE_ALLOWED.some((start) => statement.toLowerCase().startsWith(start)))
    .map((statement) => `runs outside a transaction: ${statement.split('\n')[0]}`)
}

const MADE_UNLESS_THERE =
  /\bcreate\s+(?:unique\s+)?(?:index|table)\s+(?:concurrently\s+)?if\s+not\s+exists\s+([\w.]+)(?:\s+on\s+(?:only\s+)?(\w+)\.)?/gi

/**
 * The tables and indexes that a migration makes unless their name is taken, each with its schema: an index is in that
 * of its table.
 */
export const namesUnlessThere = (text: string): readonly string[] =>
  [...text.matchAll(MADE_UNLESS_THERE)].map(([, name = '', schema]) =>
    (schema === undefined ? name : `${schema}.${name}`).toLowerCase(),
  )
