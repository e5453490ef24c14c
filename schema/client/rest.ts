import createFetchClient, {
  createFinalURL,
  createQuerySerializer,
  defaultPathSerializer,
  type Client as FetchClient,
} from 'openapi-fetch'
import { ApiError, faultOfProblem, retryAfterMsOf } from './errors.ts'
import type { components, paths } from './routes.gen.ts'
import type { Send } from './transport.ts'

/** The REST routes of the platform, by path: `rest.GET('/claims/api/claims/vendors')`. */
export type RestClient = FetchClient<paths>

/** The records of the REST routes, by name. */
export type Records = components['schemas']

/** Creates a client of REST routes below `url`, by default of those of the platform. */
export const createRestClient = <Routes extends object = paths>(url: string, send: Send): FetchClient<Routes> =>
  createFetchClient<Routes>({ baseUrl: url, fetch: send })

/** The body of a route that takes a file: `rest.POST(path, { params, ...fileBody(file) })`. */
export const fileBody = (body: Uint8Array<ArrayBuffer>) => ({
  body,
  bodySerializer: () => body,
  headers: { 'content-type': 'application/octet-stream' },
})

type Settled<T> = { readonly data?: T; readonly error?: unknown; readonly response: Response }

/**
 * The body of a successful answer: `await dataOf(rest.GET(…))`.
 * @throws ApiError for any other answer.
 */
export const dataOf = async <T>(answer: Promise<Settled<T>>): Promise<NonNullable<T>> => {
  const { data, error, response } = await answer
  if (response.ok && data !== undefined && data !== null) return data
  throw errorOfAnswer(response, error)
}

/**
 * Waits for a successful answer that has no body: `await expectNoContent(rest.POST(…))`.
 * @throws ApiError for any other answer.
 */
export const expectNoContent = async (answer: Promise<Settled<unknown>>): Promise<void> => {
  const { error, response } = await answer
  if (!response.ok) throw errorOfAnswer(response, error)
}

/** The error of an answer of a REST route, with its status. */
export const errorOfAnswer = (response: Response, body: unknown): ApiError =>
  new ApiError({
    status: response.status,
    faults: [faultOfProblem(body)],
    retryAfterMs: retryAfterMsOf(response.headers),
  })

/** The parameters that an operation has: of the kinds that it has none of, the types say `never`. */
type ParametersOf<Operation> = Operation extends { parameters: infer Kinds }
  ? { readonly [Kind in keyof Kinds as [NonNullable<Kinds[Kind]>] extends [never] ? never : Kind]: Kinds[Kind] }
  : never

type GetPaths = { [P in keyof paths]: paths[P] extends { get: { parameters: unknown } } ? P : never }[keyof paths]

/** A path of a documented GET route with its parameters, for those who send requests in their own way. */
export const pathOf = <P extends GetPaths>(path: P, params: ParametersOf<paths[P]['get']>): string =>
  createFinalURL(path, {
    baseUrl: '',
    params,
    querySerializer: createQuerySerializer(),
    pathSerializer: defaultPathSerializer,
  })
