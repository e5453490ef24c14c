import { sql } from 'drizzle-orm'
import type { Stores } from '../../../db/tenancy.ts'
import { type ChainedContent, hashOf } from './audit-chain.ts'

/** What is wrong with a chain, and at which of its places. */
export type ChainFault = { readonly chain: string; readonly seq: number; readonly fault: string }

/** A chain that was walked to its end. */
export type VerifiedChain = {
  readonly chain: string
  readonly entries: number
  /** How many of them are known by anchors only, as their months were dropped. */
  readonly dropped: number
  /** The hash of its last entry, in hexadecimal digits. */
  readonly hash: string | null
  /** The first fault; null for a chain in order. */
  readonly fault: ChainFault | null
}

const PORTION = 5_000

type Row = ChainedContent & { readonly previousHash: string | null; readonly hash: string }

/** The entries of a chain behind one, in order. */
const listPortion = (stores: Stores, chain: string, after: number): Promise<Row[]> =>
  stores.asPlatform(
    async (tx) => {
      const rows = await tx.execute<Omit<Row, 'seq' | 'at'> & { place: string; ms: string }>(sql`
        select id, chain, seq::text as place, round(extract(epoch from at) * 1000)::text as ms, actor, role, action,
          subject_type as "subjectType", subject_id as "subjectId", before::text as before, after::text as after,
          trace_id as "traceId", encode(previous_hash, 'hex') as "previousHash", encode(hash, 'hex') as hash
        from incident.audit_entry where chain = ${chain} and seq > ${after}::text::bigint
        order by seq limit ${PORTION}`)
      return [...rows].map(({ place, ms, ...row }) => ({
        ...row,
        seq: Number(place),
        at: new Date(Number(ms)).toISOString(),
      }))
    },
    { mode: 'read' },
  )

/** The entries of a chain that were dropped with their month, by both ends. */
type Anchor = {
  readonly firstSeq: number
  readonly seq: number
  readonly previousHash: string | null
  readonly hash: string
}

const listAnchors = (stores: Stores, chain: string): Promise<Anchor[]> =>
  stores.asPlatform(
    async (tx) => {
      const rows = await tx.execute<{ first: string; last: string; previousHash: string | null; hash: string }>(sql`
        select first_seq::text as first, last_seq::text as last, encode(previous_hash, 'hex') as "previousHash",
          encode(last_hash, 'hex') as hash
        from incident.audit_anchor where chain = ${chain} order by first_seq`)
      return [...rows].map(({ first, last, ...hashes }) => ({ ...hashes, firstSeq: Number(first), seq: Number(last) }))
    },
    { mode: 'read' },
  )

const faultOf = (row: Row, last: { readonly seq: number; readonly hash: string | null }): string | null => {
  if (row.seq !== last.seq + 1) return 'entries are missing before this one'
  if (row.previousHash !== last.hash) return 'it does not follow the entry before it'
  return row.hash === hashOf(row.previousHash, row) ? null : 'it was changed'
}

/** `seq` is null where there are entries without a head. */
type Head = { readonly chain: string; readonly seq: number | null; readonly hash: string | null }

const OTHER_THAN_HEAD = 'it is not the one that the head names'

const walk = async (stores: Stores, head: Head): Promise<VerifiedChain> => {
  const { chain } = head
  let last: { seq: number; hash: string | null } = { seq: 0, hash: null }
  let dropped = 0
  const ended = (fault: string | null, seq = last.seq): VerifiedChain => ({
    chain,
    entries: last.seq,
    dropped,
    hash: last.hash,
    fault: fault === null ? null : { chain, seq, fault },
  })
  // What came after the heads were read is walked as well; the head is somewhere before it.
  const isOtherThanHead = ({ seq, hash }: Pick<Row, 'seq' | 'hash'>) => seq === head.seq && hash !== head.hash
  /** Goes on by the anchors that follow the last entry. */
  const passAnchors = (anchors: readonly Anchor[]): VerifiedChain | null => {
    for (const anchor of anchors) {
      if (anchor.firstSeq !== last.seq + 1) continue
      if (anchor.previousHash !== last.hash)
        return ended('what was dropped does not follow the entry before it', anchor.firstSeq)
      if (isOtherThanHead(anchor)) return ended(OTHER_THAN_HEAD, anchor.seq)
      dropped += anchor.seq - last.seq
      last = anchor
    }
    return null
  }
  for (;;) {
    const rows = await listPortion(stores, chain, last.seq)
    // A month may be dropped between two portions. The anchors are read after the rows, so that none is missed.
    const anchors = await listAnchors(stores, chain)
    for (const row of rows) {
      const anchorFault = row.seq === last.seq + 1 ? null : passAnchors(anchors)
      if (anchorFault !== null) return anchorFault
      const fault = faultOf(row, last)
      if (fault !== null) return ended(fault, row.seq)
      if (isOtherThanHead(row)) return ended(OTHER_THAN_HEAD, row.seq)
      last = row
    }
    if (rows.length < PORTION) {
      const anchorFault = passAnchors(anchors)
      if (anchorFault !== null) return anchorFault
      break
    }
  }
  if (head.seq === null) return ended('the chain has no head')
  return last.seq < head.seq ? ended('entries are missing at the end', head.seq) : ended(null)
}

const listHeads = (stores: Stores): Promise<Head[]> =>
  stores.asPlatform(
    async (tx) => {
      const rows = await tx.execute<{ chain: string; seq: string | null; hash: string | null }>(sql`
        select chain, h.seq::text as seq, encode(h.hash, 'hex') as hash
        from incident.audit_head h
        full join (
          with recursive c as (
            select min(chain) as chain from incident.audit_entry
            union all
            select (select min(chain) from incident.audit_entry where chain > c.chain) from c where c.chain is not null
          ) select chain from c where chain is not null
          union select distinct chain from incident.audit_anchor
        ) e using (chain)
        order by chain`)
      return [...rows].map(({ chain, seq, hash }) => ({ chain, seq: seq === null ? null : Number(seq), hash }))
    },
    { mode: 'read' },
  )

/**
 * Walks the chains of the audit, portion by portion and past what was dropped by its anchors, and says of each whether
 * it is as it was written.
 */
export async function* verifyAudit(stores: Stores): AsyncGenerator<VerifiedChain> {
  for (const head of await listHeads(stores)) yield await walk(stores, head)
}
