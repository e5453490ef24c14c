import { startAlone } from '../kit/alone.ts'
import { incidentService } from './service.ts'

await startAlone(incidentService, process.env)
