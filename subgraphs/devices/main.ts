import { prepareLoading } from '../kit/runtime/module-loading.ts'

prepareLoading()
const { startStandalone } = await import('../kit/runtime/standalone.ts')
const { devicesService } = await import('./service.ts')

await startStandalone(devicesService, process.env)
