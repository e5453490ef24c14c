import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type JobDefinition, type JobsEnv, runJob } from '../subgraphs/kit/jobs/jobs.ts'
import { registerJobs } from '../subgraphs/kit/jobs/register-jobs.ts'
import { createLog } from '../subgraphs/kit/observability/log.ts'
import { openWholePlatform, type WholePlatform } from './support/whole-platform.ts'

const ZONE = 'Europe/Helsinki'

/** Every scheduled job that the requirements name, and what keeps their tables in order. */
const SCHEDULES = [
  ['analytics.insight-purge', '0 3 * * *', ZONE],
  ['analytics.rebuild', null, ZONE],
  ['analytics.retention', '30 3 * * *', ZONE],
  ['devices.reconcile', '*/5 * * * *', 'UTC'],
  ['incident.outages', '*/30 * * * * *', 'UTC'],
  ['fleet.live-retention', '*/5 * * * *', 'UTC'],
  ['fleet.rollout-retention', '50 0 * * *', 'UTC'],
  ['fleet.rollouts', null, 'UTC'],
  ['incident.availability', '* * * * *', 'UTC'],
  ['incident.availability-check', null, 'UTC'],
  ['incident.cash-check', '40 2 * * *', 'UTC'],
  ['incident.maintenance', '* * * * *', 'UTC'],
  ['incident.partitions', '10 0 * * *', 'UTC'],
  ['incident.quiet-time', '* * * * *', 'UTC'],
  ['incident.retention', '55 0 * * *', 'UTC'],
  ['incident.targets', '* * * * *', 'UTC'],
  ['incident.webhook-retention', '20 * * * *', 'UTC'],
  ['journal.gap-detection', '0 6 * * *', 'UTC'],
  ['journal.gap-reopen', '0 * * * *', 'UTC'],
  ['journal.hot-to-cold', '0 2 * * *', 'UTC'],
  ['journal.partitions', '30 1 * * *', 'UTC'],
  ['journal.remask', '30 3 * * *', 'UTC'],
  ['journal.repeated-requests', '*/10 * * * *', 'UTC'],
  ['journal.retention', '10 3 * * *', 'UTC'],
  ['journal.totals-check', '30 2 * * *', 'UTC'],
  ['topics.retention', '30 1 * * *', 'UTC'],
]

const envOf = (platform: WholePlatform): JobsEnv => ({
  databaseUrl: platform.database.urls.platform,
  stores: platform.gateway.jobStores,
  platformTimeZone: ZONE,
  log: createLog({ level: 'silent', name: 'test' }),
  now: () => new Date(),
})

const jobOf = (name: string, run: JobDefinition['run']): JobDefinition => ({
  name,
  cron: '0 * * * *',
  timeZone: 'UTC',
  run,
})

const ignore = () => {}

