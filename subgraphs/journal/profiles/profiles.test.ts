import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runAs } from '../../../tests/support/sql.ts'
import { openTestJournal, recyclerDay, type TestJournal } from '../testing/journal.testing.ts'

const NOW = '2026-05-20T12:00:00Z'
const LABEL = { words: 'Loyalty id', kind: 'IDENTIFIER' }
const BODY = {
  approvedCodes: ['000', '001'],
  currency: 'ETB',
  amountUnit: 'WHOLE',
  timeZone: null,
  customerLabels: [LABEL],
}

let journal: TestJournal
let admin: string
let institution = 0

beforeAll(async () => {
  const atms = Array.from({ length: 12 }, (_, n) => ({
    ...{ agentAtmId: `ATM-${n + 1}`, institutionKey: `INST-${n + 1}`, timeZone: 'Asia/Kolkata' },
  }))
  journal = await openTestJournal(atms, { now: NOW })
  admin = await journal.token({ role: 'ADMIN' })
})
afterAll(() => journal.close())

/** An institution of its own for each test, with an ATM. */
const next = () => {
  institution += 1
  return { key: `INST-${institution}`, agentAtmId: `ATM-${institution}` }
}
const query = (text: string) => runAs(journal.database.urls.superuser, [text])
const ask = (method: 'GET' | 'PUT' | 'POST', path: string, body?: object, as = admin) =>
  journal.ask(method, `/journal/api/journal/profiles${path}`, { as, ...(body === undefined ? {} : { body }) })
const fileOf = async (id: unknown) =>
  Object((await journal.ask('GET', `/journal/api/journal/files/${id}`, { as: admin })).body)
const textOf = async (id: unknown) =>
  (await journal.ask('GET', `/journal/api/journal/files/${id}/content`, { as: admin })).text
const settled = () =>
  expect
    .poll(
      () =>
        query(`select (select count(*)::int from journal.outbox)
          + (select count(*)::int from topics.cursor where consumer_group = 'journal.parsers'
            and (waiting or leased_by is not null)) as n`),
      { timeout: 20_000 },
    )
    .toEqual([{ n: 0 }])

describe('the profile of an institution', () => {
  it('has version 0 without any rule until it is written', async () => {
    const { key } = next()
    expect(await ask('GET', `/${key}`)).toMatchObject({
      status: 200,
      body: {
        ...{ institutionKey: key, version: 0, approvedCodes: null, currency: null, amountUnit: null, timeZone: null },
        ...{ customerLabels: [], writtenBy: null, writtenAt: null },
      },
    })
    expect((await ask('GET', `/${key}/versions`)).body).toEqual([])
    expect(Object((await ask('GET', '')).body).map(Object)).not.toContainEqual(
      expect.objectContaining({ institutionKey: key }),
    )
  })

  it('has a version for each write, of which the last counts', async () => {
    const { key } = next()
    expect(await ask('PUT', `/${key}`, { version: 0, ...BODY })).toMatchObject({
      status: 200,
      body: {
        ...{ institutionKey: key, version: 1, approvedCodes: ['000', '001'], currency: 'ETB', amountUnit: 'WHOLE' },
        ...{
          timeZone: null,
          customerLabels: [{ words: 'LOYALTY ID', kind: 'IDENTIFIER' }],
          writtenAt: expect.stringMatching(/^2026-05-20T12:.*Z$/),
        },
      },
    })
    const own = await journal.token({ role: 'MSP_ADMIN', institutions: [key], email: 'ann@msp.example' })
    const second = await ask('PUT', `/${key}`, { version: 1, timeZone: 'UTC' }, own)
    expect(second).toMatchObject({
      status: 200,
      body: { version: 2, approvedCodes: null, timeZone: 'UTC', customerLabels: [], writtenBy: 'ann@msp.example' },
    })
    expect((await ask('GET', `/${key}`, undefined, own)).body).toEqual(second.body)
    expect((await ask('GET', '', undefined, own)).body).toEqual([second.body])
    const versions = async (query: string) =>
      Object((await ask('GET', `/${key}/versions${query}`)).body).map(({ version }: { version: number }) => version)
    expect([await versions(''), await versions('?limit=1'), await versions('?before=2')]).toEqual([[2, 1], [2], [1]])
    expect((await ask('GET', `/${key}/versions?limit=101`)).status).toBe(400)
  })

  it('is written by one at a time: who edited another version gets the present one', async () => {
    const { key } = next()
    const answers = await Promise.all([1, 2, 3].map(() => ask('PUT', `/${key}`, { version: 0, currency: 'ETB' })))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
    expect(await ask('PUT', `/${key}`, { version: 2 })).toMatchObject({
      status: 409,
      body: { code: 'CONFLICT', current: { institutionKey: key, version: 1, currency: 'ETB' } },
    })
  })

  it('is refused by field', async () => {
    const { key } = next()
    const answer = await ask('PUT', `/${key}`, {
      version: 0,
      currency: 'birr',
      customerLabels: [{ ...LABEL, words: '.*' }],
    })
    expect(answer).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'currency' }, { field: 'customerLabels[0].words' }] },
    })
    expect((await ask('PUT', `/${key}`, { currency: 'ETB' })).status).toBe(400)
    expect((await ask('PUT', '/a,b', { version: 0 })).status).toBe(400)
  })

  it('is the business of administrators of the institution', async () => {
    const { key } = next()
    const statuses = async (claims: Parameters<typeof journal.token>[0]) => {
      const as = await journal.token(claims)
      const answers = [
        await ask('GET', `/${key}`, undefined, as),
        await ask('GET', `/${key}/versions`, undefined, as),
        await ask('PUT', `/${key}`, { version: 9 }, as),
        await ask('POST', `/${key}/reparse`, undefined, as),
      ]
      return answers.map(({ status }) => status)
    }
    expect(await statuses({ role: 'USER', institutions: [key] })).toEqual([403, 403, 403, 403])
    expect(await statuses({ role: 'CUSTOMER', institutions: [key] })).toEqual([403, 403, 403, 403])
    expect(await statuses({ role: 'MSP_ADMIN', institutions: ['OTHER'] })).toEqual([403, 403, 403, 403])
    expect(await statuses({ role: 'BCOS_ADMIN' })).toEqual([200, 200, 403, 403])
    expect(await statuses({ role: 'MSP_ADMIN', institutions: [key] })).toEqual([200, 200, 409, 202])
  })
})

