import { UserFacingError } from '../db/errors.ts'
import { SERVICES } from '../gateway/services.ts'
import { readConfig } from '../subgraphs/kit/config.ts'
import { openGround } from '../subgraphs/kit/ground.ts'
import { type JobStatus, type JobsEnv, listJobs, runJob } from '../subgraphs/kit/jobs.ts'
import type { Lifecycle } from '../subgraphs/kit/lifecycle.ts'
import { createLog } from '../subgraphs/kit/log.ts'
import { openProcess } from '../subgraphs/kit/process.ts'
import { runProgram } from '../subgraphs/kit/program.ts'

const print = (line: string) => process.stdout.write(`${line}\n`)
const tell = (line: string) => process.stderr.write(`${line}\n`)

const shown = (instant: Date | null): string =>
  instant === null ? 'never' : `${instant.toISOString().slice(0, 16).replace('T', ' ')}Z`

const tableOf = (jobs: readonly JobStatus[]): readonly string[] => {
  const rows = [
    ['JOB', 'SCHEDULE', 'ZONE', 'LAST RUN', 'OUTCOME', 'NEXT RUN'],
    ...jobs.map((job) => [
      job.name,
      job.cron ?? 'by hand',
      job.timeZone,
      shown(job.lastRunAt),
      job.lastOutcome ?? job.lastState ?? '',
      shown(job.nextRunAt),
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
  const config = readConfig({ LOG_LEVEL: 'warn', ...process.env })
  const ground = await openGround(life, config, tell)
  const log = createLog({ level: config.logLevel, name: 'job' })
  const services = await life.open({
    name: 'the services',
    atLeastMs: 1_000,
    open: () => openProcess({ config, definitions: SERVICES, ...ground, log, background: false }),
    close: (opened) => opened.close(),
  })
  const env: JobsEnv = {
    databaseUrl: ground.database.platform,
    platformTimeZone: config.platformTimeZone,
    log,
    now: services.now,
  }
  const jobs = [...services.jobs].sort((one, other) => one.name.localeCompare(other.name))
  if (name === undefined) {
    for (const line of tableOf(await listJobs(env, jobs))) print(line)
    return
  }
  const job = jobs.find((known) => known.name === name)
  if (job === undefined)
    throw new UserFacingError(`There is no job ${name}; there are: ${jobs.map((known) => known.name).join(', ')}.`)
  tell(`Running ${name} …`)
  print(
    await runJob(env, job, (progress) => tell(`  ${progress}`)).catch((error: unknown) => {
      throw new UserFacingError(`The job ${name} failed: ${error instanceof Error ? error.message : String(error)}`)
    }),
  )
}

await runProgram(async (life) => {
  await work(life, process.argv[2])
  await life.stop(10_000)
  process.exit(0)
})
