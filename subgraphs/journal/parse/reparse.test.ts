import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { runAs } from '../../../tests/support/sql.ts'
import { openTestJournal, recyclerDay, type TestJournal } from '../testing/journal.testing.ts'

const NOW = '2026-05-20T12:00:00Z'
const UNREADABLE = 'nothing that any machine prints\n'

let journal: TestJournal
let admin: string
let day = 0

beforeAll(async () => {
  const atms = [
    { agentAtmId: 'ATM-1', institutionKey: 'ACME' },
    { agentAtmId: 'ATM-2', institutionKey: 'BETA' },
  ]
  journal = await openTestJournal(atms, { now: NOW })
  admin = await journal.token({ role: 'ADMIN' })
})
afterEach(() => journal.clock.set(NOW))
afterAll(() => journal.close())

/** A day of its own for each test. */
const nextDay = (): string => {
  day += 1
  return `2026-05-${String(day).padStart(2, '0')}`
}
const query = (text: string) => runAs(journal.database.urls.superuser, [text])
const reparse = (id: unknown, as = admin) => journal.ask('POST', `/journal/api/journal/files/${id}/reparse`, { as })
const fileOf = async (id: unknown) =>
  Object((await journal.ask('GET', `/journal/api/journal/files/${id}`, { as: admin })).body)
const rows = (date: string) =>
  query(`select id::int, file_id::int, first_line, host_code from journal.transaction_all
    where started_at::date = '${date}' order by first_line, id`)
const totals = (date: string) =>
  query(`select transactions, successful, failed from journal.atm_day_total where day = '${date}'`)
const messages = async (id: unknown) => {
  const [row] = await query(`select
    (select count(*)::int from topics.message where topic = 'journal.file-parsed'
      and envelope -> 'data' ->> 'fileId' = '${id}') +
    (select count(*)::int from journal.outbox where topic = 'journal.file-parsed'
      and data ->> 'fileId' = '${id}') as n`)
  return Number(row?.n)
}

/** Which of the files' messages is the newest, as those see it who follow what was parsed. */
const sequences = async (files: readonly Record<string, unknown>[]) => {
  await expect.poll(() => query('select from journal.outbox')).toEqual([])
  const found = await query(`select (envelope -> 'data' ->> 'fileId')::int as id,
      (envelope -> 'data' ->> 'parseSequence')::int as sequence
    from topics.message where topic = 'journal.file-parsed'`)
  return files.map((file) => found.find(({ id }) => id === file.id)?.sequence)
}

/** Somebody else holds the topic of ATM-2's institution for a while, or does no longer. */
const holdBeta = (held: boolean) =>
  query(`update topics.cursor set leased_by = ${held ? `'test'` : 'null'},
    leased_until = ${held ? `clock_timestamp() + interval '1 hour'` : 'null'}
    where topic = 'journal.parse-requests.BETA'`)

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

/** A recycler's session with a declined request, an approved one, and the one that gives the card back. */
const session = (date: string, hour: number): string => {
  const [year = '', month = '', ofMonth = ''] = date.split('-')
  const stamp = `${month}/${ofMonth}/${year.slice(2)} ${hour}`
  const short = `${year.slice(2)}/${month}/${ofMonth}`
  const request = (minute: string, reference: string, code: string) =>
    `${hour}:${minute}:10 TNX REQUEST, OPCODE: AAAF   A\n${short} ${short} ${hour}:${minute} 0\n` +
    `113 ${reference} 011000\n0004123********0077\n    200.00  230\nSURCHARGE:  0.00\n\n            ${code}\n`
  return (
    `------------${stamp}:00:00-------------\n============TRANSACTION START=============\n` +
    `${hour}:00:00 CARD:;412345XXXXXX0077?\n${request('00', '8104', '105')}${request('01', '8105', '000')}`
  )
}

