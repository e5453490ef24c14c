import { describe, expect, it } from 'vitest'
import type { TokenClaims } from '../../subgraphs/kit/auth/sign-token.ts'
import type { ServiceName } from '../../subgraphs/kit/calls/calls.ts'
import { registerJobs } from '../../subgraphs/kit/jobs/register-jobs.ts'
import type { Answer } from '../support/clients/request.ts'
import { openWholePlatform, type WholePlatform } from '../support/whole-platform.ts'

/** What the preparation of a row hands to its calls, such as the id of a record. */
export type Given = Readonly<Record<string, string>>

/** A call of the public REST interface. `value` picks what is compared from the body, all of it when left out. */
export type RestCall = {
  readonly call: string
  readonly body?: unknown
  readonly headers?: Record<string, string>
  /** Sent to the internal listener, with the internal secret. */
  readonly internal?: boolean
  /** The status of success; 200 when left out. */
  readonly status?: number
  readonly value?: (body: unknown) => unknown
}

/** An operation of the federated graph. `value` picks what is compared from the data, its first field when left out. */
export type GraphCall = {
  readonly query: string
  readonly variables?: Record<string, unknown>
  readonly value?: (data: unknown) => unknown
}

/** The same asked for through REST and through the graph. */
export type BothCalls = { readonly rest: RestCall; readonly graph: GraphCall }

type FromGiven<T> = T | ((given: Given) => T)

/** One rule of the requirements: its place, how it is observed, and the value that it gives. */
export type Row = {
  /** The section of the requirements and its rule. */
  readonly requirement: string
  /** Claims of the caller's token; null for a caller without one. */
  readonly as: FromGiven<Partial<TokenClaims> | null>
  /** Prepares the row; runs again for each of its calls. */
  readonly given?: () => Promise<Given>
  readonly rest?: FromGiven<RestCall>
  readonly graph?: FromGiven<GraphCall>
  /** A literal of the requirements; `refused` for an error. Both calls must give it. */
  readonly expected: unknown
}

/** The outcome of a call that is refused with this status, with a message that contains these words. */
export const refused = (status: number, words = '') => ({ refused: status, says: expect.stringContaining(words) })

/** Picks fields of a record, or of each record of a list. */
export const pick =
  (...fields: readonly string[]) =>
  (value: unknown): unknown =>
    Array.isArray(value)
      ? value.map((one) => pick(...fields)(one))
      : Object.fromEntries(fields.map((field) => [field, Object(value)[field]]))

/** Picks one field of each record of a list. */
export const each =
  (field: string) =>
  (list: unknown): unknown =>
    Array.isArray(list) ? list.map((one) => Object(one)[field]) : list

/** Applies one pick after the other. */
export const through =
  (...picks: readonly ((value: unknown) => unknown)[]) =>
  (value: unknown): unknown =>
    picks.reduce((picked, next) => next(picked), value)

/** Picks a field by its path, such as `fleetHealth.connectivity`. */
export const at =
  (path: string) =>
  (value: unknown): unknown =>
    path.split('.').reduce((found: unknown, key) => Object(found)[key], value)

/** The whole platform under a clock that a test sets, with the means to check rows against it. */
export type RequirementsPlatform = {
  readonly whole: WholePlatform
  readonly clock: { now(): Date; set(instant: string): void }
  /** The outcome of a REST call: the picked value, or the refusal. */
  rest(as: Partial<TokenClaims> | null, call: RestCall): Promise<unknown>
  /**
   * What a REST call gives that only prepares a row.
   * @throws Error when it is refused, as the row would then say nothing.
   */
  prepare(as: Partial<TokenClaims> | null, call: RestCall): Promise<unknown>
  /** The outcome of an operation of the graph: the picked value, or the refusal. */
  graph(as: Partial<TokenClaims> | null, call: GraphCall): Promise<unknown>
  /** Runs a scheduled job now. */
  runJob(name: string): Promise<string>
  /** Lets the scheduled jobs be listed, as they are when background work has started. */
  registerJobs(timeZone: string): Promise<void>
  close(): Promise<void>
}

const refusalOf = (status: number, error: unknown) => ({
  refused: status,
  says: String(Object(error).message ?? Object(error).detail ?? ''),
})

