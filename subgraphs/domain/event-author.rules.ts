import type { Principal } from '../kit/auth/principal.ts'

/** A person who reports an event, for the audit; what agents report is not audited. */
export type EventAuthor = {
  readonly principal: Pick<Principal, 'userId' | 'role'>
  readonly traceId: string
}

/** The header by which the agent proxy names the author to the incident service. */
export const AUTHOR_HEADER = 'reported-by'

/** The author of what a caller reports; null for an agent. */
export const authorOf = ({ principal, traceId }: EventAuthor): EventAuthor | null =>
  principal.role === 'AGENT' ? null : { principal: { userId: principal.userId, role: principal.role }, traceId }

/** The author as a value of a header: any characters may be in an id. */
export const authorHeader = ({ principal }: EventAuthor): string =>
  encodeURIComponent(JSON.stringify([principal.userId, principal.role]))

const ROLES = ['USER', 'CUSTOMER', 'ADMIN', 'MSP_ADMIN', 'BCOS_ADMIN'] as const

/** The author that a header names; null for none. @throws Error for what the agent proxy does not send. */
export const readAuthor = (header: string | null | undefined, traceId: string): EventAuthor | null => {
  if (header === null || header === undefined) return null
  const parsed: unknown = JSON.parse(decodeURIComponent(header))
  const [userId, named]: unknown[] = Array.isArray(parsed) ? parsed : []
  const role = ROLES.find((one) => one === named)
  if (typeof userId !== 'string' || role === undefined) throw new Error(`${AUTHOR_HEADER} names no author`)
  return { principal: { userId, role }, traceId }
}