describe('the jobs of the platform', () => {
  let platform: WholePlatform
  let admin: string

  beforeAll(async () => {
    platform = await openWholePlatform({ env: { PLATFORM_TIME_ZONE: ZONE } })
    admin = await platform.token({ role: 'ADMIN' })
    await registerJobs(envOf(platform), platform.gateway.jobs)
  }, 60_000)
  afterAll(() => platform?.close())

  const list = async (as = admin) => (await platform.ask('GET', '/api/jobs', { as })).body

  it('are listed with their schedules', async () => {
    const jobs = await list()
    const shown = Array.isArray(jobs) ? jobs.map(({ name, schedule, timeZone }) => [name, schedule, timeZone]) : []
    expect(shown).toEqual(expect.arrayContaining(SCHEDULES))
  })

  it.each([
    [null, 401],
    ['USER', 403],
    ['CUSTOMER', 403],
    ['MSP_ADMIN', 403],
    ['AGENT', 403],
    ['ADMIN', 200],
    ['BCOS_ADMIN', 200],
  ] as const)('answer %s with %d', async (role, status) => {
    const as = role === null ? {} : { as: await platform.token({ role, institutions: ['ACME'] }) }
    for (const path of ['/api/jobs', '/api/jobs/journal.gap-reopen/runs'])
      expect((await platform.ask('GET', path, as)).status).toBe(status)
  })

  it('show how they went, and when they are due', async () => {
    const [reopen] = platform.gateway.jobs.filter(({ name }) => name === 'journal.gap-reopen')
    if (reopen === undefined) throw new Error('no such job')
    expect(await runJob(envOf(platform), reopen, ignore)).toBe('0 gaps opened again, 0 closed')
    expect(await list()).toContainEqual({
      name: 'journal.gap-reopen',
      service: 'journal',
      schedule: '0 * * * *',
      timeZone: 'UTC',
      lastOutcome: 'DONE',
      lastMessage: '0 gaps opened again, 0 closed',
      lastRunAt: expect.stringMatching(/Z$/),
      lastDurationMs: expect.any(Number),
      runningSince: null,
      progress: null,
      nextRunAt: expect.stringMatching(/:00:00\.000Z$/),
    })
    const runs = await platform.ask('GET', '/api/jobs/journal.gap-reopen/runs?size=1', { as: admin })
    expect(runs.body).toMatchObject({
      content: [{ outcome: 'DONE', message: '0 gaps opened again, 0 closed', durationMs: expect.any(Number) }],
      totalElements: 1,
      size: 1,
      last: true,
    })
  })

  it('show the one under way with its progress', async () => {
    const begun = Promise.withResolvers<void>()
    const finish = Promise.withResolvers<string>()
    const job = jobOf('journal.totals-check', async ({ progress }) => {
      progress('three of nine days')
      begun.resolve()
      return finish.promise
    })
    const outcome = runJob(envOf(platform), job, ignore)
    await begun.promise
    await expect
      .poll(list)
      .toContainEqual(
        expect.objectContaining({ name: job.name, runningSince: expect.any(String), progress: 'three of nine days' }),
      )
    finish.resolve('nine days')
    expect(await outcome).toBe('nine days')
    expect(await list()).toContainEqual(
      expect.objectContaining({ name: job.name, runningSince: null, progress: null, lastMessage: 'nine days' }),
    )
  })

  it('know no others', async () => {
    const unknown = await platform.ask('GET', '/api/jobs/journal.nothing/runs', { as: admin })
    expect(unknown).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } })
    const page = await platform.ask('GET', '/api/jobs/journal.gap-reopen/runs?page=-1', { as: admin })
    expect(page).toMatchObject({ status: 400, body: { errors: [{ field: 'page' }] } })
  })

  it('degrade the health of their service from a failure to the next success, inside only', async () => {
    const failing = jobOf('journal.gap-detection', async () => {
      throw new Error('the list of ATMs is not to be had')
    })
    const component = async (path: string) =>
      Object((await platform.ask('GET', path, { internal: true })).body).components?.['journal.jobs']
    await expect(runJob(envOf(platform), failing, ignore)).rejects.toThrow('not to be had')
    const degraded = {
      status: 'DEGRADED',
      reason: expect.stringMatching(/^journal\.gap-detection failed at \S+Z: the list of ATMs is not to be had$/),
    }
    await expect.poll(() => component('/actuator/health'), { timeout: 5_000 }).toEqual(degraded)
    expect(await component('/journal/actuator/health')).toEqual(degraded)
    expect(await platform.ask('GET', '/actuator/health')).toMatchObject({ status: 200, body: { status: 'UP' } })
    expect(JSON.stringify((await platform.ask('GET', '/actuator/health')).body)).not.toContain('gap-detection')
    await runJob(
      envOf(platform),
      jobOf(failing.name, async () => 'done'),
      ignore,
    )
    await expect.poll(() => component('/actuator/health'), { timeout: 5_000 }).toEqual({ status: 'UP' })
  })

  it('are in the document of the platform', async () => {
    const { body } = await platform.ask('GET', '/openapi.json')
    expect(Object.keys(Object(body).paths)).toEqual(
      expect.arrayContaining(['/api/jobs', '/api/jobs/{name}/runs', '/journal/api/journal/gaps']),
    )
  })
})

it('a gateway lists the jobs of services that run elsewhere', async () => {
  const platform = await openWholePlatform({ down: ['journal'] })
  try {
    expect(platform.gateway.jobs.some(({ name }) => name.startsWith('journal.'))).toBe(false)
    const elsewhere = jobOf('journal.gap-reopen', async () => 'done elsewhere')
    await runJob(envOf(platform), elsewhere, ignore)
    const { body } = await platform.ask('GET', '/api/jobs', { as: await platform.token({ role: 'BCOS_ADMIN' }) })
    expect(body).toContainEqual(
      expect.objectContaining({ name: elsewhere.name, lastOutcome: 'DONE', lastMessage: 'done elsewhere' }),
    )
  } finally {
    await platform.close()
  }
}, 60_000)
