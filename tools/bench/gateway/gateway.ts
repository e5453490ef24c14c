import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { loadavg } from 'node:os'
import type { Lifecycle } from '../../../subgraphs/kit/runtime/lifecycle.ts'
import { tokenFor } from '../../../tests/support/hosted-service.ts'
import { createHttpClient, type HttpClient, runCallers } from '../common/callers.ts'
import { percentile, tableOf, verdict } from '../common/figures.ts'
import type { BenchSettings } from '../common/settings.ts'
import { OPERATIONS, type OperationName } from './services.ts'
import type { TargetReport, TargetTask } from './target.worker.ts'

const CALLERS = 16
const WARM_UP_SECONDS = 2
const NAMES = ['one', 'fifty'] as const satisfies readonly OperationName[]

/**
 * In process at least so many times the monolith; over HTTP at most this share of the stock executor's processor time,
 * as absolute times depend on the machine.
 */
const GOALS = {
  one: { ratio: 1, share: 0.62 },
  fifty: { ratio: 1.8, share: 0.65 },
} as const

const TARGETS = [
  'monolith',
  'compiled, in process',
  'stock, in process',
  'compiled, over HTTP',
  'stock, over HTTP',
] as const
type TargetName = (typeof TARGETS)[number]

type Target = { readonly name: TargetName; readonly http: HttpClient; cpuMs(): Promise<number> }

const started = async (
  life: Lifecycle,
  task: TargetTask,
): Promise<Extract<TargetReport, { url: string }> & { child: ChildProcess }> => {
  const child = fork(new URL('./target.worker.ts', import.meta.url), [JSON.stringify(task)], {
    env: { ...process.env, NODE_ENV: 'production' },
  })
  const close = async (): Promise<void> => {
    child.disconnect()
    await once(child, 'exit')
  }
  await life.open({ name: `the ${task.kind} of the benchmark`, atLeastMs: 100, open: async () => child, close })
  const [report]: TargetReport[] = await once(child, 'message')
  if (report === undefined || !('url' in report)) throw new Error('a target of the benchmark did not start')
  return { ...report, child }
}

const openTarget = async (life: Lifecycle, name: TargetName, task: TargetTask): Promise<Target> => {
  const { url, child } = await started(life, task)
  return {
    name,
    http: createHttpClient(url, CALLERS),
    async cpuMs() {
      const answer = once(child, 'message')
      child.send('cpu')
      const [report]: TargetReport[] = await answer
      if (report === undefined || !('cpuMs' in report)) throw new Error('a target does not say its processor time')
      return report.cpuMs
    },
  }
}

const openTargets = async (life: Lifecycle): Promise<readonly Target[]> => {
  const { urls } = await started(life, { kind: 'services' })
  const gateway = (executor: 'compiled' | 'stock', isRemote: boolean): TargetTask => ({
    kind: 'gateway',
    executor,
    urls: isRemote ? urls : {},
  })
  return [
    await openTarget(life, 'monolith', { kind: 'monolith' }),
    await openTarget(life, 'compiled, in process', gateway('compiled', false)),
    await openTarget(life, 'stock, in process', gateway('stock', false)),
    await openTarget(life, 'compiled, over HTTP', gateway('compiled', true)),
    await openTarget(life, 'stock, over HTTP', gateway('stock', true)),
  ]
}

/** Requests a second, and processor time of the target for 1,000 requests, in seconds. */
type Measured = { readonly rate: number; readonly cpuSeconds: number }

const bodyOf = (target: TargetName, name: OperationName): string => {
  const { query, variables } = OPERATIONS[name]
  return JSON.stringify(target === 'monolith' ? { query, variables } : { documentId: `sha256:${name}`, variables })
}