const graphOutcome = (status: number, body: unknown, value: GraphCall['value']): unknown => {
  const { data, errors } = Object(body)
  const [error] = Array.isArray(errors) ? errors : []
  if (error !== undefined) return refusalOf(Number(Object(error.extensions).http?.status ?? status), error)
  if (status >= 400) return refusalOf(status, body)
  return value === undefined ? Object.values(Object(data))[0] : value(data)
}

/** The row of a job's schedule as administrators see it, with its next run; the graph has no jobs. */
export const schedule = (requirement: string, name: string, expected: Record<string, string>): Row => ({
  requirement,
  as: { role: 'ADMIN' },
  rest: {
    call: 'GET /api/jobs',
    value: (jobs) =>
      pick('schedule', 'timeZone', 'nextRunAt')(Array.isArray(jobs) ? jobs.find((one) => one.name === name) : null),
  },
  expected,
})

type Options = {
  readonly now: string
  readonly env?: Record<string, string>
  /** False for a platform that answers, and does nothing of its own accord. */
  readonly start?: boolean
  /** Services that do not answer. */
  readonly down?: readonly ServiceName[]
}

/** Opens the platform for a test file, at `now`. The clock is stopped until it is set. */
export const openRequirements = async ({
  now,
  env = {},
  start = true,
  down = [],
}: Options): Promise<RequirementsPlatform> => {
  let instant = new Date(now)
  const clock = {
    now: () => new Date(instant),
    set(next: string) {
      instant = new Date(next)
    },
  }
  const whole = await openWholePlatform({ now: clock.now, env, start, down })
  const tokenOf = async (claims: Partial<TokenClaims> | null) =>
    claims === null ? {} : { as: await whole.token(claims) }
  const answerTo = async (as: Partial<TokenClaims> | null, { call, body, headers, internal }: RestCall) => {
    const [method = 'GET', path = '/'] = call.split(' ')
    const asked = { ...(await tokenOf(as)), body, ...(headers && { headers }), ...(internal && { internal }) }
    return whole.ask(method, path, asked)
  }
  const accepted = ({ status, body }: Answer, call: RestCall) => {
    expect(status).toBe(call.status ?? 200)
    return call.value === undefined ? body : call.value(body)
  }
  return {
    whole,
    clock,
    async rest(as, call) {
      const answer = await answerTo(as, call)
      return answer.status >= 400 ? refusalOf(answer.status, answer.body) : accepted(answer, call)
    },
    async prepare(as, call) {
      const answer = await answerTo(as, call)
      if (answer.status >= 400)
        throw new Error(`${call.call} prepares a row and answered ${answer.status}: ${JSON.stringify(answer.body)}`)
      return accepted(answer, call)
    },
    async graph(as, { query, variables = {}, value }) {
      const answer = await whole.ask('POST', '/graphql', { ...(await tokenOf(as)), body: { query, variables } })
      return graphOutcome(answer.status, answer.body, value)
    },
    async runJob(name) {
      const job = whole.gateway.jobs.find((found) => found.name === name)
      if (job === undefined) throw new Error(`there is no job ${name}`)
      return job.run({ now: clock.now(), log: whole.gateway.log, progress: () => {} })
    },
    registerJobs(platformTimeZone) {
      const { jobStores, jobs } = whole.gateway
      return registerJobs({ stores: jobStores, platformTimeZone, now: clock.now }, jobs)
    },
    close: () => whole.close(),
  }
}

const isMade = <T>(value: FromGiven<T>): value is (given: Given) => T => typeof value === 'function'
const resolve = <T>(value: FromGiven<T>, given: Given): T => (isMade(value) ? value(given) : value)

/** Makes the tests of a table: each row once through REST and once through the graph, where it has both. */
export const checkRows = (section: string, platform: () => RequirementsPlatform, rows: readonly Row[]): void => {
  describe(section, () => {
    for (const { requirement, as, given, rest, graph, expected } of rows) {
      const check = (call: (given: Given) => Promise<unknown>) => async () =>
        expect(await call((await given?.()) ?? {})).toEqual(expected)
      if (rest !== undefined)
        it(
          `${requirement} (REST)`,
          check((found) => platform().rest(resolve(as, found), resolve(rest, found))),
        )
      if (graph !== undefined)
        it(
          `${requirement} (graph)`,
          check((found) => platform().graph(resolve(as, found), resolve(graph, found))),
        )
    }
  })
}