describe('the attempts of a session', () => {
  const attempts = (date: string) =>
    query(`select id::int, session_id::int, attempt_no, reference, verdict from journal.transaction_all
      where started_at::date = '${date}' order by first_line`)

  it('keep their ids, and that of their session, when their file is parsed again', async () => {
    const date = nextDay()
    const file = await journal.uploadParsed('ATM-1', date, session(date, 10) + session(date, 11))
    const before = await attempts(date)
    const [first, , third] = before
    expect(before).toEqual([
      { id: first?.id, session_id: first?.id, attempt_no: 1, reference: '8104', verdict: 'DECLINED' },
      { id: expect.any(Number), session_id: first?.id, attempt_no: 2, reference: '8105', verdict: 'APPROVED' },
      { id: third?.id, session_id: third?.id, attempt_no: 1, reference: '8104', verdict: 'DECLINED' },
      { id: expect.any(Number), session_id: third?.id, attempt_no: 2, reference: '8105', verdict: 'APPROVED' },
    ])
    expect(file).toMatchObject({ transactions: 4, successful: 2, failed: 2, undecided: 0 })
    // What an older parser made of it: one transaction a session.
    await query(`delete from journal.transaction_hot where started_at::date = '${date}' and attempt_no = 2`)
    journal.clock.set('2026-05-20T12:00:05Z')
    await reparse(file.id)
    await settled()
    const after = await attempts(date)
    expect(after.map(({ id, ...rest }) => ({ ...rest, isFirst: id === rest.session_id }))).toEqual(
      before.map(({ id, ...rest }) => ({ ...rest, isFirst: id === rest.session_id })),
    )
    await reparse(file.id)
    await settled()
    expect(await attempts(date)).toEqual(after)
  })
})

describe('a file of a day that has one', () => {
  it('takes its place with everything it brings, and the old one is kept and names it', async () => {
    const date = nextDay()
    const first = await journal.uploadParsed('ATM-1', date, recyclerDay(date, ['000', '105', '000']))
    const second = await journal.uploadParsed('ATM-1', date, recyclerDay(date, ['105']))
    expect(await fileOf(first.id)).toMatchObject({ status: 'PARSED', transactions: 3, supersededByFileId: second.id })
    expect(await fileOf(second.id)).toMatchObject({ supersededByFileId: null })
    expect(await rows(date)).toMatchObject([{ file_id: second.id, host_code: '105' }])
    expect(await totals(date)).toEqual([{ transactions: 1, successful: 0, failed: 1 }])
    const { text } = await journal.ask('GET', `/journal/api/journal/files/${first.id}/content`, { as: admin })
    expect(text).toContain('TRANSACTION START')
    const third = await journal.uploadParsed('ATM-1', date, recyclerDay(date, ['000', '000']))
    expect(await fileOf(first.id)).toMatchObject({ supersededByFileId: second.id })
    expect(await fileOf(second.id)).toMatchObject({ supersededByFileId: third.id })
  })

  it('gives the place back when the first one is sent again', async () => {
    const date = nextDay()
    const text = recyclerDay(date, ['000', '000'])
    const first = await journal.uploadParsed('ATM-1', date, text)
    const second = await journal.uploadParsed('ATM-1', date, recyclerDay(date, ['105']))
    expect(await journal.upload('ATM-1', date, text)).toMatchObject({ status: 200 })
    await settled()
    expect(await fileOf(first.id)).toMatchObject({ supersededByFileId: null })
    expect(await fileOf(second.id)).toMatchObject({ supersededByFileId: first.id })
    expect(await totals(date)).toEqual([{ transactions: 2, successful: 2, failed: 0 }])
  })

  it('supersedes nothing if it is empty or cannot be read', async () => {
    const date = nextDay()
    const first = await journal.uploadParsed('ATM-1', date, recyclerDay(date, ['000']))
    const header = `------------05/${date.slice(8)}/26 23:00:00-------------\n`
    const empty = await journal.uploadParsed('ATM-1', date, header)
    const broken = await journal.uploadParsed('ATM-1', date, UNREADABLE)
    expect(empty).toMatchObject({ status: 'PARSED', transactions: 0, supersededByFileId: null })
    // Who follows what was parsed takes the newest of a day, which neither of these is.
    expect(await sequences([first, empty, broken])).toEqual([expect.any(Number), 0, 0])
    expect(await sequences([first])).not.toEqual([0])
    expect(broken).toMatchObject({ status: 'FAILED', supersededByFileId: null })
    expect(await fileOf(first.id)).toMatchObject({ supersededByFileId: null })
    expect(await rows(date)).toMatchObject([{ file_id: first.id }])
  })

  it('leaves one of many standing, whole, however they come at once', async () => {
    const date = nextDay()
    const texts = Array.from({ length: 6 }, (_, n) =>
      recyclerDay(
        date,
        Array.from({ length: n + 1 }, () => '000'),
      ),
    )
    await Promise.all(texts.map((text) => journal.upload('ATM-1', date, text)))
    await settled()
    const files = await query(
      `select id::int, transactions, superseded_by from journal.journal_file where journal_date = '${date}'`,
    )
    const standing = files.filter(({ superseded_by }) => superseded_by === null)
    expect(standing).toHaveLength(1)
    const n = Number(standing[0]?.transactions)
    expect(await totals(date)).toEqual([{ transactions: n, successful: n, failed: 0 }])
    expect((await rows(date)).map(({ file_id }) => file_id)).toEqual(Array.from({ length: n }, () => standing[0]?.id))
  })
})