/** @throws Error when an answer is not that of the monolith, which is the first. */
const checkAnswers = async (targets: readonly Target[], token: string): Promise<void> => {
  for (const name of NAMES) {
    const answers = await Promise.all(
      targets.map((target) => target.http.request('POST', '/graphql', token, bodyOf(target.name, name))),
    )
    const texts = answers.map(({ body }) => body.toString().trim())
    const wrong = texts.findIndex((text) => text !== texts[0])
    if (wrong !== -1 || texts[0]?.includes('"errors"'))
      throw new Error(`${targets[Math.max(0, wrong)]?.name} answers: ${texts[Math.max(0, wrong)]?.slice(0, 500)}`)
  }
}

const measure = async (target: Target, name: OperationName, token: string, seconds: number): Promise<Measured> => {
  const body = bodyOf(target.name, name)
  const before = await target.cpuMs()
  const phase = await runCallers(CALLERS, seconds, async () => {
    const { status } = await target.http.request('POST', '/graphql', token, body)
    return status === 200 ? 1 : 0
  })
  if (phase.events !== phase.latenciesMs.length) throw new Error(`${target.name} refused a request`)
  const cpuMs = (await target.cpuMs()) - before
  return { rate: phase.events / phase.seconds, cpuSeconds: cpuMs / phase.events }
}

const median = (values: readonly number[]): number => percentile(values, 0.5)

type Rounds = ReadonlyMap<string, readonly Measured[]>

const report = (rounds: Rounds, name: OperationName, print: BenchSettings['print']): void => {
  const of = (target: TargetName) => rounds.get(`${target} ${name}`) ?? []
  const base = of('monolith')
  /** In each round by itself, as the load of the machine changes between rounds. */
  const ratio = (target: TargetName, value: (one: Measured) => number) =>
    median(of(target).map((one, n) => value(one) / value(base[n] ?? one)))
  const rows = TARGETS.map((target) => [
    target,
    median(of(target).map(({ rate }) => rate)).toFixed(0),
    `${ratio(target, ({ rate }) => rate).toFixed(2)}×`,
    median(of(target).map(({ cpuSeconds }) => cpuSeconds)).toFixed(3),
    `${ratio(target, ({ cpuSeconds }) => 1 / cpuSeconds).toFixed(2)}×`,
  ])
  const entities = OPERATIONS[name].entities === 1 ? '1 entity' : `${OPERATIONS[name].entities} entities`
  print(`\n${tableOf([[entities, 'requests/s', 'of monolith', 'CPU s/1,000', 'by CPU'], ...rows])}`)
  const goal = GOALS[name]
  const reached = ratio('compiled, in process', ({ cpuSeconds }) => 1 / cpuSeconds)
  const stock = of('stock, over HTTP')
  const share = median(of('compiled, over HTTP').map(({ cpuSeconds }, n) => cpuSeconds / (stock[n]?.cpuSeconds ?? 0)))
  print(`in process at least ${goal.ratio}× of the monolith by CPU: ${verdict(reached >= goal.ratio)}`)
  const met = verdict(share <= goal.share)
  print(`over HTTP at most ${goal.share} of the stock executor's CPU: ${met} (${share.toFixed(2)})`)
}

/** The graph over data in memory, beside one Apollo Server with the same schema and data, in processes of their own. */
export const benchGateway = async (life: Lifecycle, settings: BenchSettings): Promise<void> => {
  const { print, seconds } = settings
  const targets = await openTargets(life)
  const token = await tokenFor({ role: 'ADMIN', exp: 4_000_000_000 })
  await checkAnswers(targets, token)
  for (const name of NAMES) for (const target of targets) await measure(target, name, token, WARM_UP_SECONDS)
  const rounds = new Map<string, Measured[]>()
  for (let round = 1; round <= settings.rounds; round += 1) {
    for (const name of NAMES)
      for (const target of targets) {
        const key = `${target.name} ${name}`
        rounds.set(key, [...(rounds.get(key) ?? []), await measure(target, name, token, seconds)])
      }
    print(`round ${round}; load of the machine ${loadavg()[0]?.toFixed(1)}`)
  }
  for (const name of NAMES) report(rounds, name, print)
  for (const { http } of targets) await http.close()
}
