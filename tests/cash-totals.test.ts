import { afterAll, beforeAll, expect, it } from 'vitest'
import { openStores, type Stores } from '../db/tenancy.ts'
import { choicesOf } from '../demo/random.ts'
import { createLog } from '../subgraphs/kit/observability/log.ts'
import { countInstitution, eraseInstitution } from '../tools/erase/erase.ts'
import { SEED } from './support/seed.ts'
import { openWholePlatform, type WholePlatform } from './support/whole-platform.ts'

const INSTITUTIONS = ['ACME', 'BETA', 'GAMMA'] as const
const STEPS = 120

let platform: WholePlatform
let stores: Stores
let admin: string
const choices = choicesOf(SEED)

beforeAll(async () => {
  platform = await openWholePlatform()
  stores = await openStores(platform.database.urls, { name: 'test of cash', max: 2 })
  admin = await platform.token({ role: 'ADMIN' })
})
afterAll(async () => {
  await stores?.close()
  await platform?.close()
})

type Cassette = { readonly currency: string | null; readonly denomination: number; readonly currentCount: number }

const cassette = (cassetteNo: string) => ({
  cassetteNo,
  currency: choices.pick(['EUR', 'EUR', 'USD', null]),
  denomination: choices.pick([5, 20, 0.25, 999_999_999_999.99, null]),
  currentCount: choices.pick([choices.below(2_000), choices.below(2_000), 0, 2_147_483_647, null]),
})
const cassettes = () => ['1', '2', '3', '4'].slice(0, choices.between(1, 4)).map(cassette)

/** An event with readings, some of which come late. */
const report = async (agentAtmId: string, institutionKey: string | null): Promise<{ status: number; id: number }> => {
  const eventTime = new Date(Date.now() - choices.pick([0, 0, 30_000, 7_200_000])).toISOString().slice(0, 23)
  const body = { agentAtmId, institutionKey, eventType: 'SUPERVISOR_EXIT', eventTime, cassettes: cassettes() }
  const path = '/incident/api/internal/journal-events'
  const answer = await platform.ask('POST', path, { internal: true, body })
  return { status: answer.status, id: Object(answer.body).atmId }
}

const ask = async (path: string, as: string) => {
  const answer = await platform.ask('GET', `/incident/api/journal-events/fleet/cassette-inventory${path}`, { as })
  expect(answer.status).toBe(200)
  return Array.from(Object(answer.body), (one) => Object(one))
}

/** What the inventories of a caller's ATMs come to. */
const countedFor = async (as: string) => {
  const totals = new Map<string, { minor: bigint; atms: Set<number> }>()
  for (const { atmId, cassettes } of await ask('', as))
    for (const { currency, denomination, currentCount } of cassettes as readonly Cassette[]) {
      if (currency === null || denomination === null || currentCount === null) continue
      const total = totals.get(currency) ?? { minor: 0n, atms: new Set() }
      total.minor += BigInt(Math.round(denomination * 100)) * BigInt(currentCount)
      totals.set(currency, { ...total, atms: total.atms.add(atmId) })
    }
  return [...totals].sort().map(([currency, { minor, atms }]) => {
    const digits = String(minor).padStart(3, '0')
    return { currency, amount: `${digits.slice(0, -2)}.${digits.slice(-2)}`, atms: atms.size }
  })
}

const expectExact = async (after: string) => {
  const callers = INSTITUTIONS.map((key) => platform.token({ institutions: [key] }))
  for (const as of [admin, ...(await Promise.all(callers))])
    expect({ after, totals: await ask('?view=totals', as) }).toEqual({ after, totals: await countedFor(as) })
}

const act = async (path: string, body?: object, method = 'POST') =>
  (await platform.ask(method, `/incident/api/atms/${path}`, { as: admin, ...(body === undefined ? {} : { body }) }))
    .status

it(`the cash of a fleet is what its inventories come to, whatever happens to its ATMs; seed ${SEED}`, async () => {
  const ids = new Map<string, number>()
  const agents = Array.from({ length: 12 }, (_, n) => `CASH-${n}`)
  for (const [n, agent] of agents.entries()) ids.set(agent, (await report(agent, INSTITUTIONS[n % 3] ?? null)).id)
  // One that has no institution until later.
  const { id: unowned } = await report('CASH-UNOWNED', null)
  await expectExact('first events')
  const any = () => ids.get(agents[choices.below(agents.length)] ?? '') ?? 0
  const owner = () => INSTITUTIONS[choices.below(3)] ?? 'ACME'
  const done = new Map<string, number>()
  for (let step = 0; step < STEPS; step += 1) {
    const what = choices.weighted({ event: 10, retire: 2, reactivate: 2, move: 3, merge: 1 })
    const status = await {
      event: async () => (await report(agents[choices.below(agents.length)] ?? '', null)).status,
      retire: () => act(`${any()}/retire`),
      reactivate: () => act(`${any()}/reactivate`),
      move: () => act(String(any()), { institutionKey: owner() }, 'PATCH'),
      merge: () => act(`${any()}/merge`, { intoId: any() }),
    }[what]()
    if (status < 300) done.set(what, (done.get(what) ?? 0) + 1)
    await expectExact(`${step}: ${what}, ${status}`)
  }
  expect([...done.keys()]).toEqual(expect.arrayContaining(['event', 'retire', 'move']))
  expect(await act(String(unowned), { institutionKey: 'ACME' }, 'PATCH')).toBe(200)
  await expectExact('a first institution')

  const env = { databases: [stores], progress: () => {} }
  await eraseInstitution(env, 'BETA', await countInstitution(env, 'BETA'))
  await expectExact('an institution is erased')
  const [check] = platform.gateway.jobs.filter(({ name }) => name === 'incident.cash-check')
  const log = createLog({ level: 'silent', name: 'test' })
  expect(await check?.run({ now: new Date(), log, progress: () => {} })).toMatch(/^0 amounts differ/)
})
