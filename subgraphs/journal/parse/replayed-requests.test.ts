import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runAs } from '../../../tests/support/sql.ts'
import { openTestJournal, recyclerDay, type TestJournal } from '../testing/journal.testing.ts'

let journal: TestJournal
let admin: string
let day = 0
let second = 0

beforeAll(async () => {
  journal = await openTestJournal([{ agentAtmId: 'ATM-1', institutionKey: 'ACME' }], { now: '2026-05-20T12:00:00Z' })
  admin = await journal.token({ role: 'ADMIN' })
  await run(`create function journal.break() returns trigger language plpgsql as $$
      begin raise exception 'broken' using errcode = 'XX001'; end $$;
    grant execute on function journal.break() to public;
    create trigger broken before insert on journal.atm_journal for each row execute function journal.break();
    alter table journal.atm_journal disable trigger broken`)
})
afterAll(() => journal.close())

const run = (statement: string) => runAs(journal.database.urls.superuser, [statement])
/** A day of its own for each test. */
const nextDay = (): string => {
  day += 1
  return `2026-05-${String(day).padStart(2, '0')}`
}
const later = (): void => {
  second += 1
  journal.clock.set(new Date(Date.parse('2026-05-20T12:00:00Z') + second * 1_000).toISOString())
}
const fileOf = async (id: unknown) =>
  Object((await journal.ask('GET', `/journal/api/journal/files/${id}`, { as: admin })).body)
const letters = async () =>
  Object((await journal.ask('GET', '/journal/api/dead-letters?replayed=false', { as: admin })).body).content

/** Waits until every request has been handled. */
const handled = () =>
  expect
    .poll(
      () =>
        run(`select from topics.cursor where consumer_group = 'journal.parsers' and (waiting or leased_by is not null)
          union all select from journal.outbox`),
      { timeout: 20_000 },
    )
    .toEqual([])

/** Does what asks for a parse while no parse can be stored, a second after what came before. Returns the file's id. */
const die = async (ask: () => Promise<{ body: unknown }>): Promise<unknown> => {
  later()
  await run('alter table journal.atm_journal enable trigger broken')
  const { body } = await ask()
  await expect.poll(letters, { timeout: 20_000 }).toHaveLength(1)
  await handled()
  await run('alter table journal.atm_journal disable trigger broken')
  return Object(body).id
}

const send = (date: string, text: string) => {
  later()
  return journal.uploadParsed('ATM-1', date, text)
}

/** Has the one dead letter replayed, and waits until it has been handled. */
const replay = async () => {
  later()
  const [{ id }] = await letters()
  const { status } = await journal.ask('POST', `/journal/api/dead-letters/${id}/replay`, { as: admin })
  expect(status).toBe(202)
  await handled()
  expect(await letters()).toEqual([])
}

/** Of which files the transactions of a day are. */
const standing = async (date: string) =>
  (await run(`select distinct file_id::int as id from journal.transaction_all where started_at::date = '${date}'`)).map(
    ({ id }) => id,
  )

describe('a request to parse a file that is replayed', () => {
  it('leaves the place to a file that was sent since', async () => {
    const date = nextDay()
    const first = await die(() => journal.upload('ATM-1', date, recyclerDay(date, ['000', '000'])))
    expect(await fileOf(first)).toMatchObject({ status: 'FAILED' })
    const last = await send(date, recyclerDay(date, ['105']))
    await replay()
    expect(await fileOf(first)).toMatchObject({ status: 'PARSED', transactions: 2, supersededByFileId: last.id })
    expect(await fileOf(last.id)).toMatchObject({ supersededByFileId: null })
    expect(await standing(date)).toEqual([last.id])
  })

  it('takes the place of a file that was sent before', async () => {
    const date = nextDay()
    const wrong = await send(date, recyclerDay(date, ['000', '000']))
    const corrected = await die(() => journal.upload('ATM-1', date, recyclerDay(date, ['105'])))
    await replay()
    expect(await fileOf(wrong.id)).toMatchObject({ supersededByFileId: corrected })
    expect(await standing(date)).toEqual([corrected])
  })

  it('takes the place of a file without transactions, whenever that was sent', async () => {
    const date = nextDay()
    const first = await die(() => journal.upload('ATM-1', date, recyclerDay(date, ['000', '000'])))
    const empty = await send(date, `------------05/${date.slice(8)}/26 23:00:00-------------\n`)
    expect(empty).toMatchObject({ status: 'PARSED', transactions: 0 })
    await replay()
    expect(await fileOf(empty.id)).toMatchObject({ supersededByFileId: first })
    expect(await standing(date)).toEqual([first])
  })

  it('brings back a file that was sent again only where no other was sent since', async () => {
    const date = nextDay()
    const text = recyclerDay(date, ['000', '000'])
    const first = await send(date, text)
    const second = await send(date, recyclerDay(date, ['105']))
    await die(() => journal.upload('ATM-1', date, text))
    expect(await standing(date)).toEqual([second.id])
    await replay()
    expect(await standing(date)).toEqual([first.id])
    await send(date, recyclerDay(date, ['105', '105']))
    await die(() => journal.upload('ATM-1', date, text))
    const last = await send(date, recyclerDay(date, ['105', '105', '105']))
    await replay()
    expect(await standing(date)).toEqual([last.id])
    expect(await fileOf(last.id)).toMatchObject({ supersededByFileId: null })
  })

  it('has a file that was filed under its own day take the place of what was sent before that', async () => {
    const [date, own] = [nextDay(), nextDay()]
    const misdated = await send(date, recyclerDay(own, ['000', '000']))
    expect(misdated).toMatchObject({ status: 'MISDATED' })
    const other = await send(own, recyclerDay(own, ['105']))
    const path = `/journal/api/journal/files/${misdated.id}/refile`
    await die(() => journal.ask('POST', path, { as: admin }))
    expect(await standing(own)).toEqual([other.id])
    await replay()
    expect(await standing(own)).toEqual([misdated.id])
  })
})
