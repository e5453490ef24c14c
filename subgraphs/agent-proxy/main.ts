import { startStandalone } from '../kit/runtime/standalone.ts'
import { agentProxyService } from './service.ts'

await startStandalone(agentProxyService, process.env)
