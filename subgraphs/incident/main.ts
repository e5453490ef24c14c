import { startStandalone } from '../kit/runtime/standalone.ts'
import { incidentService } from './service.ts'

await startStandalone(incidentService, process.env)
