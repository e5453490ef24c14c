import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestPlatform, type TestPlatform } from '../../../tests/support/platform.ts'
import { runAs } from '../../../tests/support/sql.ts'
import { incidentService } from '../../incident/service.ts'
import { readConfig } from '../../kit/config/config.ts'
import { openProcess, type ServiceProcess } from '../../kit/runtime/process.ts'
import { journalService } from '../service.ts'
import { createSummaryCache, type SummaryCache } from './summary-cache.ts'
import type { Summary } from './transactions.store.ts'

const ACME = { unrestricted: false, institutions: ['ACME'], agentAtmId: null }
const DAY = { dateFrom: '2026-05-20', dateTo: '2026-05-20' }
type Caller = Parameters<SummaryCache['find']>[0]
const sum = (total: number): Summary => ({ total, successful: total, failed: 0 })

describe('the cache of summaries', () => {
  const open = () => {
    let nowMs = 0
    const loads: PromiseWithResolvers<Summary>[] = []
    const cache = createSummaryCache(() => new Date(nowMs), 30_000)
    const find = (caller: Caller = ACME) =>
      cache.find(caller, DAY, () => {
        const load = Promise.withResolvers<Summary>()
        loads.push(load)
        return load.promise
      })
    return { cache, loads, find, pass: (ms: number) => (nowMs += ms) }
  }

  it('shares one load among those who ask meanwhile', async () => {
    const { loads, find } = open()
    const both = [find(), find()]
    loads[0]?.resolve(sum(1))
    expect(await Promise.all(both)).toEqual([sum(1), sum(1)])
    expect(loads).toHaveLength(1)
  })

  it('does not give a load that began before a parse to a caller that asks after it', async () => {
    const { cache, loads, find } = open()
    const before = find()
    cache.drop('ACME')
    const after = find()
    // The one that read the older state ends last: it must not take the place of the newer.
    loads[1]?.resolve(sum(2))
    expect(await after).toEqual(sum(2))
    loads[0]?.resolve(sum(1))
    expect(await before).toEqual(sum(1))
    expect(await find()).toEqual(sum(2))
    expect(loads).toHaveLength(2)
  })

  it('remembers no failure, also not over what was loaded since', async () => {
    const { cache, loads, find } = open()
    const before = find()
    cache.drop('ACME')
    const after = find()
    loads[0]?.reject(new Error('lost'))
    await expect(before).rejects.toThrow('lost')
    loads[1]?.resolve(sum(2))
    expect([await after, await find()]).toEqual([sum(2), sum(2)])
    expect(loads).toHaveLength(2)
  })

  it('counts the 30 seconds from when a load began, not from its end', async () => {
    const { loads, find, pass } = open()
    const slow = find()
    pass(20_000)
    loads[0]?.resolve(sum(1))
    await slow
    pass(10_000)
    void find()
    expect(loads).toHaveLength(2)
  })

  it('forgets what an institution is part of, also in sums over all, and nothing else', async () => {
    const { cache, loads, find } = open()
    const callers = [
      ACME,
      { ...ACME, institutions: ['BETA'] },
      { ...ACME, institutions: ['BETA', 'ACME'] },
      { ...ACME, institutions: [], unrestricted: true },
      { ...ACME, agentAtmId: 'ATM-1' },
    ]
    const findAll = () => callers.map((caller) => find(caller))
    void findAll()
    expect(loads).toHaveLength(5)
    cache.drop('ACME')
    void findAll()
    expect(loads).toHaveLength(9)
  })
})

describe('two replicas on one database', () => {
  let first: TestPlatform
  let second: ServiceProcess
  beforeAll(async () => {
    first = await openTestPlatform([journalService, incidentService], { now: '2026-05-20T12:00:00Z' })
    const config = readConfig({ JWT_SECRET: 'x'.repeat(40), INTERNAL_SERVICE_SECRET: 'y'.repeat(40) })
    second = await openProcess({
      config,
      definitions: [journalService, incidentService],
      database: first.database.urls,
      secrets: config.secrets,
      log: first.process.log,
      now: first.clock.now,
      newId: randomUUID,
      background: false,
    })
  })
  afterAll(async () => {
    await second.close()
    await first.close()
  })

  it('are never further behind than 30 seconds', async () => {
    const run = (statement: string) => runAs(first.database.urls.superuser, [statement])
    await run(`insert into journal.atm_day_total values ('2026-05-20', 1, 'ACME', 'ATM-1', 5, 3, 1)`)
    const principal = {
      ...{ userId: '1', email: null, role: 'USER' as const },
      ...{ institutions: ['ACME'], unrestricted: false, agentAtmId: null },
    }
    const ask = async (process: ServiceProcess) => {
      const hosted = process.hosted.get('journal')
      const route = hosted?.routes.find(({ path }) => path.endsWith('/summary'))
      if (hosted === undefined || route === undefined) throw new Error('the journal is not hosted')
      const caller = { principal, token: null, traceId: '0'.repeat(32) }
      const answer = await hosted.answer(route, { params: {}, query: {}, headers: {}, body: undefined }, caller)
      return answer.kind === 'json' ? answer.body : null
    }
    first.clock.set('2026-05-20T12:00:00Z')
    const [old, fresh] = [
      { total: 4, successful: 3, failed: 1 },
      { total: 5, successful: 4, failed: 1 },
    ]
    expect([await ask(first.process), await ask(second)]).toEqual([old, old])
    // As if the first replica had parsed a file: the second hears nothing of it.
    await run(`update journal.atm_day_total set successful = 4`)
    first.clock.set('2026-05-20T12:00:29Z')
    expect(await ask(second)).toEqual(old)
    first.clock.set('2026-05-20T12:00:31Z')
    expect([await ask(first.process), await ask(second)]).toEqual([fresh, fresh])
  })
})
