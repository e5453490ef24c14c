import { startStandalone } from '../kit/runtime/standalone.ts'
import { devicesService } from './service.ts'

await startStandalone(devicesService, process.env)
