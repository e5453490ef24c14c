import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runAs } from '../../../tests/support/sql.ts'
import { openTestJournal, recyclerDay, type TestJournal } from '../testing/journal.testing.ts'

const UNREADABLE = 'nothing that any machine prints\n'

let journal: TestJournal
let admin: string
let minute = 0
let day = 0

beforeAll(async () => {
  journal = await openTestJournal([{ agentAtmId: 'ATM-1', institutionKey: 'ACME' }], { now: '2026-05-20T12:00:00Z' })
  admin = await journal.token({ role: 'ADMIN' })
})
afterAll(() => journal.close())

/** A day of its own for each test. */
const nextDay = (): string => {
  day += 1
  return `2026-05-${String(day).padStart(2, '0')}`
}
const later = (): void => {
  minute += 1
  journal.clock.set(`2026-05-20T12:${String(minute).padStart(2, '0')}:00Z`)
}
const query = (text: string) => runAs(journal.database.urls.superuser, [text])
const fileOf = async (id: unknown) =>
  Object((await journal.ask('GET', `/journal/api/journal/files/${id}`, { as: admin })).body)
const requests = async (id: unknown) => {
  const of = (data: string) => `${data} ->> 'fileId' = '${id}'`
  const [row] = await query(`select
    (select count(*)::int from topics.message where topic = 'journal.parse-requests.ACME'
      and ${of(`envelope -> 'data'`)}) +
    (select count(*)::int from journal.outbox where topic = 'journal.parse-requests.ACME' and ${of('data')}) as n`)
  return Number(row?.n)
}

/** Somebody else holds the topic of the institution for a while, or does no longer. */
const hold = (held: boolean) =>
  query(`update topics.cursor set leased_by = ${held ? `'test'` : 'null'},
    leased_until = ${held ? `clock_timestamp() + interval '1 hour'` : 'null'}
    where topic = 'journal.parse-requests.ACME'`)

/** Waits until no request to parse is left unread. */
const settled = () =>
  expect
    .poll(
      () =>
        query(`select (select count(*)::int from journal.outbox where topic like 'journal.parse-requests.%')
          + (select count(*)::int from topics.cursor where consumer_group = 'journal.parsers'
            and (waiting or leased_by is not null)) as n`),
      { timeout: 20_000 },
    )
    .toEqual([{ n: 0 }])

/** Sends a text a while after the last one. */
const sendLater = (date: string, text: string) => {
  later()
  return journal.upload('ATM-1', date, text)
}

describe('a file that is sent again', () => {
  it('waits, and is asked for once, if it could not be read before', async () => {
    const date = nextDay()
    const file = await journal.uploadParsed('ATM-1', date, UNREADABLE)
    expect(file).toMatchObject({ status: 'FAILED' })
    await settled()
    await hold(true)
    for (let n = 0; n < 3; n += 1) {
      const { status, body } = await sendLater(date, UNREADABLE)
      expect([status, body]).toMatchObject([200, { id: file.id, status: 'RECEIVED', error: null, parsedAt: null }])
    }
    expect(await requests(file.id)).toBe(2)
    await hold(false)
    await settled()
    expect(await fileOf(file.id)).toMatchObject({ status: 'FAILED' })
  })

  it('is asked for once while it waits to take the place of another one', async () => {
    const date = nextDay()
    const a = await journal.uploadParsed('ATM-1', date, recyclerDay(date, ['000', '000']))
    later()
    await journal.uploadParsed('ATM-1', date, recyclerDay(date, ['105']))
    await settled()
    await hold(true)
    for (let n = 0; n < 3; n += 1) await sendLater(date, recyclerDay(date, ['000', '000']))
    expect(await requests(a.id)).toBe(2)
    await hold(false)
    await settled()
    later()
    await sendLater(date, recyclerDay(date, ['000', '000']))
    expect(await requests(a.id)).toBe(2)
  })

  it.each(['AB', 'ABA', 'BA', 'BAB', 'ABBA'])(
    'is the standing file in the end if it was sent last: %s',
    async (order) => {
      const date = nextDay()
      const texts: Record<string, string> = { A: recyclerDay(date, ['000', '000']), B: recyclerDay(date, ['105']) }
      const known: Record<string, unknown> = {}
      for (const name of ['A', 'B']) {
        known[name] = (await journal.uploadParsed('ATM-1', date, texts[name] ?? '')).id
        later()
      }
      await settled()
      await hold(true)
      for (const name of order) await sendLater(date, texts[name] ?? '')
      await hold(false)
      await settled()
      const [last, other] = order.endsWith('A') ? [known.A, known.B] : [known.B, known.A]
      expect(await fileOf(last)).toMatchObject({ supersededByFileId: null })
      expect(await fileOf(other)).toMatchObject({ supersededByFileId: last })
    },
  )
})
