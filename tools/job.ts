import { UserFacingError } from '../db/errors.ts'
import { SERVICES } from '../gateway/services.ts'
import { readConfig } from '../subgraphs/kit/config/config.ts'
import { type JobStatus, listJobs } from '../subgraphs/kit/jobs/job-list.ts'
import { type JobsEnv, runJob } from '../subgraphs/kit/jobs/jobs.ts'
import { registerJobs } from '../subgraphs/kit/jobs/register-jobs.ts'
import { createLog } from '../subgraphs/kit/observability/log.ts'
import { openInfrastructure } from '../subgraphs/kit/runtime/infrastructure.ts'
import type { Lifecycle } from '../subgraphs/kit/runtime/lifecycle.ts'
import { openProcess } from '../subgraphs/kit/runtime/process.ts'
import { runProgram } from '../subgraphs/kit/runtime/program.ts'

const print = (line: string) => process.stdout.write(`${line}\n`)
const report = (line: string) => process.stderr.write(`${line}\n`)

const shown = (instant: Date | null): string =>
  instant === null ? 'never' : `${instant.toISOString().slice(0, 16).replace('T', ' ')}Z`

const tookOf = (ms: number | null): string => {
  if (ms === null) return ''
  if (ms < 1_000) return `${ms} ms`
  return ms < 120_000 ? `${(ms / 1_000).toFixed(1)} s` : `${Math.round(ms / 60_000)} min`
}

const outcomeOf = (job: JobStatus): string => {
  if (job.runningSince !== null)
    return `running since ${shown(job.runningSince)}${job.progress === null ? '' : `: ${job.progress}`}`
  if (job.lastOutcome === 'FAILED') return `FAILED: ${job.lastMessage}`
  return job.lastMessage ?? ''
}

const tableOf = (jobs: readonly JobStatus[]): readonly string[] => {
  const rows = [
    ['JOB', 'SCHEDULE', 'ZONE', 'LAST RUN', 'TOOK', 'NEXT RUN', 'OUTCOME'],
    ...jobs.map((job) => [
      job.name,
      job.cron ?? 'by hand',
      job.timeZone,
      shown(job.lastRunAt),
      tookOf(job.lastDurationMs),
      job.nextRunAt === null ? '' : shown(job.nextRunAt),
      outcomeOf(job),
    ]),
  ]
  const widths = (rows[0] ?? []).map((_title, column) => Math.max(...rows.map((row) => (row[column] ?? '').length)))
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  )
}

/** Lists the jobs, or runs one to its end beside whatever else runs on the same database. */
const work = async (life: Lifecycle, name: string | undefined): Promise<void> => {
  // Beside a running platform, whose release alone says when its databases are migrated.
  const config = { ...readConfig({ LOG_LEVEL: 'warn', ...process.env }), migrateAtStart: false }
  const infrastructure = await openInfrastructure(life, config, report)
  const log = createLog({ level: config.logLevel, name: 'job' })
  const services = await life.open({
    name: 'the services',
    atLeastMs: 1_000,
    open: () => openProcess({ config, definitions: SERVICES, ...infrastructure, log, background: false }),
    close: (opened) => opened.close(),
  })
  const env: JobsEnv = {
    databaseUrl: infrastructure.database.platform,
    stores: services.jobStores,
    platformTimeZone: config.platformTimeZone,
    log,
    now: services.now,
  }
  await registerJobs(env, services.jobs)
  if (name === undefined) {
    for (const line of tableOf(await listJobs(env.stores, env.now()))) print(line)
    return
  }
  const jobs = [...services.jobs].sort((one, other) => one.name.localeCompare(other.name))
  const job = jobs.find((known) => known.name === name)
  if (job === undefined)
    throw new UserFacingError(`There is no job ${name}; there are: ${jobs.map((known) => known.name).join(', ')}.`)
  report(`Running ${name} …`)
  print(
    await runJob(env, job, (progress) => report(`  ${progress}`)).catch((error: unknown) => {
      throw new UserFacingError(`The job ${name} failed: ${error instanceof Error ? error.message : String(error)}`)
    }),
  )
}

await runProgram(async (life) => {
  await work(life, process.argv[2])
  await life.stop(10_000)
  process.exit(0)
})
