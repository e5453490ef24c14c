import { startStandalone } from '../kit/runtime/standalone.ts'
import { analyticsService } from './service.ts'

await startStandalone(analyticsService, process.env)
