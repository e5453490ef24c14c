import { startStandalone } from '../kit/runtime/standalone.ts'
import { journalService } from './service.ts'

await startStandalone(journalService, process.env)
