import { startAlone } from '../kit/alone.ts'
import { agentProxyService } from './service.ts'

await startAlone(agentProxyService, process.env)
