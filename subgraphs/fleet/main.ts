import { startAlone } from '../kit/alone.ts'
import { fleetService } from './service.ts'

await startAlone(fleetService, process.env)
