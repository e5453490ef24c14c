import { prepareLoading } from '../kit/runtime/module-loading.ts'

prepareLoading()
const { startStandalone } = await import('../kit/runtime/standalone.ts')
const { incidentService } = await import('./service.ts')

await startStandalone(incidentService, process.env)
