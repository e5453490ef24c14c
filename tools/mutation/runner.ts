import { join } from 'node:path'
import { BroadcastChannel } from 'node:worker_threads'
import { startTests, type VitestRunner } from '@vitest/runner'
import type { EvaluatedModules } from 'vite/module-runner'
import { TestRunner, vi } from 'vitest'
import { CHANNEL, HOST, type Order, type Outcome, type Reply, type Run } from './messages.ts'
import { COVERED } from './points.ts'

type Task = Parameters<TestRunner['onAfterRunTask']>[0]
type File = Parameters<TestRunner['onCollectStart']>[0]

const nameOf = (task: Task): string => {
  const names = [task.name]
  for (let suite = task.suite; suite !== undefined; suite = suite.suite) names.unshift(suite.name)
  return names.join(' > ')
}

/** The message of the first error with those of its causes: the reason why a query failed is in its cause. */
const messageOf = ({ result }: Pick<Task, 'result'>): string => {
  const messages: string[] = []
  let error: unknown = result?.errors?.[0]
  while (typeof error === 'object' && error !== null && messages.length < 10) {
    messages.push(`${Reflect.get(error, 'code') ?? ''} ${Reflect.get(error, 'message') ?? ''}`.trim())
    error = Reflect.get(error, 'cause')
  }
  return messages.join(': ')
}

/**
 * Runs tests for one mutant after the other in the same worker. A run of its own for each one would load every package
 * again, which takes longer than most tests.
 */
class MutationRunner extends TestRunner {
  #failure: Outcome['failed'] = null
  #only: ReadonlySet<string> | null = null
  #outside: Set<string> | null = null
  readonly #inTests = new Map<string, Set<string>>()
  #silent: VitestRunner | null = null

  async onBeforeCollect(paths: string[]): Promise<void> {
    if (!paths.some((path) => path.endsWith(HOST))) return
    const channel = new BroadcastChannel(CHANNEL)
    const orders = new ReadableStream<Order>({
      start: (controller) => {
        channel.onmessage = (event) => controller.enqueue(orderOf(event))
      },
    })
    const post = (reply: Reply) => channel.postMessage(reply)
    post({ kind: 'ready' })
    for await (const order of orders) {
      if (order.kind === 'end') break
      post({ kind: 'done', outcome: await this.#perform(order) })
    }
    channel.close()
  }

  /** The first failure shows that the mutant is noticed: nothing else is run. */
  override async onBeforeRunTask(test: Task): Promise<void> {
    const name = nameOf(test)
    if (this.#failure !== null || this.#only?.has(name) === false) test.mode = 'skip'
    await super.onBeforeRunTask(test)
    if (this.#outside === null) return
    const points = this.#inTests.get(name) ?? new Set<string>()
    this.#inTests.set(name, points)
    Object.assign(globalThis, { [COVERED]: points })
  }

  override onAfterRunTask(test: Task): void {
    super.onAfterRunTask(test)
    if (this.#outside !== null) Object.assign(globalThis, { [COVERED]: this.#outside })
    if (test.result?.state === 'fail') {
      this.#failure ??= { name: nameOf(test), message: messageOf(test), inTest: true }
    }
  }

  async #perform({ id, measure, changed, test }: Run): Promise<Outcome> {
    const startedAt = performance.now()
    this.#failure = null
    this.#only = test.only === null ? null : new Set(test.only)
    this.#outside = measure ? new Set() : null
    this.#inTests.clear()
    if (this.#outside === null) Reflect.deleteProperty(globalThis, COVERED)
    else Object.assign(globalThis, { [COVERED]: this.#outside })
    this.#forget(changed)
    await this.#runFile(test.file)
    return {
      id,
      failed: this.#failure,
      outside: [...(this.#outside ?? [])],
      inTests: Object.fromEntries([...this.#inTests].map(([name, points]) => [name, [...points]])),
      ms: performance.now() - startedAt,
    }
  }

  /** Lets every module be evaluated again, and the changed ones be fetched again. */
  #forget(changed: readonly string[]): void {
    const { evaluatedModules }: { evaluatedModules: EvaluatedModules } = Reflect.get(this, 'workerState')
    for (const file of changed) {
      for (const module of evaluatedModules.getModulesByFile(join(this.config.root, file)) ?? []) {
        evaluatedModules.invalidateModule(module)
      }
    }
    vi.resetModules()
  }

  async #runFile(path: string): Promise<void> {
    this.#silent ??= this.#unreported()
    const [file] = await startTests([join(this.config.root, path)], this.#silent)
    if (this.#failure !== null || file === undefined) return
    const failed = [file, ...file.tasks].find((task) => task.result?.state === 'fail')
    if (failed !== undefined) {
      this.#failure = { name: failed.name, message: messageOf(failed), inTest: false }
    } else if (file.tasks.length === 0) this.#failure = { name: '', message: 'the file has no test', inTest: false }
  }

  /** This runner without the methods that vitest has put on it, which report every test to the main process. */
  #unreported(): VitestRunner {
    const silent = {
      onTaskUpdate: async () => {},
      onCollected: async () => {},
      onBeforeCollect: async () => {},
      onCollectStart: (file: File) => super.onCollectStart(file),
      onAfterRunFiles: () => super.onAfterRunFiles(),
      onBeforeRunTask: (test: Task) => this.onBeforeRunTask(test),
      onAfterRunTask: (test: Task) => this.onAfterRunTask(test),
    }
    return Object.assign(Object.create(this), silent)
  }
}

const orderOf = (event: unknown): Order => {
  const data: Order = typeof event === 'object' && event !== null ? Reflect.get(event, 'data') : undefined
  return data
}

// biome-ignore lint/style/noDefaultExport: vitest loads a runner as the default export of its module.
export default MutationRunner
