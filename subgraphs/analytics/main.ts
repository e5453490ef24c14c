import { startAlone } from '../kit/alone.ts'
import { analyticsService } from './service.ts'

await startAlone(analyticsService, process.env)
