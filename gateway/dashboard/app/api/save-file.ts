import { headersFor } from './client.ts'
import { problemFault, RequestError } from './problem.ts'
import { currentSession, reportExpired } from './session.ts'

type Options = {
  readonly institution: string | undefined
  readonly accept?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly method?: 'POST'
  readonly body?: Blob
  readonly signal?: AbortSignal
}

const bodyOf = async (answer: Response): Promise<unknown> => {
  try {
    return await answer.json()
  } catch {
    return {}
  }
}

/**
 * Asks for what the platform serves beside the graph, as the caller.
 * @throws RequestError where it was refused, in the platform's words.
 */
export const fetchPlain = async (path: string, options: Options): Promise<Response> => {
  const token = currentSession()?.token ?? ''
  const { institution, accept = '*/*', headers = {}, method, body, signal } = options
  const answer = await fetch(path, {
    headers: { ...headersFor(token, institution), accept, ...headers },
    ...(signal === undefined ? {} : { signal }),
    ...(method === undefined ? {} : { method }),
    ...(body === undefined ? {} : { body }),
  })
  if (answer.status === 401) reportExpired(token)
  if (!answer.ok) throw new RequestError(answer.status, [problemFault(await bodyOf(answer))])
  return answer
}

/** The name that the platform gives a file, as in `attachment; filename="gaps.csv"`; '' where it gives none. */
const nameOf = ({ headers }: Response): string =>
  (headers.get('content-disposition') ?? '').split('filename="')[1]?.split('"')[0] ?? ''

/**
 * Saves what the platform serves as a file on the caller's disk, under `name`, or under the platform's own name where
 * that is left out. A link could not carry the token.
 */
export const saveFile = async (path: string, name: string | undefined, options: Options): Promise<void> => {
  const answer = await fetchPlain(path, options)
  const address = URL.createObjectURL(await answer.blob())
  const link = document.createElement('a')
  link.href = address
  link.download = name ?? nameOf(answer)
  link.click()
  // The browser reads it on after the click.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
