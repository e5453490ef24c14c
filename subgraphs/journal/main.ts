import { prepareLoading } from '../kit/runtime/module-loading.ts'

prepareLoading()
const { startStandalone } = await import('../kit/runtime/standalone.ts')
const { journalService } = await import('./service.ts')

await startStandalone(journalService, process.env)
