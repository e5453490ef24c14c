import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { recyclerDay } from '../subgraphs/journal/testing/journal.testing.ts'
import { addDays } from '../subgraphs/kit/common/dates.ts'
import { runAs } from './support/sql.ts'
import { openWholePlatform, type WholePlatform } from './support/whole-platform.ts'

// The whole platform is at work: four midnights with their journals, jobs and snapshots.
vi.setConfig({ testTimeout: 60_000 })

const WAIT = { timeout: 15_000, interval: 50 }

type Midnight = {
  readonly what: string
  /** The first moment of the day that begins. */
  readonly at: string
  readonly ends: string
  readonly begins: string
}

/** Local midnights that are none in UTC, in the order in which they come. */
const zones: readonly (readonly [zone: string, midnights: readonly Midnight[]])[] = [
  [
    'Asia/Kathmandu',
    [
      {
        what: 'a quarter past six in the evening of UTC',
        at: '2026-05-13T18:15:00Z',
        ends: '2026-05-13',
        begins: '2026-05-14',
      },
    ],
  ],
  [
    'America/Santiago',
    [
      { what: 'after an hour that came twice', at: '2026-04-05T04:00:00Z', ends: '2026-04-04', begins: '2026-04-05' },
      {
        what: 'that is left out: the day begins at one',
        at: '2026-09-06T04:00:00Z',
        ends: '2026-09-05',
        begins: '2026-09-06',
      },
      { what: 'after a day of 23 hours', at: '2026-09-07T03:00:00Z', ends: '2026-09-06', begins: '2026-09-07' },
    ],
  ],
]

describe.each(zones)('in a platform of %s', (zone, midnights) => {
  let platform: WholePlatform
  let admin: string
  let nowMs = Date.parse('2026-04-01T12:00:00Z')

  beforeAll(async () => {
    platform = await openWholePlatform({ now: () => new Date(nowMs), env: { PLATFORM_TIME_ZONE: zone } })
    admin = await platform.token({ role: 'ADMIN' })
  })
  afterAll(() => platform.close())

  const runJob = async (name: string) => {
    const job = platform.gateway.jobs.find((one) => one.name === name)
    if (job === undefined) throw new Error(`there is no job ${name}`)
    await job.run({ now: new Date(nowMs), log: platform.gateway.log, progress: () => {} })
  }
  const rows = (statement: string) => runAs(platform.database.urls.superuser, [statement])

  /** An institution with one ATM, and what the agent and an operator of it do. */
  const openInstitution = async (institution: string) => {
    const agentAtmId = `${institution}-1`
    const agent = await platform.token({ role: 'AGENT', institutions: [institution], agentAtmId })
    const operator = await platform.token({ role: 'USER', institutions: [institution] })
    return {
      async report(eventType: string) {
        const body = { eventType, eventTime: '', agentAtmId }
        expect((await platform.ask('POST', '/agent-proxy/api/journal-events', { as: agent, body })).status).toBe(201)
      },
      async upload(day: string, codes: readonly string[]) {
        const path = `/agent-proxy/api/journal-files?agentAtmId=${agentAtmId}&journalDate=${day}`
        const bytes = new Uint8Array(Buffer.from(recyclerDay(day, codes)))
        expect((await platform.ask('POST', path, { as: agent, bytes })).status).toBe(201)
        const waiting = async () => (await platform.ask('GET', '/journal/api/journal/parse-queue', { as: admin })).body
        await expect.poll(waiting, WAIT).toEqual([])
      },
      read: async (path: string) => Object((await platform.ask('GET', path, { as: operator })).body),
      gaps: async () => {
        const { body } = await platform.ask('GET', '/journal/api/journal/gaps', { as: operator })
        return Array.from<unknown>(Array.isArray(body) ? body : Object(body).content)
          .map((gap) => Object(gap).gapDate)
          .sort()
      },
    }
  }

  it.each(midnights)(
    'what is before and after the midnight $what falls into its own day',
    async ({ at, ends, begins }) => {
      const institution = `I-${begins}`
      const { report, upload, read, gaps } = await openInstitution(institution)
      const coverage = async () => (await read('/analytics/api/analytics/journal-coverage')).dailyVolume
      const summary = () => read('/journal/api/journal/transactions/summary')
      const snapshot = (day: string) =>
        read(`/analytics/api/analytics/snapshots/latest?institutionKey=${institution}&day=${day}`)

      // The last second of a day: an incident is opened, and journals of the day and of two days before it are there.
      nowMs = Date.parse(at) - 1_000
      await report('ATM_OUT_OF_SERVICE')
      await upload(addDays(ends, -2), ['000'])
      await upload(ends, ['000', '000', '105'])
      expect(await coverage()).toEqual([{ date: ends, total: 3, successful: 2, failed: 1 }])
      expect(await summary()).toEqual({ total: 3, successful: 2, failed: 1 })
      await runJob('journal.gap-detection')
      expect(await gaps()).toEqual([addDays(ends, -1)])

      // The first moment of the next one: it is resolved, another one is opened, and no journal of this day is there.
      nowMs = Date.parse(at)
      await report('ATM_IN_SERVICE')
      await report('CARD_READER_FAIL')
      expect(await coverage()).toEqual([{ date: begins, total: 0, successful: 0, failed: 0 }])
      expect(await summary()).toEqual({ total: 0, successful: 0, failed: 0 })
      await upload(begins, ['105'])
      expect(await coverage()).toEqual([{ date: begins, total: 1, successful: 0, failed: 1 }])

      // Snapshots of an institution are ten seconds apart, and those of each day show what belongs to it.
      const shown = (day: string) => async () => {
        nowMs += 10_000
        return snapshot(day)
      }
      await expect
        .poll(shown(ends), WAIT)
        .toMatchObject({ day: ends, filesParsed: 1, transactions: 3, incidentsCreated: 1, incidentsResolved: 0 })
      await expect
        .poll(shown(begins), WAIT)
        .toMatchObject({ day: begins, filesParsed: 1, transactions: 1, incidentsCreated: 1, incidentsResolved: 1 })
      const counters = () =>
        rows(`select day::text, files_parsed, incidents_created, incidents_resolved from analytics.day_counter
        where institution_key = '${institution}' order by day`)
      const counted = await counters()
      await runJob('analytics.rebuild')
      expect(await counters()).toEqual(counted)

      // A day without a journal is missing from the first moment on that it is over.
      nowMs = Date.parse(at)
      const silent = await openInstitution(`SILENT-${begins}`)
      await silent.report('ATM_IN_SERVICE')
      await silent.upload(addDays(ends, -1), ['000'])
      nowMs = Date.parse(at) - 1_000
      await runJob('journal.gap-detection')
      expect(await silent.gaps()).toEqual([])
      nowMs = Date.parse(at)
      await runJob('journal.gap-detection')
      expect(await silent.gaps()).toEqual([ends])
    },
  )
})
