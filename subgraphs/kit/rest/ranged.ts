import { DomainError } from '../common/errors.ts'
import type { RangedAnswer, RestAnswer } from './answer.ts'
import { allowsPart, namesTag, rangeOf } from './ranges.rules.ts'

type Headers = Readonly<Record<string, string | readonly string[] | undefined>>

const textOf = (headers: Headers, name: string): string | undefined => {
  const value = headers[name]
  return typeof value === 'string' ? value : value?.join(', ')
}

async function* nothing(): AsyncGenerator<Uint8Array, void> {}

const notSatisfiable = (sizeBytes: number) =>
  new DomainError('RANGE_NOT_SATISFIABLE', `The range lies behind the end; there are ${sizeBytes} bytes.`, {
    headers: { 'content-range': `bytes */${sizeBytes}` },
  })

/**
 * The answer of bytes that can be read in part: all of them, the one part that `Range` asks for (206), or none where
 * the caller has them already (304).
 * @throws DomainError RANGE_NOT_SATISFIABLE for a part behind the end.
 */
export const answerRanged = (
  status: number,
  { contentType, headers: own, ranged: { sizeBytes, etag, read } }: RangedAnswer,
  headers: Headers,
): RestAnswer => {
  const answer = (code: number, more: Record<string, string>, chunks: AsyncIterable<Uint8Array>): RestAnswer => ({
    kind: 'bytes',
    status: code,
    bytes: { contentType, headers: { ...own, etag, 'accept-ranges': 'bytes', ...more }, chunks },
  })
  if (namesTag(textOf(headers, 'if-none-match'), etag)) return answer(304, {}, nothing())
  const part = allowsPart(textOf(headers, 'if-range'), etag) ? rangeOf(textOf(headers, 'range'), sizeBytes) : null
  if (part === 'unsatisfiable') throw notSatisfiable(sizeBytes)
  if (part === null) return answer(status, { 'content-length': String(sizeBytes) }, read(0, sizeBytes))
  const { from, to } = part
  const more = { 'content-length': String(to - from), 'content-range': `bytes ${from}-${to - 1}/${sizeBytes}` }
  return answer(206, more, read(from, to))
}
