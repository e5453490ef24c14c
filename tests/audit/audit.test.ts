import { randomBytes } from 'node:crypto'
import { type FieldDefinitionNode, Kind, parse } from 'graphql'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { ACTIONS } from '../../gateway/dashboard/app/pages/admin/audit/actions.ts'
import { SERVICES } from '../../gateway/services.ts'
import { recyclerDay } from '../../subgraphs/journal/testing/journal.testing.ts'
import { readSdl } from '../../subgraphs/kit/graphql/schema.ts'
import { openTestPlatform, type TestPlatform } from '../support/platform.ts'
import { runAs } from '../support/sql.ts'
import { AUDITED, bodyOf, type Expected, type Stage } from './audited-mutations.ts'

type Called = { readonly expected: Expected; readonly status: number; readonly trace: string }

const WAIT = { timeout: 20_000, interval: 50 }

const NOT_PEOPLE = new Set(['INTERNAL', 'AGENT'])

/** True for a field that others than agents and services may use. */
const isForPeople = ({ directives = [] }: FieldDefinitionNode): boolean => {
  const access = directives.find(({ name }) => name.value === 'access')
  const roles = access?.arguments?.find(({ name }) => name.value === 'roles')?.value
  if (roles?.kind !== Kind.LIST) return true
  return roles.values.some((role) => role.kind === Kind.ENUM && !NOT_PEOPLE.has(role.value))
}

const mutationsOf = (sdl: string): string[] =>
  parse(readSdl(sdl)).definitions.flatMap((node) =>
    (node.kind === Kind.OBJECT_TYPE_DEFINITION || node.kind === Kind.OBJECT_TYPE_EXTENSION) &&
    node.name.value === 'Mutation'
      ? (node.fields ?? []).filter(isForPeople).map(({ name }) => name.value)
      : [],
  )

const MUTATIONS = [...SERVICES.map(({ sdl }) => sdl), 'gateway.graphql'].flatMap(mutationsOf)

describe('the audit', () => {
  let platform: TestPlatform
  let admin: string
  let msp: string
  let entries: readonly Record<string, unknown>[]
  const called = new Map<string, Called>()

  const query = (statement: string) => runAs(platform.database.urls.superuser, [statement])

  /** What is on its way to the audit. */
  const pending = () =>
    query(`select message_id as id from (
        select message_id, topic from analytics.outbox union all select message_id, topic from claims.outbox
        union all select message_id, topic from fleet.outbox union all select message_id, topic from incident.outbox
        union all select message_id, topic from journal.outbox) o where topic = 'audit.recorded'
      union all
      select m.id from topics.message m where m.topic = 'audit.recorded'
        and not exists (select from incident.audit_entry e where e.id = m.id)`)

  const call = async (expected: Expected): Promise<Called> => {
    const [method, url, body] = expected.call
    const trace = randomBytes(16).toString('hex')
    const type = body instanceof Uint8Array ? { 'content-type': 'text/plain' } : {}
    const headers = { traceparent: `00-${trace}-${'1'.repeat(16)}-01`, ...type }
    const as = expected.as === undefined ? admin : msp
    const { status } = await platform.ask(method, url, { as, body, headers })
    return { expected, status, trace }
  }

  beforeAll(async () => {
    platform = await openTestPlatform(SERVICES, { now: '2026-05-20T11:00:00Z', start: true })
    admin = await platform.token({ role: 'ADMIN', userId: 'root' })
    msp = await platform.token({ role: 'MSP_ADMIN', userId: 'ann', institutions: ['ACME'] })
    const ask: Stage['ask'] = async (method, url, body) => bodyOf(await platform.ask(method, url, { as: admin, body }))
    for (const agentAtmId of ['ATM-1', 'ATM-2', 'ATM-3'])
      await ask('POST', '/incident/api/atms', { agentAtmId, institutionKey: 'ACME' })
    const first = `/journal/api/journal/files?agentAtmId=ATM-3&journalDate=2026-05-10`
    const { id } = await ask('POST', first, Buffer.from(recyclerDay('2026-05-10', ['000'])))
    await vi.waitFor(async () => {
      expect(await ask('GET', `/journal/api/journal/files/${id}`)).toMatchObject({ status: 'PARSED' })
    }, WAIT)
    await platform.runJob('journal.gap-detection')
    const gaps = await query('select id::int from journal.gap order by id')
    let n = 0
    const incident = async () => {
      n += 1
      const atm = await ask('POST', '/incident/api/atms', { agentAtmId: `INC-${n}`, institutionKey: 'ACME' })
      const given = { atmId: atm.id, kind: 'PRINTER', severity: 'LOW', title: 'No paper' }
      return Number((await ask('POST', '/incident/api/incidents', given)).id)
    }
    const stage: Stage = { platform, ask, incident, gaps: gaps.map((gap) => Number(gap.id)) }
    for (const [mutation, prepare] of Object.entries(AUDITED)) called.set(mutation, await call(await prepare(stage)))
    const event = { agentAtmId: 'ATM-1', eventType: 'CASSETTE_LOW' }
    const as = await platform.token({ role: 'AGENT', institutions: ['ACME'], agentAtmId: 'ATM-1' })
    await platform.ask('POST', '/agent-proxy/api/journal-events', { as, body: event })
    await vi.waitFor(async () => expect(await pending()).toEqual([]), WAIT)
    entries = await query('select * from incident.audit_entry')
  }, 60_000)
  afterAll(() => platform?.close())

  it('knows every mutation that people may call', () => {
    expect(Object.keys(AUDITED).toSorted()).toEqual(MUTATIONS.toSorted())
  })

  it.each(Object.entries(AUDITED))('has exactly one entry of %s', (mutation) => {
    const { expected, status, trace } = called.get(mutation) ?? expect.fail(`${mutation} was not called`)
    expect(status).toBeLessThan(300)
    const { action = mutation, subjectType, institutionKey, as } = expected
    expect(entries.filter(({ trace_id: id }) => id === trace)).toMatchObject([
      {
        ...{ action, subject_type: subjectType, institution_key: institutionKey },
        ...{ actor: as === undefined ? 'root' : 'ann', role: as ?? 'ADMIN' },
      },
    ])
  })

  it('is of actions that the dashboard offers to filter by', () => {
    const actions = [...called].map(
      ([
        mutation,
        {
          expected: { action = mutation },
        },
      ]) => action,
    )
    expect([...ACTIONS].toSorted()).toEqual([...new Set(actions)].toSorted())
  })

  it('has no card numbers, and nothing of what agents and services do', () => {
    expect(JSON.stringify(entries)).toContain('card 411111XXXXXX1111')
    expect(JSON.stringify(entries)).not.toContain('4111111111111111')
    expect(new Set(entries.map(({ role }) => role))).toEqual(new Set(['ADMIN', 'MSP_ADMIN', 'BCOS_ADMIN']))
  })
})
