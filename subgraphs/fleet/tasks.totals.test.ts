import fc from 'fast-check'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestFleet, type TestFleet } from './fleet.testing.ts'

const KINDS = ['REBOOT', 'RESTART_AGENT'] as const
const STATUSES = ['QUEUED', 'SENT', 'SUCCEEDED'] as const

let fleet: TestFleet
let admin: string
let sessions: pg.Client[]

beforeAll(async () => {
  fleet = await openTestFleet({ now: '2026-11-20T12:00:00Z' })
  admin = await fleet.token({ role: 'ADMIN' })
  sessions = Array.from({ length: 3 }, () => new pg.Client({ connectionString: fleet.database.urls.platform }))
  for (const session of sessions) await session.connect()
})
afterAll(async () => {
  for (const session of sessions) await session.end()
  await fleet.close()
})

const taskChange = fc.record({
  what: fc.constantFrom('INSERT', 'UPDATE', 'DELETE'),
  kind: fc.constantFrom(...KINDS),
  status: fc.constantFrom(...STATUSES),
  isKept: fc.boolean(),
})
type TaskChange = typeof taskChange extends fc.Arbitrary<infer Value> ? Value : never

const STATEMENTS = {
  INSERT: `insert into fleet.task (id, institution_key, atm_id, agent_atm_id, kind, status, requested_by, requested_at,
    expires_at, history)
    select gen_random_uuid(), case n when 1 then 'ACME' end, n, 'T-' || n, $1, $2, 'ops', now(),
      now() + interval '1 hour', '[]'
    from generate_series(1, 3) n`,
  UPDATE: `update fleet.task set status = $2, reason = 'changed' where kind = $1`,
  DELETE: `delete from fleet.task
    where id in (select id from fleet.task where kind = $1 and status = $2 order by id limit 2)`,
} as const

const doOne = async (session: pg.Client, { what, kind, status, isKept }: TaskChange) => {
  await session.query('begin')
  await session.query(STATEMENTS[what], [kind, status])
  await session.query(isKept ? 'commit' : 'rollback')
}

const totalOf = async (query: string) =>
  Object((await fleet.ask('GET', `/fleet/api/fleet/tasks${query}`, { as: admin })).body).totalElements

const countOf = async (status: string | null, kind: string | null) => {
  const [session] = sessions
  const found = await session?.query(
    `select count(*)::int as n from fleet.task where ($1::text is null or status = $1)
      and ($2::text is null or kind = $2)`,
    [status, kind],
  )
  return found?.rows[0]?.n
}

describe('the totals of who sees all institutions', () => {
  it('are those of a plain count, whatever was done, by several at once, and taken back', async () => {
    const doAll = async (histories: readonly (readonly TaskChange[])[]) => {
      await Promise.all(
        histories.map(async (changes, n) => {
          const session = sessions[n]
          for (const one of changes) if (session !== undefined) await doOne(session, one)
        }),
      )
      expect(await totalOf('')).toBe(await countOf(null, null))
      for (const status of STATUSES) expect(await totalOf(`?status=${status}`)).toBe(await countOf(status, null))
      expect(await totalOf('?kind=REBOOT')).toBe(await countOf(null, 'REBOOT'))
      expect(await totalOf('?kind=REBOOT&status=SENT')).toBe(await countOf('SENT', 'REBOOT'))
    }
    // Two sessions that update the same tasks would wait for each other crosswise, as they do without totals: each
    // history is of one session.
    const history = fc.array(taskChange, { minLength: 1, maxLength: 8 })
    await fc.assert(
      fc.asyncProperty(history, (changes) => doAll([changes])),
      { numRuns: 25 },
    )
    const inserts = history.map((changes) => changes.map((one): TaskChange => ({ ...one, what: 'INSERT' })))
    await fc.assert(fc.asyncProperty(fc.tuple(inserts, inserts, inserts), doAll), { numRuns: 15 })
  })
})
