import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { BroadcastChannel } from 'node:worker_threads'
import type { Plugin } from 'vite'
import { createVitest, type Vitest } from 'vitest/node'
import { CHANNEL, HOST, type Job, type Order, type Outcome, type Reply } from './messages.ts'
import { marked } from './points.ts'
import { changedFiles, type Replacements, replacementsOf } from './replaced.ts'

// The process that runs vitest for the tool, which starts it again when a mutant has stopped it: a server, a worker,
// many jobs.

const root = join(import.meta.dirname, '../..')

/** What replaces a file: a mutant, or the marked source. */
class Replaced {
  readonly #texts = new Map<string, string>()
  vitest: Vitest | null = null

  readonly plugin: Plugin = {
    name: 'fleetops-mutation',
    enforce: 'pre',
    transform: (_code, id) => this.#texts.get(id) ?? null,
  }

  set(file: string, text: string | null): void {
    const id = join(root, file)
    if (text === null) this.#texts.delete(id)
    else this.#texts.set(id, text)
    for (const environment of Object.values(this.vitest?.vite.environments ?? {})) {
      for (const module of environment.moduleGraph.getModulesByFile(id) ?? []) {
        environment.moduleGraph.invalidateModule(module)
      }
    }
  }
}

const send = (outcome: Outcome | 'ready'): void => {
  if (process.connected) process.send?.(outcome)
}

const start = async (replaced: Replaced): Promise<void> => {
  // As the command `vitest` does; libraries answer otherwise in development.
  process.env.NODE_ENV ??= 'test'
  const vitest = await createVitest(
    'test',
    {
      root,
      config: join(root, 'vitest.config.ts'),
      include: [HOST],
      watch: false,
      maxWorkers: 1,
      fileParallelism: false,
      reporters: [{}],
      runner: join(root, 'tools/mutation/runner.ts'),
      onConsoleLog: () => false,
    },
    { plugins: [replaced.plugin] },
  )
  replaced.vitest = vitest
  await vitest.start([HOST])
  await vitest.close()
}

const main = async (): Promise<void> => {
  const replaced = new Replaced()
  const channel = new BroadcastChannel(CHANNEL)
  const post = (order: Order) => channel.postMessage(order)
  let current: Replacements = new Map()

  channel.onmessage = (event: unknown) => {
    const reply: Reply = typeof event === 'object' && event !== null ? Reflect.get(event, 'data') : undefined
    if (reply.kind === 'ready') send('ready')
    else if (reply.kind === 'done') send(reply.outcome)
  }
  process.on('message', (job: Job | 'end') => {
    if (job === 'end') return post({ kind: 'end' })
    const next = replacementsOf(job)
    const changed = changedFiles(current, next)
    for (const file of changed) {
      const text = next.get(file)
      replaced.set(file, text === null ? marked(file, readFileSync(join(root, file), 'utf8')) : (text ?? null))
    }
    current = next
    post({ kind: 'run', id: job.id, measure: job.measure.length > 0, changed, test: job.test })
  })
  process.on('disconnect', () => {
    post({ kind: 'end' })
    // A worker that does not come to an end would keep the process; its server is removed by the next run.
    setTimeout(() => process.exit(1), 15_000).unref()
  })
  await start(replaced)
  channel.close()
  process.exit(0)
}

await main()
