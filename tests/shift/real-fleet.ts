import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { type Inspector, openInspector } from '../../subgraphs/incident/testing/ingest.testing.ts'
import { cloneDatabase } from '../support/database.ts'
import { OTHERS } from './histories.ts'
import { startMember } from './members.ts'
import { msOf } from './model-atm.ts'
import { type Answered, type Asked, answer, openServices } from './process.ts'

/** A minute as REST takes instants. */
export const isoOf = (minute: number) => new Date(msOf(minute)).toISOString()
/** Who does what people do. */
export const USER = '9'
const INTERNAL = '/incident/api/internal'

type Posted = { readonly atm: number; readonly path: string; readonly body: object }

/** A platform of two processes on one database; the second one may be killed. */
export const openRealFleet = async (
  atms: readonly { name: string; institution: string; readonly region: string }[],
) => {
  const database = await cloneDatabase()
  const own = await openServices(database, isoOf(0))
  const member = await startMember(database, isoOf(0))
  const inspector: Inspector = await openInspector(database.urls.superuser)
  const acme = await own.token({ role: 'MSP_ADMIN', userId: USER, institutions: ['ACME', 'BETA'] })
  const admin = await own.token({ role: 'ADMIN', userId: 'admin' })
  const posted: Posted[] = []
  let isSecond = false

  const put = (asked: Asked): Promise<Answered> => (isSecond ? member.ask(asked) : answer(own, asked))
  const ask = (minute: number, method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: object) =>
    put({ now: isoOf(minute), method, path, as: acme, ...(body === undefined ? {} : { body }) })
  /** Moves an ATM, which only an administrator of the platform may; resolves to the status. */
  const move = async (minute: number, id: number, institutionKey: string): Promise<number> =>
    (
      await put({
        now: isoOf(minute),
        method: 'PATCH',
        path: `/incident/api/atms/${id}`,
        as: admin,
        body: { institutionKey },
      })
    ).status
  const tokens = new Map<string, string>()
  for (const institution of ['ACME', 'BETA'])
    tokens.set(institution, await own.token({ role: 'MSP_ADMIN', userId: USER, institutions: [institution] }))
  /** What a user of both institutions sees, or one of one of them. */
  const get = async (minute: number, path: string, institution?: string): Promise<Record<string, unknown>> => {
    const as = tokens.get(institution ?? '') ?? acme
    const { status, body } = await answer(own, { now: isoOf(minute), method: 'GET', path, as })
    expect(status, path).toBe(200)
    return Object(body)
  }
  const post = async (minute: number, { path, body }: Omit<Posted, 'atm'>): Promise<number> =>
    (await put({ now: isoOf(minute), method: 'POST', path, as: null, body })).status

  for (const { name: agentAtmId, institution: institutionKey, region } of atms)
    expect(
      (await ask(0, 'POST', '/incident/api/atms', { agentAtmId, institutionKey, region, tags: [region, 'all'] }))
        .status,
    ).toBe(201)
  const users = OTHERS.map((userId) => ({
    ...{ userId, name: null, email: null, institutions: ['ACME', 'BETA'], unrestricted: false, lastSeenAt: isoOf(0) },
  }))
  expect(await post(0, { path: `${INTERNAL}/users`, body: users })).toBe(204)
  const rows = await inspector.rows<{ id: number }>('select id from incident.atm order by id')

  return {
    member,
    inspector,
    idOf: (atm: number): number => rows[atm]?.id ?? 0,
    /** What follows is done by the second process, or by the first. */
    by(second: boolean): void {
      isSecond = second
    },
    ask,
    move,
    get,
    /** Posts what ATMs say: the things of one ATM in turn, those of several at once. */
    async send(minute: number, things: readonly { atm: number; type: string; age: number }[]): Promise<number[]> {
      const bodies = things.map(({ atm, type, age }): Posted => {
        const { name: agentAtmId, institution: institutionKey } = atms[atm] ?? { name: '', institution: '' }
        const beat = { agentAtmId, institutionKey }
        if (type === 'BEAT') return { atm, path: `${INTERNAL}/heartbeats`, body: beat }
        const eventTime = isoOf(minute - age).slice(0, 19)
        const event = { ...beat, eventType: type, eventTime, eventId: randomUUID() }
        return { atm, path: `${INTERNAL}/journal-events`, body: event }
      })
      const statuses = new Map<object, number>()
      const ofAtms = Map.groupBy(bodies, ({ atm }) => atm)
      await Promise.all(
        [...ofAtms.values()].map(async (ofOne) => {
          for (const one of ofOne) statuses.set(one, await post(minute, one))
        }),
      )
      // What was refused, as its ATM is retired, would be news later.
      posted.push(...bodies.filter((one) => one.path.endsWith('journal-events') && statuses.get(one) === 201))
      return bodies.map((one) => statuses.get(one) ?? 0)
    },
    /** Posts the last events once more; resolves to the ATMs that were heard by that. */
    async repeat(minute: number, count: number): Promise<number[]> {
      const heard: number[] = []
      for (const one of count === 0 ? [] : posted.slice(-count))
        if ((await post(minute, one)) === 201) heard.push(one.atm)
      return heard
    },
    /** Runs a job; resolves to what it says. */
    async runJob(minute: number, job: string): Promise<string> {
      const { status, body } = await put({ now: isoOf(minute), job })
      expect([job, status, String(body)]).toEqual([job, 200, expect.not.stringContaining('Error')])
      return String(body)
    },
    async close(): Promise<void> {
      await inspector.close()
      await member.close()
      await own.close()
      await database.drop()
    },
  }
}
export type RealFleet = Awaited<ReturnType<typeof openRealFleet>>
