import { startStandalone } from '../kit/runtime/standalone.ts'
import { claimsService } from './service.ts'

await startStandalone(claimsService, process.env)
