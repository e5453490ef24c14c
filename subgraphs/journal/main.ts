import { startAlone } from '../kit/alone.ts'
import { journalService } from './service.ts'

await startAlone(journalService, process.env)
