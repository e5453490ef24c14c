import { NOWHERE } from '../../subgraphs/kit/http/target-limit.ts'

const MAX_DECODINGS = 8
/** The deepest path of the platform has seven; each costs time, and the caller is not authenticated yet. */
const MAX_SEGMENTS = 64

const decodeOnce = (text: string): string =>
  // Byte by byte, as an invalid sequence must not prevent decoding of the rest of the path.
  text.replaceAll(/%u?00([\da-f]{2})|%([\da-f]{2})/gi, (_match, wide: string | undefined, plain: string | undefined) =>
    String.fromCharCode(Number.parseInt(wide ?? plain ?? '20', 16)),
  )

/** The text as the most lenient server would decode it; null when it is still encoded after all decodings. */
const unwrapped = (path: string): string | null => {
  let text = path
  for (let round = 0; round < MAX_DECODINGS; round += 1) {
    const next = decodeOnce(text)
    if (next === text) return text
    text = next
  }
  return null
}

/** Separators and dots as overlong UTF-8, which lenient decoders accept. */
const OVERLONG: Readonly<Record<string, string>> = { '\u00c0\u00af': '/', '\u00c0\u00ae': '.', '\u00c1\u009c': '\\' }

const readings = (text: string): readonly string[] => [
  text,
  Buffer.from(text, 'latin1').toString('utf8'),
  text.replaceAll(/\u00c0[\u00af\u00ae]|\u00c1\u009c/g, (pair) => OVERLONG[pair] ?? pair),
]

const IGNORABLE = /[\p{Cc}\p{Cf}\p{Z}]/gu

const plain = (segment: string): string => segment.replace(/[;?#].*$/s, '').replaceAll(IGNORABLE, '')

const resolveDots = (segments: readonly string[]): string[] => {
  const resolved: string[] = []
  for (const segment of segments) {
    if (segment === '..') resolved.pop()
    else resolved.push(segment)
  }
  return resolved
}

/** The segment without the dots at its end. Not a regular expression, as that takes quadratic time. */
const withoutLastDots = (segment: string): string => {
  let end = segment.length
  while (segment[end - 1] === '.') end -= 1
  return segment.slice(0, end)
}

const names = (segments: readonly string[]): boolean => {
  const bare = segments.map(withoutLastDots).filter((segment) => segment !== '')
  return bare.some((segment, index) => segment === 'api' && bare[index + 1] === 'internal')
}

/**
 * True where a path addresses `/api/internal`, under any prefix and in any encoding that some server might decode, or
 * is too deep to be checked.
 */
export const isInternal = (path: string): boolean => {
  // Most paths contain only these characters and need no decoding.
  if (/^[\w/-]*$/.test(path)) return /\/api\/+internal(?:\/|$)/i.test(path)
  const text = unwrapped(path)
  if (text === null) return true
  return readings(text).some((reading) => {
    const parts = reading.normalize('NFKC').toLowerCase().split(/[\\/]/)
    if (parts.length > MAX_SEGMENTS) return true
    const segments = parts.map(plain)
    return names(segments) || names(resolveDots(segments.filter((segment) => segment !== '' && segment !== '.')))
  })
}

/** Target without scheme and host, which a request line may carry. */
const originForm = (target: string): string => {
  const rest = target.replace(/^[a-z][a-z\d+.-]*:\/\/[^/?#]*/i, '')
  return rest.startsWith('/') ? rest : `/${rest}`
}

/** `/incident/api/atms`, `…/summary` and `…/{id}`, and nothing deeper. */
const STATUS_READ = /^\/incident\/api\/atms(?:\/[^/]+)?$/

/**
 * Ingest of events, a route of the incident service: it is reached through the agent proxy only, with its limits.
 */
const INGEST = /^\/incident\/api\/journal-events$/

const split = (target: string): { path: string; query: string } => {
  const end = target.search(/[?#]/)
  return end < 0 ? { path: target, query: '' } : { path: target.slice(0, end), query: target.slice(end) }
}

/** The path as the router reads it; encoded separators stay as they are. */
const readable = (path: string): string => {
  try {
    return decodeURI(path)
  } catch {
    return path
  }
}

/**
 * The target that the public listener routes: internal paths become one that does not exist, status reads of the
 * incident service go to the devices service, and events that are posted to it go to the agent proxy.
 */
export const publicTarget = ({ method, target }: { readonly method: string; readonly target: string }): string => {
  const { path, query } = split(originForm(target))
  // A refused path gets the same 404 as a path that does not exist.
  if (isInternal(path)) return NOWHERE
  if (method === 'POST' && INGEST.test(readable(path))) return `/agent-proxy/api/journal-events${query}`
  const isRead = (method === 'GET' || method === 'HEAD') && STATUS_READ.test(readable(path))
  if (!isRead) return `${path}${query}`
  const [, , , , last] = path.split('/')
  return `/devices/api/atms${last === undefined ? '' : `/${last}`}${query}`
}
