import { prepareLoading } from '../kit/runtime/module-loading.ts'

prepareLoading()
const { startStandalone } = await import('../kit/runtime/standalone.ts')
const { claimsService } = await import('./service.ts')

await startStandalone(claimsService, process.env)
