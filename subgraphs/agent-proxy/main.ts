import { prepareLoading } from '../kit/runtime/module-loading.ts'

prepareLoading()
const { startStandalone } = await import('../kit/runtime/standalone.ts')
const { agentProxyService } = await import('./service.ts')

await startStandalone(agentProxyService, process.env)
