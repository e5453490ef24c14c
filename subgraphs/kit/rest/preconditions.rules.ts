import { badInput, DomainError } from '../common/errors.ts'

/** Entity tags in a list: strong ones as they are, weak ones with `W/` before them (RFC 9110, 8.8.3). */
const TAGS = /^(?:\s*(?:W\/)?"[\x21\x23-\x7e\x80-\xff]*"\s*(?:,|$))+$/
const TAG = /(W\/)?"[\x21\x23-\x7e\x80-\xff]*"/g

/**
 * Reads what a write's caller has seen (`If-Match`; RFC 9110, 13.1.1); a weak tag matches nothing, `*` whatever there
 * is. What it gives holds the write to that, and fails with PRECONDITION_FAILED where the present tag is another.
 * @throws DomainError BAD_USER_INPUT for what is no list of tags.
 */
export const readIfMatch = (header: string | null | undefined): ((etag: string) => void) => {
  if (header === null || header === undefined || header.trim() === '*') return () => {}
  if (!TAGS.test(header)) throw badInput('If-Match', 'must be * or entity tags in quotation marks, such as "7"')
  const named = new Set([...header.matchAll(TAG)].map(([tag]) => tag))
  return (etag) => {
    if (named.has(etag)) return
    throw new DomainError(
      'PRECONDITION_FAILED',
      'It was changed since you read it; read it again and send its new tag.',
      {
        headers: { etag },
      },
    )
  }
}
