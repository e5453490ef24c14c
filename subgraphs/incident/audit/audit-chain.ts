import { createHash } from 'node:crypto'

/** What the hash of an entry is of, beside the hash before it. `before` and `after` are the texts that are stored. */
export type ChainedContent = {
  readonly id: string
  readonly chain: string
  readonly seq: number
  readonly at: string
  readonly actor: string
  readonly role: string
  readonly action: string
  readonly subjectType: string
  readonly subjectId: string
  readonly before: string | null
  readonly after: string | null
  readonly traceId: string
}

/** The chain of an institution; what belongs to none has one too. */
export const chainOf = (institutionKey: string | null): string => institutionKey ?? ''

/** The hash of an entry, in hexadecimal digits: SHA-256 of the hash before it (null of the first) and its content. */
export const hashOf = (previousHash: string | null, entry: ChainedContent): string => {
  const { id, chain, seq, at, actor, role, action, subjectType, subjectId, before, after, traceId } = entry
  const content = [id, chain, seq, at, actor, role, action, subjectType, subjectId, before, after, traceId]
  return createHash('sha256')
    .update(JSON.stringify([previousHash, ...content]))
    .digest('hex')
}
