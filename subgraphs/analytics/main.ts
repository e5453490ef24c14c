import { prepareLoading } from '../kit/runtime/module-loading.ts'

prepareLoading()
const { startStandalone } = await import('../kit/runtime/standalone.ts')
const { analyticsService } = await import('./service.ts')

await startStandalone(analyticsService, process.env)
