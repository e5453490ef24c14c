import { isRecord } from '../../subgraphs/kit/common/records.rules.ts'
import { type Check, createCheck } from '../openapi/schema-check.ts'
import { type Described, describedBy, type Sent } from './requests.ts'

/** An answer of HTTP, read to its end; the text of a stream of events is not read. */
export type Received = { readonly status: number; readonly type: string; readonly text: string }

/** What any address may answer before its operation is known: the target or a header is too large, or unreadable. */
const OF_LISTENER = new Set([400, 414, 415, 431])

const checks = new Map<unknown, Check>()

const checkOf = ({ document }: Described): Check => {
  const check = checks.get(document) ?? createCheck(document)
  checks.set(document, check)
  return check
}

const responseOf = ({ document, operation }: Described, status: number): Readonly<Record<string, unknown>> | null => {
  const found: unknown = Object.entries(operation.responses).find(([key]) => key === String(status))?.[1]
  if (!isRecord(found)) return null
  const name =
    String(found.$ref ?? '')
      .split('/')
      .at(-1) ?? ''
  const shared: unknown = Object.entries(document.components.responses).find(([key]) => key === name)?.[1]
  return isRecord(shared) ? shared : found
}

const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const PROBLEM = { $ref: '#/components/schemas/Problem' }

/** What of an answer its document does not say. */
export const faultsOf = (sent: Sent, { status, type, text }: Received): readonly string[] => {
  const of = describedBy(sent.of)
  const { isAddressed } = sent
  if (status >= 500) return [`a failure: ${status}`]
  const response = responseOf(of, status)
  if (response === null) {
    // What the header narrows to is documented with the token, for all operations.
    const isNarrowed = status === 403 && 'fleet-institution' in sent.headers
    const isElsewhere = isNarrowed || OF_LISTENER.has(status) || (!isAddressed && (status === 404 || status === 405))
    if (!isElsewhere) return [`${status} is not documented`]
    return checkOf(of)(PROBLEM, jsonOf(text)).map((fault) => `problem ${fault}`)
  }
  const content = isRecord(response.content) ? response.content : null
  const [media = ''] = type.split(';')
  if (content === null) return text === '' ? [] : [`${status} has a body`]
  const described = content[media] ?? content['*/*']
  // A request of an address that has another operation is answered as that one documents it.
  if (!isAddressed && status < 300) return []
  if (!isRecord(described)) return [`${status} as ${media} is not documented`]
  if (!media.endsWith('json') || described.schema === undefined) return []
  return checkOf(of)(described.schema, jsonOf(text))
}
