import { afterAll, beforeAll, expect, it } from 'vitest'
import { dataOf, fileBody } from '../schema/client/rest.ts'
import { recyclerDay } from '../subgraphs/journal/testing/journal.testing.ts'
import { openWholePlatform, type WholePlatform } from './support/whole-platform.ts'

const DAY = '2026-05-13'
const DAY_BEFORE = '2026-05-12'
const FIRST_DAY = '2026-05-11'
const WAIT = { timeout: 15_000, interval: 50 }

let platform: WholePlatform
let nowMs = Date.parse(`${DAY}T12:00:00Z`)

beforeAll(async () => {
  platform = await openWholePlatform({ now: () => new Date(nowMs) })
})
afterAll(() => platform.close())

/** An institution with one ATM, of which there is a journal of the first day and none of the day after it. */
const openInstitution = async (institution: string) => {
  const agentAtmId = `${institution}-1`
  const agent = platform.client(await platform.token({ role: 'AGENT', institutions: [institution], agentAtmId }))
  const { rest } = platform.client(await platform.token({ role: 'USER', institutions: [institution] }))
  const filesOf = async (day: string) => {
    const query = { dateFrom: day, dateTo: day }
    return (await dataOf(rest.GET('/journal/api/journal/files', { params: { query } }))).content
  }
  const fileOf = (id: number) => dataOf(rest.GET('/journal/api/journal/files/{id}', { params: { path: { id } } }))
  const coverage = () => dataOf(rest.GET('/analytics/api/analytics/journal-coverage'))
  const shared = {
    /** Uploads a journal, waits until it is read, and answers its id. */
    async upload(day: string, text: string, status = 201): Promise<number> {
      const params = { query: { agentAtmId, journalDate: day } }
      const upload = { params, ...fileBody(Buffer.from(text)) }
      const { data, response } = await agent.rest.POST('/agent-proxy/api/journal-files', upload)
      expect(response.status).toBe(status)
      const id = data?.id ?? 0
      await expect.poll(async () => (await fileOf(id)).status, WAIT).not.toBe('RECEIVED')
      return id
    },
    standing: async (day: string) =>
      (await filesOf(day)).filter(({ supersededByFileId }) => supersededByFileId === null).map(({ id }) => id),
    superseded: async (day: string) =>
      (await filesOf(day))
        .filter(({ supersededByFileId }) => supersededByFileId !== null)
        .map(({ id, supersededByFileId }) => [id, supersededByFileId]),
    summary(day: string) {
      const query = { dateFrom: day, dateTo: day }
      return dataOf(rest.GET('/journal/api/journal/transactions/summary', { params: { query } }))
    },
    volume: async () => (await coverage()).dailyVolume[0],
    openGaps: async () => (await coverage()).openGapsTotal,
    async gapOf(day: string) {
      const gaps = await dataOf(rest.GET('/journal/api/journal/gaps'))
      return (Array.isArray(gaps) ? gaps : [])
        .filter(({ gapDate }) => gapDate === day)
        .map(({ status, closedByFileId }) => ({ status, closedByFileId }))
    },
    /** The newest snapshot of a day; the clock moves on, so that the next one is not held up. */
    async snapshot(day: string) {
      nowMs += 10_000
      const query = { institutionKey: institution, day }
      const { data } = await rest.GET('/analytics/api/analytics/snapshots/latest', { params: { query } })
      return data
    },
  }
  await shared.upload(FIRST_DAY, recyclerDay(FIRST_DAY, ['000']))
  const job = platform.gateway.jobs.find(({ name }) => name === 'journal.gap-detection')
  await job?.run({ now: new Date(nowMs), log: platform.gateway.log, progress: () => {} })
  expect(await shared.gapOf(DAY_BEFORE)).toMatchObject([{ status: 'OPEN' }])
  return shared
}

const MORNING = recyclerDay(DAY_BEFORE, ['000', '105'])
const WHOLE_DAY = recyclerDay(DAY_BEFORE, ['000', '105', '000', '000'])

it('a second journal of a day replaces the first: the day counts once, with the contents of the second', async () => {
  const { upload, standing, superseded, summary, openGaps, gapOf, snapshot } = await openInstitution('SECOND')
  const morning = await upload(DAY_BEFORE, MORNING)
  expect(await openGaps()).toBe(0)
  const whole = await upload(DAY_BEFORE, WHOLE_DAY)
  expect(await standing(DAY_BEFORE)).toEqual([whole])
  expect(await superseded(DAY_BEFORE)).toEqual([[morning, whole]])
  expect(await summary(DAY_BEFORE)).toEqual({ total: 4, successful: 3, failed: 1 })
  // The gap was closed once, by the file that came first.
  expect(await gapOf(DAY_BEFORE)).toEqual([{ status: 'CLOSED', closedByFileId: morning }])
  expect(await openGaps()).toBe(0)
  await expect
    .poll(() => snapshot(DAY_BEFORE), WAIT)
    .toMatchObject({ filesParsed: 1, transactions: 4, successful: 3, failed: 1 })
})

it('the coverage of today shows the second journal alone', async () => {
  const { upload, volume } = await openInstitution('TODAY')
  await upload(DAY, recyclerDay(DAY, ['000', '105']))
  expect(await volume()).toEqual({ date: DAY, total: 2, successful: 1, failed: 1 })
  await upload(DAY, recyclerDay(DAY, ['000', '105', '105']))
  expect(await volume()).toEqual({ date: DAY, total: 3, successful: 1, failed: 2 })
})

it('the same journal again is the first one: nothing is stored or counted twice', async () => {
  const { upload, standing, superseded, summary, snapshot } = await openInstitution('AGAIN')
  const first = await upload(DAY_BEFORE, MORNING)
  expect(await upload(DAY_BEFORE, MORNING, 200)).toBe(first)
  expect([await standing(DAY_BEFORE), await superseded(DAY_BEFORE)]).toEqual([[first], []])
  expect(await summary(DAY_BEFORE)).toEqual({ total: 2, successful: 1, failed: 1 })
  await expect.poll(() => snapshot(DAY_BEFORE), WAIT).toMatchObject({ filesParsed: 1, transactions: 2 })
})

it('a second journal that cannot be read leaves the first one where it is', async () => {
  const { upload, superseded, summary, gapOf, snapshot } = await openInstitution('UNREAD')
  const first = await upload(DAY_BEFORE, MORNING)
  await upload(DAY_BEFORE, 'nothing that any maker prints\n')
  expect(await superseded(DAY_BEFORE)).toEqual([])
  expect(await summary(DAY_BEFORE)).toEqual({ total: 2, successful: 1, failed: 1 })
  expect(await gapOf(DAY_BEFORE)).toEqual([{ status: 'CLOSED', closedByFileId: first }])
  await expect.poll(() => snapshot(DAY_BEFORE), WAIT).toMatchObject({ filesParsed: 1, transactions: 2 })
})
