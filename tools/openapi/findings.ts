import { z } from 'zod'

/** What a validator found of one request. */
export type Finding = {
  /** The validator's code, such as `ST202`. */
  readonly code: string
  /** Method and path template. */
  readonly operation: string
  /** What the platform said of the request, each fault by itself, else what the validator says. */
  readonly faults: readonly string[]
  /** Method and target of the request. */
  readonly request: string
}

/** A fault that is no finding, and why. */
export type Exception = {
  readonly code: string
  /** Regular expressions of the operation and of the fault. */
  readonly operation: string
  readonly words: string
  readonly reason: string
}

const failure = z.object({
  status: z.literal('failure'),
  failure_info: z.object({
    failure: z.object({ code: z.string(), operation: z.string(), message: z.string() }),
  }),
})
const interaction = z.object({
  request: z.object({ method: z.string(), uri: z.string() }),
  response: z.object({ content: z.object({ $base64: z.string() }).nullish() }).nullish(),
})
const scenario = z.object({
  ScenarioFinished: z.object({
    recorder: z.object({
      checks: z.record(z.string(), z.array(z.unknown())).optional(),
      interactions: z.record(z.string(), interaction).optional(),
    }),
  }),
})
const problem = z.object({
  detail: z.string(),
  errors: z.array(z.object({ field: z.string(), message: z.string() })).optional(),
})

const faultsOf = (answer: z.infer<typeof interaction> | undefined, message: string): readonly string[] => {
  const text = Buffer.from(answer?.response?.content?.$base64 ?? '', 'base64').toString('utf8')
  try {
    const found = problem.safeParse(JSON.parse(text))
    if (found.success)
      return found.data.errors?.map((fault) => `${fault.field}: ${fault.message}`) ?? [found.data.detail]
  } catch {
    // A body that is not JSON says nothing of the request.
  }
  return [message]
}

const targetOf = (uri: string): string => {
  const { pathname, search } = new URL(uri)
  return `${pathname}${search}`
}

/** The findings of one event of a run of Schemathesis, as its NDJSON report has it. */
const findingsOfEvent = (event: unknown): Finding[] => {
  const read = scenario.safeParse(event)
  if (!read.success) return []
  const { checks = {}, interactions = {} } = read.data.ScenarioFinished.recorder
  return Object.entries(checks).flatMap(([id, results]) =>
    results.flatMap((result) => {
      const failed = failure.safeParse(result)
      if (!failed.success) return []
      const { code, operation, message } = failed.data.failure_info.failure
      const one = interactions[id]
      const request = one === undefined ? '' : `${one.request.method} ${targetOf(one.request.uri)}`
      return [{ code, operation, faults: faultsOf(one, message), request }]
    }),
  )
}

/** The findings of a run, from the lines of its NDJSON report. */
export const findingsOf = (report: string): Finding[] =>
  report.split('\n').flatMap((line) => (line.trim() === '' ? [] : findingsOfEvent(JSON.parse(line))))

/** What was found of a request and no exception covers: each of its faults is a finding of its own. */
export type OpenFault = Omit<Finding, 'faults'> & { readonly fault: string }

const covers = (exception: Exception, { code, operation, fault }: OpenFault): boolean =>
  exception.code === code &&
  new RegExp(exception.operation).test(operation) &&
  new RegExp(exception.words, 's').test(fault)

/** The faults that no exception covers, each kind once, and how often each exception was met. */
export const judge = (findings: readonly Finding[], exceptions: readonly Exception[]) => {
  const met = new Map(exceptions.map((exception) => [exception, 0]))
  const open = new Map<string, OpenFault>()
  for (const { faults, ...rest } of findings)
    for (const fault of faults) {
      const one = { ...rest, fault }
      const exception = exceptions.find((candidate) => covers(candidate, one))
      if (exception === undefined) open.set(`${one.code} ${one.operation} ${fault}`, one)
      else met.set(exception, (met.get(exception) ?? 0) + 1)
    }
  return { open: [...open.values()], met }
}
