import { prepareLoading } from '../kit/runtime/module-loading.ts'

prepareLoading()
const { startStandalone } = await import('../kit/runtime/standalone.ts')
const { fleetService } = await import('./service.ts')

await startStandalone(fleetService, process.env)