describe('having a file read again', () => {
  it('changes nothing where the same comes of it: not even an id, and publishes nothing', async () => {
    const date = nextDay()
    const file = await journal.uploadParsed('ATM-1', date, recyclerDay(date, ['000', '105', null]))
    const before = [await rows(date), await totals(date)]
    const place = () => query(`select max(ctid) as place from journal.transaction_hot where file_id = ${file.id}`)
    const old = await place()
    journal.clock.set('2026-05-20T13:00:00Z')
    const { status, body } = await reparse(file.id)
    expect(status).toBe(202)
    expect(body).toMatchObject({ id: file.id, status: 'PARSED', transactions: 3 })
    await settled()
    expect([await rows(date), await totals(date)]).toEqual(before)
    // It was really read again.
    expect(await place()).not.toEqual(old)
    expect((await fileOf(file.id)).parsedAt).toMatch(/T13:/)
    expect(await messages(file.id)).toBe(1)
  })

  it('replaces what an older parser found, and keeps the ids of what begins in the same line', async () => {
    const date = nextDay()
    const file = await journal.uploadParsed('ATM-1', date, recyclerDay(date, ['000', '105', '000']))
    const [one, two, three] = await rows(date)
    // As if today's parser knew more: a verdict was read wrong, a transaction not found, and one that never was.
    await query(`update journal.transaction_hot set host_code = '999' where id = ${one?.id}`)
    await query(`delete from journal.transaction_hot where id = ${two?.id}`)
    await query(`update journal.transaction_hot set first_line = 77777 where id = ${three?.id}`)
    await query(`update journal.journal_file set transactions = 2 where id = ${file.id}`)
    expect((await reparse(file.id)).status).toBe(202)
    await settled()
    const after = await rows(date)
    expect(after.map(({ host_code }) => host_code)).toEqual(['000', '105', '000'])
    expect(after[0]?.id).toBe(one?.id)
    expect([two?.id, three?.id]).not.toContain(after[2]?.id)
    expect(await totals(date)).toEqual([{ transactions: 3, successful: 2, failed: 1 }])
    expect(await messages(file.id)).toBe(2)
  })

  it('lets a file that could not be read wait again, and shows it in the queue', async () => {
    const date = nextDay()
    const file = await journal.uploadParsed('ATM-2', date, UNREADABLE)
    expect(file).toMatchObject({ status: 'FAILED', error: expect.stringContaining('Unknown family') })
    const queue = async (as: string) => (await journal.ask('GET', '/journal/api/journal/parse-queue', { as })).body
    expect(await queue(admin)).toEqual([])
    await holdBeta(true)
    journal.clock.set('2026-05-20T13:00:00Z')
    expect((await reparse(file.id)).body).toMatchObject({ status: 'RECEIVED', error: null, parsedAt: null })
    journal.clock.set('2026-05-20T13:02:00Z')
    const [waiting] = Object(await queue(admin))
    expect(waiting).toMatchObject({
      institutionKey: 'BETA',
      waiting: 1,
      oldestReceivedAt: expect.stringMatching(/T13:00/),
    })
    expect(waiting.oldestWaitSeconds).toBeGreaterThanOrEqual(119)
    expect(await queue(await journal.token({ role: 'USER', institutions: ['BETA'] }))).toHaveLength(1)
    expect(await queue(await journal.token({ role: 'USER', institutions: ['ACME'] }))).toEqual([])
    await holdBeta(false)
    await settled()
    expect(await fileOf(file.id)).toMatchObject({ status: 'FAILED', error: expect.stringContaining('Unknown family') })
    expect(await queue(admin)).toEqual([])
    expect(await journal.process.metrics.metrics()).toMatch(
      /fleetops_journal_files_parsed_total\{status="FAILED"\} [1-9]/,
    )
  })

  it('is refused for a file that another one replaced, with what to do instead', async () => {
    const date = nextDay()
    const first = await journal.uploadParsed('ATM-1', date, recyclerDay(date, ['000', '000']))
    const second = await journal.uploadParsed('ATM-1', date, recyclerDay(date, ['105']))
    const { status, body } = await reparse(first.id)
    expect(status).toBe(409)
    expect(body).toMatchObject({ code: 'CONFLICT', detail: expect.stringContaining(`File ${second.id} has taken`) })
    await settled()
    expect(await rows(date)).toMatchObject([{ file_id: second.id }])
  })

  it('gives no place back that another file takes meanwhile', async () => {
    const date = nextDay()
    const wrong = await journal.uploadParsed('ATM-2', date, recyclerDay(date, ['000', '000']))
    await holdBeta(true)
    const corrected = Object((await journal.upload('ATM-2', date, recyclerDay(date, ['105']))).body)
    expect((await reparse(wrong.id)).status).toBe(202)
    await holdBeta(false)
    await settled()
    expect(await fileOf(wrong.id)).toMatchObject({
      status: 'PARSED',
      transactions: 2,
      supersededByFileId: corrected.id,
    })
    expect(await fileOf(corrected.id)).toMatchObject({ supersededByFileId: null })
    expect(await rows(date)).toMatchObject([{ file_id: corrected.id, host_code: '105' }])
    expect(await totals(date)).toEqual([{ transactions: 1, successful: 0, failed: 1 }])
    expect(await messages(wrong.id)).toBe(1)
  })

  it('leaves the place to another file that comes while an unread one is read again', async () => {
    const date = nextDay()
    const late = await journal.uploadParsed('ATM-2', date, UNREADABLE)
    const next = nextDay()
    const both = recyclerDay(date, ['105']) + recyclerDay(next, ['105'])
    const standing = await journal.uploadParsed('ATM-2', next, both)
    await holdBeta(true)
    expect((await reparse(late.id)).body).toMatchObject({ status: 'RECEIVED' })
    // As if the parser had learned to read it, and another file had been read first.
    await query(
      `update journal.journal_file
        set content_id = (select content_id from journal.journal_file where id = ${standing.id}) where id = ${late.id}`,
    )
    await query(`update journal.journal_file set journal_date = '${date}' where id = ${standing.id}`)
    await holdBeta(false)
    await settled()
    expect(await fileOf(late.id)).toMatchObject({ status: 'PARSED', transactions: 2, supersededByFileId: standing.id })
    expect(await rows(date)).toMatchObject([{ file_id: standing.id }])
    expect(await totals(date)).toEqual([{ transactions: 1, successful: 0, failed: 1 }])
  })

  it('is for administrators of the file’s institution', async () => {
    const date = nextDay()
    const file = await journal.uploadParsed('ATM-1', date, recyclerDay(date, ['000']))
    const status = async (claims: Parameters<typeof journal.token>[0]) =>
      (await reparse(file.id, await journal.token(claims))).status
    expect(await status({ role: 'MSP_ADMIN', institutions: ['ACME'] })).toBe(202)
    expect(await status({ role: 'BCOS_ADMIN' })).toBe(202)
    expect(await status({ role: 'MSP_ADMIN', institutions: ['BETA'] })).toBe(404)
    for (const role of ['USER', 'CUSTOMER', 'AGENT'] as const)
      expect(await status({ role, institutions: ['ACME'] })).toBe(403)
    expect((await reparse(999_999)).status).toBe(404)
    expect((await reparse('one')).status).toBe(400)
    await settled()
  })

  it('takes place once for a file that is sent or asked for again and again, however many requests wait', async () => {
    const date = nextDay()
    const file = await journal.uploadParsed('ATM-2', date, UNREADABLE)
    const read = async () =>
      Number(/_parsed_total\{status="FAILED"\} (\d+)/.exec(await journal.process.metrics.metrics())?.[1])
    const before = await read()
    await holdBeta(true)
    for (let n = 0; n < 5; n += 1) await Promise.all([journal.upload('ATM-2', date, UNREADABLE), reparse(file.id)])
    await holdBeta(false)
    await settled()
    expect(await read()).toBe(before + 1)
  })

  it('asks for it and marks the file together', async () => {
    const date = nextDay()
    const file = await journal.uploadParsed('ATM-1', date, UNREADABLE)
    await query(
      `alter table journal.outbox add constraint broken check (topic <> 'journal.parse-requests.ACME') not valid`,
    )
    expect((await reparse(file.id)).status).toBe(500)
    await query('alter table journal.outbox drop constraint broken')
    expect(await fileOf(file.id)).toMatchObject({ status: 'FAILED' })
  })
})
