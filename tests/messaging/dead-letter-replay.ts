import { expect, test } from 'vitest'
import { journalOf } from '../support/journal-day.ts'
import { runAs } from '../support/sql.ts'
import type { WholePlatform } from '../support/whole-platform.ts'

/** On a busy machine; each has several ways through topics to wait for. */
const TIMEOUT_MS = 90_000

/** The platform's time in these tests begins here. */
export const START = Date.parse('2026-05-13T20:00:00Z')

const ABSENT = '00000000-0000-4000-8000-000000000000'
const BREAK = `create or replace function public.break() returns trigger language plpgsql as
  $$ begin raise exception 'card 4111111111111111 is broken' using errcode = 'XX001'; end $$;
  grant execute on function public.break() to public`

/** Poison from its five failures to its replay, through the public API of a whole platform. */
export const describeReplay = (platform: () => WholePlatform): void => {
  const run = (sql: string) => runAs(platform().database.urls.superuser, [sql])
  const breakTable = (table: string) =>
    run(`${BREAK}; create trigger broken before insert on ${table} for each row execute function public.break()`)
  const mendTable = (table: string) => run(`drop trigger broken on ${table}`)
  const token = (role: 'ADMIN' | 'BCOS_ADMIN' | 'MSP_ADMIN' | 'USER') =>
    platform().token({ role, userId: '12', institutions: ['ACME'] })
  const list = async (service: string, query = '') => {
    const answer = await platform().ask('GET', `/${service}/api/dead-letters${query}`, { as: await token('ADMIN') })
    expect(answer.status).toBe(200)
    return Object(answer.body)
  }
  const buried = async (service: string) => {
    await expect.poll(async () => (await list(service)).content.length, { timeout: 30_000 }).toBe(1)
    return (await list(service)).content[0]
  }
  const replay = async (service: string, id: string, role: 'ADMIN' | 'BCOS_ADMIN' = 'ADMIN') =>
    platform().ask('POST', `/${service}/api/dead-letters/${id}/replay`, { as: await token(role) })
  const upload = async (date: string) => {
    const as = await platform().token({ role: 'AGENT', institutions: ['ACME'], agentAtmId: 'ATM-1' })
    const path = `/agent-proxy/api/journal-files?agentAtmId=ATM-1&journalDate=${date}`
    const answer = await platform().ask('POST', path, { as, bytes: journalOf(date) })
    expect(answer.status).toBe(201)
    return Object(answer.body).id
  }
  const file = async (id: number) => {
    const answer = await platform().ask('GET', `/journal/api/journal/files/${id}`, { as: await token('ADMIN') })
    return Object(answer.body)
  }

  test(
    'a journal that was given up is read when its request is replayed, once',
    async () => {
      await breakTable('journal.atm_journal')
      const id = await upload('2026-05-13')
      const letter = await buried('journal')
      expect(letter).toMatchObject({
        topic: 'journal.parse-requests.ACME',
        consumerGroup: 'journal.parsers',
        key: 'ATM-1',
        institutionKey: 'ACME',
        error: 'card 411111XXXXXX1111 is broken',
        attempts: 5,
        replayedAt: null,
        message: { id: letter.messageId, type: letter.topic, version: 1, data: { fileId: id, reason: 'UPLOAD' } },
      })
      expect(Date.parse(letter.firstAttemptAt)).toBeLessThan(Date.parse(letter.lastAttemptAt))
      await expect.poll(() => file(id), { timeout: 20_000 }).toMatchObject({ status: 'FAILED' })
      await mendTable('journal.atm_journal')

      const first = await replay('journal', letter.id)
      expect(first).toMatchObject({ status: 202, body: { id: letter.id, replayedBy: '12' } })
      await expect.poll(() => file(id), { timeout: 20_000 }).toMatchObject({ status: 'PARSED', successful: 3 })
      expect((await replay('journal', letter.id)).body).toEqual(first.body)
      expect((await list('journal', '?replayed=true')).totalElements).toBe(1)
      expect((await list('journal', '?replayed=false')).totalElements).toBe(0)
      const [effects] = await run(`select count(*)::int as n from journal.transaction_all`)
      expect(effects).toEqual({ n: (await file(id)).transactions })
    },
    TIMEOUT_MS,
  )

  test(
    'a journal that had been read before stays as it was meanwhile, and is read again by the replay',
    async () => {
      const [{ file_id: id } = { file_id: 0 }] = await run('select id::int as file_id from journal.journal_file')
      const before = await file(Number(id))
      await breakTable('journal.atm_journal')
      const path = `/journal/api/journal/files/${id}/reparse`
      expect((await platform().ask('POST', path, { as: await token('ADMIN') })).status).toBe(202)
      const open = async () => (await list('journal', '?replayed=false')).content
      await expect.poll(open, { timeout: 30_000 }).toMatchObject([{ message: { data: { reason: 'REPARSE' } } }])
      expect(await file(Number(id))).toMatchObject({ status: 'PARSED', parsedAt: before.parsedAt })
      await mendTable('journal.atm_journal')
      expect((await replay('journal', (await open())[0].id)).status).toBe(202)
      const isRead = async () => (await file(Number(id))).parsedAt > before.parsedAt
      await expect.poll(isRead, { timeout: 20_000 }).toBe(true)
      expect(await file(Number(id))).toMatchObject({ status: 'PARSED', successful: before.successful })
    },
    TIMEOUT_MS,
  )

  test(
    'a message that dies again is the same dead letter, and one that is mended has its effect once',
    async () => {
      // What the last test sent arrives before anything breaks.
      const counted = () => run('select sum(files_parsed)::int as files from analytics.day_counter')
      await expect.poll(counted, { timeout: 20_000 }).toEqual([{ files: 1 }])
      await breakTable('analytics.inbox')
      await upload('2026-05-12')
      const letter = await buried('analytics')
      expect(letter).toMatchObject({ topic: 'journal.file-parsed', consumerGroup: 'analytics.snapshots', attempts: 5 })
      expect((await replay('analytics', letter.id)).status).toBe(202)
      const now = async () => (await list('analytics')).content
      const again = { id: letter.id, messageId: letter.messageId, replayedAt: null, replayedBy: null, attempts: 5 }
      await expect.poll(now, { timeout: 30_000 }).toMatchObject([again])
      expect((await now())[0].lastAttemptAt > letter.lastAttemptAt).toBe(true)
      expect(await counted()).toEqual([{ files: 1 }])
      await mendTable('analytics.inbox')
      expect((await replay('analytics', letter.id, 'BCOS_ADMIN')).status).toBe(202)
      await expect.poll(counted, { timeout: 20_000 }).toEqual([{ files: 2 }])
      // Sending it yet another time counts nothing twice: the next message is counted after it.
      await run('update analytics.dead_letter set replayed_at = null, replayed_by = null')
      expect((await replay('analytics', letter.id)).status).toBe(202)
      await upload('2026-05-11')
      await expect.poll(counted, { timeout: 20_000 }).toEqual([{ files: 3 }])
    },
    TIMEOUT_MS,
  )

  test(
    'what is no message is shown and stays',
    async () => {
      await run(`insert into analytics.dead_letter (id, topic, consumer_group, identity, key, message, error, attempts,
      first_attempt_at, last_attempt_at) values ('${ABSENT.replace('4', '5')}', 't', 'g', 'x', 'k',
      '{"version":2,"text":"4111 1111 1111 1111 \\u0000"}', 'version 2', 1, now(), now())`)
      const [letter] = (await list('analytics', '?topic=t')).content
      expect(letter).toMatchObject({ messageId: null, message: { version: 2, text: '4111 11XX XXXX 1111 \0' } })
      expect(await replay('analytics', letter.id)).toMatchObject({ status: 409, body: { code: 'CONFLICT' } })
    },
    TIMEOUT_MS,
  )

  test('a page beyond the last one is empty', async () => {
    expect(await list('journal', '?page=2147483647&size=200')).toMatchObject({ content: [], totalElements: 2 })
  })

  test(
    'only administrators of the platform come in, and only to what there is',
    async () => {
      for (const service of ['journal', 'analytics']) {
        for (const [method, path] of [
          ['GET', `/${service}/api/dead-letters`],
          ['POST', `/${service}/api/dead-letters/${ABSENT}/replay`],
        ] as const) {
          expect((await platform().ask(method, path)).status).toBe(401)
          for (const role of ['USER', 'MSP_ADMIN'] as const)
            expect((await platform().ask(method, path, { as: await token(role) })).status).toBe(403)
        }
        expect((await replay(service, ABSENT)).status).toBe(404)
        expect((await replay(service, 'seven')).status).toBe(400)
        const as = await token('BCOS_ADMIN')
        expect((await platform().ask('GET', `/${service}/api/dead-letters?size=0`, { as })).status).toBe(400)
      }
    },
    TIMEOUT_MS,
  )

  test(
    'the graph shows those of each service under a name of their own',
    async () => {
      const fields = 'totalElements content { topic message replayedAt }'
      const text = `{ journalDeadLetters { ${fields} } analyticsDeadLetters(topic: "journal.file-parsed")
        { ${fields} } }`
      const { data, errors } = await platform().query(text, await token('ADMIN'))
      expect(errors).toBeUndefined()
      expect(data).toMatchObject({
        journalDeadLetters: { totalElements: 2, content: [{ topic: 'journal.parse-requests.ACME' }, {}] },
        analyticsDeadLetters: { totalElements: 1, content: [{ topic: 'journal.file-parsed' }] },
      })
      const refused = await platform().query('{ journalDeadLetters { totalElements } }', await token('USER'))
      expect(refused.errors).toMatchObject([{ extensions: { code: 'FORBIDDEN' } }])
    },
    TIMEOUT_MS,
  )
}
