import { startAlone } from '../kit/alone.ts'
import { devicesService } from './service.ts'

await startAlone(devicesService, process.env)