const WITH_LABEL = `${recyclerDay('2026-05-11', ['000'])}LOYALTY ID 4471-99\n`

describe('files of an institution', () => {
  it('name the version that parsed them, and are masked by its labels', async () => {
    const { key, agentAtmId } = next()
    const before = await journal.uploadParsed(agentAtmId, '2026-05-11', WITH_LABEL)
    expect(before).toMatchObject({ profileVersion: 0 })
    expect(await textOf(before.id)).toContain('LOYALTY ID 4471-99')
    await ask('PUT', `/${key}`, { version: 0, ...BODY })
    const after = await journal.uploadParsed(agentAtmId, '2026-05-11', `\n${WITH_LABEL}`)
    expect(after).toMatchObject({ profileVersion: 1 })
    expect(await textOf(after.id)).toContain('LOYALTY ID *******')
    const { agentAtmId: other } = next()
    expect(await textOf((await journal.uploadParsed(other, '2026-05-11', WITH_LABEL)).id)).toContain('4471-99')
  })

  it('are parsed again by a new version, each once, and masked again where its labels are new', async () => {
    const { key, agentAtmId } = next()
    const file = await journal.uploadParsed(agentAtmId, '2026-05-11', WITH_LABEL)
    const failed = await journal.uploadParsed(agentAtmId, '2026-05-12', 'nothing that any machine prints\n')
    const nothing = { version: 0, queued: 0, more: false, textsToMask: 0 }
    expect(await ask('POST', `/${key}/reparse`)).toMatchObject({ status: 202, body: nothing })
    journal.clock.set('2026-05-20T12:01:00Z')
    await ask('PUT', `/${key}`, { version: 0, ...BODY })
    const recent = await journal.uploadParsed(agentAtmId, '2026-05-13', recyclerDay('2026-05-13', ['000']))
    journal.clock.set('2026-05-20T12:02:00Z')
    const started = await ask('POST', `/${key}/reparse`)
    expect(started).toMatchObject({ status: 202, body: { version: 1, queued: 1, more: false, textsToMask: 2 } })
    expect((await ask('POST', `/${key}/reparse`)).body).toMatchObject({ queued: 0, textsToMask: 0 })
    await settled()
    expect(await fileOf(file.id)).toMatchObject({ status: 'PARSED', profileVersion: 1, transactions: 1 })
    expect(await fileOf(failed.id)).toMatchObject({ status: 'FAILED', profileVersion: 0 })
    expect(await fileOf(recent.id)).toMatchObject({ profileVersion: 1 })
    expect((await journal.process.health())['journal.masking']).toMatchObject({ status: 'DEGRADED' })
    expect(await journal.runJob('journal.remask')).toBe('2 texts masked again, 0 left')
    expect(await textOf(file.id)).toContain('LOYALTY ID *******')
    // Labels stay what they are, so no text is masked again.
    await ask('PUT', `/${key}`, { version: 1, ...BODY, currency: 'USD' })
    journal.clock.set('2026-05-20T12:03:00Z')
    expect((await ask('POST', `/${key}/reparse`)).body).toMatchObject({ version: 2, queued: 2, textsToMask: 0 })
    await settled()
    expect(await fileOf(file.id)).toMatchObject({ profileVersion: 2 })
    journal.clock.set(NOW)
  })

  it('have the local times of their ATM where the clock of the machines shows another zone', async () => {
    const { key, agentAtmId } = next()
    await ask('PUT', `/${key}`, { version: 0, timeZone: 'UTC' })
    const utc = recyclerDay(
      '2026-05-11',
      Array.from({ length: 20 }, () => '000'),
    )
    const file = await journal.uploadParsed(agentAtmId, '2026-05-12', utc)
    expect(file).toMatchObject({ status: 'PARSED', transactions: 20 })
    const rows = await query(`select to_char(min(started_at), 'DD HH24:MI') as first,
        to_char(max(started_at), 'DD HH24:MI') as last
      from journal.transaction_all where agent_atm_id = '${agentAtmId}'`)
    expect(rows).toEqual([{ first: '11 05:30', last: '12 00:30' }])
  })
})

it('approved codes of a profile decide what its institution’s hosts answer', async () => {
  const { key, agentAtmId } = next()
  const text = recyclerDay('2026-05-11', ['001', '000', '105'])
  const before = await journal.uploadParsed(agentAtmId, '2026-05-11', text)
  await ask('PUT', `/${key}`, { version: 0, approvedCodes: ['001'] })
  journal.clock.set('2026-05-20T12:05:00Z')
  await ask('POST', `/${key}/reparse`)
  await settled()
  journal.clock.set(NOW)
  expect(before).toMatchObject({ profileVersion: 0, successful: 1 })
  const verdicts = await query(`select host_code, verdict from journal.transaction_all
    where agent_atm_id = '${agentAtmId}' order by started_at`)
  expect(verdicts).toEqual([
    { host_code: '001', verdict: 'APPROVED' },
    { host_code: '000', verdict: 'DECLINED' },
    { host_code: '105', verdict: 'DECLINED' },
  ])
})
