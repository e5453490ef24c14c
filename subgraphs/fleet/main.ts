import { startStandalone } from '../kit/runtime/standalone.ts'
import { fleetService } from './service.ts'

await startStandalone(fleetService, process.env)
