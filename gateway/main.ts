import { finishLoading, prepareLoading } from '../subgraphs/kit/runtime/module-loading.ts'

prepareLoading()
const { createConsole } = await import('../subgraphs/kit/observability/console.ts')
const { runProgram } = await import('../subgraphs/kit/runtime/program.ts')
const { startGateway } = await import('./service.ts')

// @apollo/gateway reports its use to Apollo by default.
process.env.APOLLO_TELEMETRY_DISABLED = '1'
await runProgram(async (life) => {
  await startGateway(life, process.env, createConsole(process.stdout))
  finishLoading()
})
