import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestJournal, recyclerDay, type TestJournal } from '../testing/journal.testing.ts'

let journal: TestJournal
let ann: string
let bob: string
let beta: string

const graph = async (query: string, as: string): Promise<Record<string, unknown>> => {
  const principal = await journal.process.authenticator.authenticate(`Bearer ${as}`)
  const answer = await journal.process.hosted.get('journal')?.execute({ query }, { principal, token: as, traceId: '0' })
  return Object(Object(answer).data)
}
const progress = async (since: string, as: string, mine = false) =>
  (await graph(`{ journalFetchProgress(since: "${since}", mine: ${mine}) { asked waiting closed reopened } }`, as))
    .journalFetchProgress

const ask = async (days: readonly string[], as: string) => {
  const { body } = await journal.ask('GET', '/journal/api/journal/gaps?agentAtmId=ATM-1', { as })
  const gaps: { id: number; gapDate: string }[] = Array.isArray(body) ? body : []
  const ids = gaps.filter(({ gapDate }) => days.includes(gapDate)).map(({ id }) => id)
  return journal.ask('POST', '/journal/api/journal/gaps/request-fetch', { as, body: { ids } })
}

beforeAll(async () => {
  journal = await openTestJournal(
    [
      { agentAtmId: 'ATM-1', institutionKey: 'ACME' },
      { agentAtmId: 'ATM-2', institutionKey: 'BETA' },
    ],
    { now: '2026-05-20T11:00:00Z' },
  )
  ann = await journal.token({ role: 'CUSTOMER', institutions: ['ACME'], email: 'ann@acme.test' })
  bob = await journal.token({ role: 'CUSTOMER', institutions: ['ACME'], email: 'bob@acme.test' })
  beta = await journal.token({ role: 'CUSTOMER', institutions: ['BETA'] })
  await journal.uploadParsed('ATM-1', '2026-05-09', recyclerDay('2026-05-09', ['000']))
  await journal.runJob('journal.gap-detection')
})
afterAll(() => journal.close())

describe('the progress of requests for files', () => {
  it('counts what was asked for since a moment by status, and what has not come in 24 hours as open', async () => {
    const since = journal.clock.now().toISOString()
    expect(await progress(since, ann)).toEqual({ asked: 0, waiting: 0, closed: 0, reopened: 0 })
    await ask(['2026-05-10', '2026-05-11', '2026-05-12'], ann)
    await ask(['2026-05-13'], bob)
    expect(await progress(since, ann)).toEqual({ asked: 4, waiting: 4, closed: 0, reopened: 0 })
    await journal.uploadParsed('ATM-1', '2026-05-10', recyclerDay('2026-05-10', ['000']))
    expect(await progress(since, ann)).toEqual({ asked: 4, waiting: 3, closed: 1, reopened: 0 })
    expect(await progress(since, ann, true)).toEqual({ asked: 3, waiting: 2, closed: 1, reopened: 0 })
    expect(await progress(journal.clock.now().toISOString(), ann)).toMatchObject({ asked: 0 })
    expect(await progress(since, beta)).toMatchObject({ asked: 0 })
    journal.clock.set('2026-05-21T13:00:00Z')
    await journal.runJob('journal.gap-reopen')
    expect(await progress(since, ann)).toEqual({ asked: 4, waiting: 0, closed: 1, reopened: 3 })
  })
})
