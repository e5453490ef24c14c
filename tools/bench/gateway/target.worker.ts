import { z } from 'zod'
import { SERVICE_NAMES } from '../../../subgraphs/kit/calls/calls.ts'
import { createLog } from '../../../subgraphs/kit/observability/log.ts'
import { openSmallGateway, openSmallServices } from '../../../tests/support/gateway-services.ts'
import { openMonolith } from './monolith.ts'
import { DOCUMENTS, SERVICES } from './services.ts'

const taskSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('monolith') }),
  z.object({ kind: z.literal('services') }),
  z.object({
    kind: z.literal('gateway'),
    executor: z.enum(['compiled', 'stock']),
    urls: z.partialRecord(z.enum(SERVICE_NAMES), z.string()),
  }),
])

/** What a process of the benchmark serves. */
export type TargetTask = z.infer<typeof taskSchema>

/** What it answers once it listens, and the processor time that it has used, each time it is asked. */
export type TargetReport =
  | { readonly url: string; readonly urls: Partial<Record<(typeof SERVICE_NAMES)[number], string>> }
  | { readonly cpuMs: number }

const report = (message: TargetReport): void => void process.send?.(message)

const task = taskSchema.parse(JSON.parse(process.argv[2] ?? ''))
const log = createLog({ level: 'silent', name: 'bench' })
const urlOf = (port: number) => `http://127.0.0.1:${port}`

if (task.kind === 'monolith') report({ url: urlOf((await openMonolith()).port), urls: {} })
else if (task.kind === 'services') report({ url: '', urls: (await openSmallServices(SERVICES, log)).urls })
else {
  // One caller sends everything.
  const limits = { costPerSecond: Number.MAX_SAFE_INTEGER }
  const options = { executor: task.executor, documents: DOCUMENTS, production: true, log, limits }
  const { publicPort } = await openSmallGateway(SERVICES, task.urls, options)
  report({ url: urlOf(publicPort), urls: {} })
}

process.on('message', () => {
  const { user, system } = process.cpuUsage()
  report({ cpuMs: (user + system) / 1_000 })
})
process.on('disconnect', () => process.exit(0))
