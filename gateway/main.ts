import { createConsole } from '../subgraphs/kit/observability/console.ts'
import { runProgram } from '../subgraphs/kit/runtime/program.ts'
import { startGateway } from './service.ts'

// @apollo/gateway reports its use to Apollo by default.
process.env.APOLLO_TELEMETRY_DISABLED = '1'
await runProgram((life) => startGateway(life, process.env, createConsole(process.stdout)))
