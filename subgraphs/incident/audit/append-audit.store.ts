import { sql } from 'drizzle-orm'
import { sqlArray } from '../../../db/arrays.ts'
import { createSentColumns } from '../../../db/columns.ts'
import { isMissingPartition } from '../../../db/errors.ts'
import type { PlatformTx, Stores } from '../../../db/tenancy.ts'
import { type ChainedContent, hashOf } from './audit-chain.ts'
import { makeAuditMonths } from './audit-months.store.ts'

/** A record of the audit that has no place in its chain yet. */
export type NewAuditEntry = Omit<ChainedContent, 'seq'> & { readonly institutionKey: string | null }

type Chained = NewAuditEntry & { readonly seq: number; readonly previousHash: string | null; readonly hash: string }

const ENTRIES = createSentColumns<Chained>({
  id: ['uuid', ({ id }) => id],
  chain: ['text', ({ chain }) => chain],
  seq: ['bigint', ({ seq }) => seq],
  at: ['timestamptz', ({ at }) => Date.parse(at)],
  actor: ['text', ({ actor }) => actor],
  role: ['text', ({ role }) => role],
  institution_key: ['text', ({ institutionKey }) => institutionKey],
  action: ['text', ({ action }) => action],
  subject_type: ['text', ({ subjectType }) => subjectType],
  subject_id: ['text', ({ subjectId }) => subjectId],
  before: ['json', ({ before }) => before],
  after: ['json', ({ after }) => after],
  trace_id: ['text', ({ traceId }) => traceId],
  previous_hash: ['text', ({ previousHash }) => previousHash],
  hash: ['text', ({ hash }) => hash],
})

type Head = { readonly chain: string; seq: number; hash: string | null }

/** The heads of chains, locked in one order; a chain that begins has one of 0 entries. */
const listHeadsLocked = async (tx: PlatformTx, chains: readonly string[]): Promise<Map<string, Head>> => {
  const named = sqlArray(chains, 'text')
  await tx.execute(sql`
    insert into incident.audit_head (chain, seq) select c, 0 from unnest(${named}) c order by c on conflict do nothing`)
  const rows = await tx.execute<{ chain: string; seq: string; hash: string | null }>(sql`
    select chain, seq::text as seq, encode(hash, 'hex') as hash from incident.audit_head
    where chain = any (${named}) order by chain for update`)
  return new Map([...rows].map(({ chain, seq, hash }) => [chain, { chain, seq: Number(seq), hash }]))
}

/** Which of the records are kept: by time and id, so that each is looked for in the partition of its month. */
const listKnownIds = async (tx: PlatformTx, entries: readonly NewAuditEntry[]): Promise<Set<string>> => {
  const ids = sqlArray(
    entries.map(({ id }) => id),
    'uuid',
  )
  const times = sqlArray(
    entries.map(({ at }) => at),
    'text',
  )
  const rows = await tx.execute<{ id: string }>(sql`
    select k.id from unnest(${ids}, ${times}) as v(id, at)
    cross join lateral (
      select e.id from incident.audit_entry e where e.at = v.at::timestamptz and e.id = v.id offset 0) k`)
  return new Set([...rows].map(({ id }) => id))
}

/**
 * Appends records to their chains, in one transaction. Where the partition of a month is missing, it is made and all is
 * done again.
 */
export const appendAudit = async (stores: Stores, entries: readonly NewAuditEntry[]): Promise<void> => {
  const append = () => stores.asPlatform((tx) => appendAuditEntries(tx, entries))
  try {
    await append()
  } catch (error) {
    if (!isMissingPartition(error)) throw error
    const days = entries.map(({ at }) => at.slice(0, 10))
    await stores.asPlatform((tx) => makeAuditMonths(tx, days))
    await append()
  }
}

/**
 * Appends records to their chains, each once, however often it comes: one writer at a time to a chain.
 * A constant number of statements, however many records there are.
 */
export const appendAuditEntries = async (tx: PlatformTx, entries: readonly NewAuditEntry[]): Promise<void> => {
  const heads = await listHeadsLocked(tx, [...new Set(entries.map(({ chain }) => chain))])
  const known = await listKnownIds(tx, entries)
  const chained: Chained[] = []
  for (const entry of entries) {
    const head = heads.get(entry.chain)
    if (head === undefined) throw new Error('a chain of the audit has no head')
    if (known.has(entry.id)) continue
    known.add(entry.id)
    const seq = head.seq + 1
    const hash = hashOf(head.hash, { ...entry, seq })
    chained.push({ ...entry, seq, previousHash: head.hash, hash })
    Object.assign(head, { seq, hash })
  }
  if (chained.length === 0) return
  const names = ENTRIES.each((name) => (name.endsWith('hash') ? `decode(v.${name}, 'hex')` : `v.${name}`))
  await tx.execute(sql`
    insert into incident.audit_entry (${sql.raw(ENTRIES.names())}) select ${sql.raw(names)}
    from ${ENTRIES.of(chained)}`)
  await tx.execute(sql`
    update incident.audit_head h set seq = v.seq, hash = decode(v.hash, 'hex')
    from jsonb_to_recordset(${JSON.stringify([...heads.values()])}::jsonb) as v(chain text, seq bigint, hash text)
    where h.chain = v.chain`)
}
