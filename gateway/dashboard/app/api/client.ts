import { replaceEqualDeep, type UseQueryResult, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { TypedDocumentString } from '../gql/graphql.gen.ts'
import { t } from '../language/texts.ts'
import { useInstitution } from '../scope.ts'
import { type Answer, isSilence, withLastKnown } from './kept.rules.ts'
import { live, type Topic, usePaused } from './live.ts'
import { type Fault, faultOf, problemFault, RequestError } from './problem.ts'
import { callerOf, currentSession, reportExpired, useAuth } from './session.ts'

export type { Answer } from './kept.rules.ts'

/** A document that the platform knows; what travels is its hash. */
export type Document<T, V> = TypedDocumentString<T, V>

const TIMEOUT_MS = 30_000
/** What a service did not bring is asked for again as often as this, also where nothing else changes. */
const SILENCE_MS = 10_000

/** The headers of every request to the platform, as the caller and for the institution chosen. */
export const headersFor = (token: string, institution: string | undefined): Record<string, string> => ({
  authorization: `Bearer ${token}`,
  ...(institution === undefined ? {} : { 'fleet-institution': encodeURIComponent(institution) }),
})

type Posted = { readonly status: number; readonly text: string }

/** Sends a request and reads the whole of its answer; one that is cut off counts as no answer. */
const post = async (
  body: unknown,
  headers: Record<string, string>,
  { signal, keepalive }: Pick<RequestInit, 'signal' | 'keepalive'>,
): Promise<Posted> => {
  try {
    const response = await fetch('/graphql', {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify(body),
      signal,
      keepalive,
    })
    return { status: response.status, text: await response.text() }
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error
    live.lost()
    throw new RequestError(0, [
      { service: null, path: '', code: 'UNAVAILABLE', message: t('The platform cannot be reached.'), fields: [] },
    ])
  }
}

const readBody = (text: string): { data?: unknown; errors?: unknown } => {
  try {
    return JSON.parse(text)
  } catch {
    return {}
  }
}

/**
 * Sends an operation and gives what came back, faults of its parts included.
 * @throws RequestError where nothing came back.
 */
export const execute = async <T, V>(
  document: Document<T, V>,
  variables: V,
  options: {
    readonly institution?: string | undefined
    readonly signal?: AbortSignal
    /** True where the page is being left: the request goes on without it. */
    readonly keepalive?: boolean
  } = {},
): Promise<Answer<T>> => {
  const session = currentSession()
  if (session === null) throw new RequestError(401, [{ ...SIGNED_OUT }])
  const limit = AbortSignal.timeout(TIMEOUT_MS)
  const signal = options.signal === undefined ? limit : AbortSignal.any([options.signal, limit])
  const hash = document.__meta__?.hash
  const headers = headersFor(session.token, options.institution)
  const { status, text } = await post({ documentId: hash, variables }, headers, {
    signal,
    keepalive: options.keepalive === true,
  })
  const body = readBody(text)
  if (status === 401) reportExpired(session.token)
  if (status < 500) live.reached()
  const faults = Array.isArray(body.errors) ? body.errors.map(faultOf) : status < 300 ? [] : [problemFault(body)]
  if (body.data === null || body.data === undefined) throw new RequestError(status, faults)
  live.heard()
  return { data: body.data as T, faults, at: Date.now() }
}

const SIGNED_OUT: Fault = {
  service: null,
  path: '',
  code: 'UNAUTHENTICATED',
  message: t('You are not signed in.'),
  fields: [],
}

export type DocumentOptions = {
  /** How often it is asked again when nothing else says that it changed; 0 for never. */
  readonly everyMs?: number
  /** The topics of the live stream on which it is asked again at once. */
  readonly topics?: readonly Topic[]
  readonly enabled?: boolean
  /**
   * Whether parts that a silent service does not bring stay as they were last; `Loaded` says so of the parts that it
   * names.
   */
  readonly keep?: boolean
}

export type DocumentResult<T> = UseQueryResult<Answer<T>, unknown>

/** How long until a document is asked for again when nothing says that it changed; false for never. */
const waitMs = (data: Answer<unknown> | undefined, error: unknown, everyMs: number): number | false => {
  const faults = error instanceof RequestError ? error.faults : (data?.faults ?? [])
  if (isSilence(faults)) return everyMs === 0 ? SILENCE_MS : Math.min(everyMs, SILENCE_MS)
  return everyMs === 0 ? false : everyMs
}

const mayRetry = (count: number, error: unknown) =>
  count < 2 && error instanceof RequestError && (error.status === 0 || error.status >= 500)

/** Asks for a page's document, again and again; the last answer stays while the next is under way. */
export const useDocument = <T, V>(
  document: Document<T, V>,
  variables: V,
  { everyMs = 30_000, topics = [], enabled = true, keep = false }: DocumentOptions = {},
): DocumentResult<T> => {
  const institution = useInstitution()
  const { session, expired } = useAuth()
  const paused = usePaused()
  const caller = session === null ? null : callerOf(session)
  return useQuery({
    queryKey: [document.__meta__?.hash, variables, institution ?? null, session?.token ?? null],
    queryFn: ({ signal }) => execute(document, variables, { institution, signal }),
    // A token that was refused once is refused again.
    enabled: enabled && session !== null && !expired,
    refetchInterval: ({ state }) => (paused ? false : waitMs(state.data, state.error, everyMs)),
    staleTime: 5_000,
    refetchOnWindowFocus: !paused,
    // The answer to a view before stays until the next is there, but never another caller's.
    placeholderData: (before, query) => (query?.meta?.caller === caller ? before : undefined),
    structuralSharing: (before, now) =>
      replaceEqualDeep(before, keep ? withLastKnown(before as Answer<T> | undefined, now as Answer<T>) : now),
    retry: mayRetry,
    // Those who met a fault at the same moment do not all come back at the same moment.
    retryDelay: (count) => 1_000 * 2 ** count * (0.5 + Math.random()),
    meta: { topics, caller },
  })
}

/** The first fault of a mutation's answer is its failure: nothing of it was done. */
const settled = <T>(answer: Answer<T>): T => {
  if (answer.faults.length > 0) throw new RequestError(200, answer.faults)
  return answer.data
}

/** So long an action waits at most for what it changed: a page with a slow part is read for much longer. */
const REREAD_MS = 1_000

/**
 * An action. After its answer every figure on the page is asked for again, and it is done when they are there, so that
 * a button is not pressed again beside what was before.
 */
export const useAction = <T, V>(document: Document<T, V>) => {
  const institution = useInstitution()
  const queries = useQueryClient()
  return useMutation<T, Error, V>({
    mutationFn: async (variables) => settled(await execute(document, variables, { institution })),
    onSuccess: () =>
      Promise.race([queries.invalidateQueries(), new Promise((resolve) => setTimeout(resolve, REREAD_MS))]),
  })
}
