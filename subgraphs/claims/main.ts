import { startAlone } from '../kit/alone.ts'
import { claimsService } from './service.ts'

await startAlone(claimsService, process.env)
