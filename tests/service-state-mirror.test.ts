import { describe, expect, it, onTestFinished } from 'vitest'
import { devicesService } from '../subgraphs/devices/service.ts'
import { incidentService } from '../subgraphs/incident/service.ts'
import { openInspector } from '../subgraphs/incident/testing/ingest.testing.ts'
import { type ProxyMode, startProxy, type TestProxy } from './support/internal-proxy.ts'
import { openTestPlatform } from './support/platform.ts'

const START = Date.parse('2026-11-20T12:00:00Z')
/** ATMs whose state changes in each outage. */
const ATMS = 24

/** What the mirror says is logged line by line. */
const createLines = () => {
  const logged: string[] = []
  let onLogged = () => {}
  const linesOf = (words: string) => logged.filter((line) => line.includes(`the mirror of service states ${words}`))
  return {
    linesOf,
    write(line: string) {
      logged.push(line)
      onLogged()
    },
    /** Resolves once the mirror has said something. */
    async said(words: string) {
      while (linesOf(words).length === 0) {
        await new Promise<void>((resolve) => {
          onLogged = resolve
        })
      }
    },
  }
}

/**
 * An incident service that sends a devices service states through a proxy, on a database of their own, until the
 * test ends.
 */
const openMirrored = async () => {
  const { linesOf, said, write } = createLines()
  const arrive = async (path: string, body: unknown) => (await platform.askInternal('POST', path, { body })).status
  let passOn = arrive
  const proxy = await startProxy(({ path, body }) => passOn(path, body))
  const env = { INTERNAL_URL: proxy.url }
  const now = new Date(START).toISOString()
  const platform = await openTestPlatform([incidentService, devicesService], { env, now, logTo: { write } })
  const inspector = await openInspector(platform.database.urls.superuser)
  onTestFinished(async () => {
    await inspector.close()
    await proxy.close()
    await platform.close()
  })
  const post = async (agentAtmId: string, eventType: string, more: object = {}) => {
    const body = { agentAtmId, institutionKey: 'ACME', eventType, ...more }
    const answer = await platform.askInternal('POST', '/incident/api/internal/journal-events', { body })
    expect(answer.status).toBe(201)
  }
  /** ATMs whose copy is not what the incident service holds. */
  const different = async () => {
    const rows = await inspector.rows<{ agent: string }>(
      `select a.agent_atm_id as agent from incident.atm a left join devices.atm d on d.atm_id = a.id
      where (a.service_state, a.state_sequence, a.institution_key, a.name)
        is distinct from (d.service_state, d.state_sequence, d.institution_key, d.name)`,
    )
    return rows.map(({ agent }) => agent)
  }
  return {
    ...{ platform, proxy, inspector, linesOf, said, post, different, arrive },
    /** Answers the proxy in place of the devices service. */
    replace(target: typeof arrive) {
      passOn = target
    },
    /** Lets each ATM go out of service, back and out again, one event after the other; each is answered. */
    async changeStates(name: string) {
      for (const eventType of ['ATM_OUT_OF_SERVICE', 'ATM_IN_SERVICE', 'ATM_OUT_OF_SERVICE'])
        for (let n = 0; n < ATMS; n += 1) await post(`${name}-${n}`, eventType)
    },
    /** Resolves once the devices service has got everything, and has answered. */
    async untilMirrored() {
      await expect.poll(different, { timeout: 10_000 }).toEqual([])
      await expect.poll(() => proxy.answered()).toBe(proxy.arrived().length)
    },
    async reconcile() {
      const job = platform.process.jobs.find(({ name }) => name === 'devices.reconcile')
      await job?.run({ now: platform.clock.now(), log: platform.process.log, progress: () => {} })
    },
    /**
     * How many ATMs of this name the devices service got the last of their three changes of, whatever it made of
     * that.
     */
    countMirrored(name: string): number {
      const changes = proxy.arrived().flatMap(({ path, body }) => {
        const one = { agentAtmId: path.split('/').at(-2), ...Object(body) }
        return Array.isArray(body) ? body : [one]
      })
      const sent = changes.filter(({ agentAtmId, sequence }) => agentAtmId.startsWith(`${name}-`) && sequence === 3)
      return new Set(sent.map(({ agentAtmId }) => agentAtmId)).size
    },
  }
}

/**
 * `lost`: nothing that was sent meanwhile has arrived. What still waits when it works again does arrive. `answers`:
 * calls end with an answer, so that who waited for one would go on.
 */
type Fault = {
  readonly what: string
  readonly on: (proxy: TestProxy) => unknown
  readonly off: (proxy: TestProxy) => unknown
  readonly lost: boolean
  readonly answers: boolean
}
const inMode = (mode: ProxyMode) => (proxy: TestProxy) => proxy.set(mode)
const faults: readonly Fault[] = [
  { what: 'refuses connections', on: (proxy) => proxy.down(), off: (proxy) => proxy.up(), lost: false, answers: false },
  { what: 'answers 500', on: inMode('fails'), off: inMode('works'), lost: true, answers: true },
  { what: 'loses its replies', on: inMode('loses'), off: inMode('works'), lost: false, answers: false },
  { what: 'never answers', on: inMode('hangs'), off: inMode('works'), lost: false, answers: false },
]

describe('while the devices service', () => {
  it.each(faults)(
    '$what, ingest waits for none of its answers, one warning is given, and the next reconcile heals',
    async (one) => {
      const { proxy, linesOf, said, post, different, changeStates, untilMirrored, reconcile, countMirrored } =
        await openMirrored()
      await changeStates('before')
      await untilMirrored()
      const [answered, arrived] = [proxy.answered(), proxy.arrived().length]
      await one.on(proxy)
      await changeStates('ATM')
      if (!one.answers) expect(proxy.answered()).toBe(answered)
      // Each change is sent once at most: it is not tried again while events come.
      expect(proxy.arrived().length - arrived).toBeLessThanOrEqual(3 * ATMS)
      await said('fails')
      if (one.lost) await expect.poll(() => countMirrored('ATM'), { timeout: 10_000 }).toBe(ATMS)
      await one.off(proxy)
      await post('after', 'ATM_IN_SERVICE')
      await said('works again')
      expect(linesOf('fails')).toHaveLength(1)
      expect(linesOf('works again')).toHaveLength(1)
      const wrong = await different()
      if (one.lost) expect(wrong.length).toBeGreaterThan(0)
      await reconcile()
      expect(await different()).toEqual([])
    },
  )

  it('is slow, ingest is not, nothing is lost and nothing is said', async () => {
    const { proxy, linesOf, different, changeStates, untilMirrored } = await openMirrored()
    await changeStates('before')
    await untilMirrored()
    const answered = proxy.answered()
    proxy.set('slow')
    await changeStates('slow')
    expect(proxy.answered()).toBe(answered)
    proxy.set('works')
    const before = proxy.arrived().length
    proxy.release()
    // While the first one was answered slowly, each ATM kept only its newest change waiting; many go in one call.
    const sent = () =>
      proxy
        .arrived()
        .slice(before)
        .flatMap(({ body }) => body)
    await expect.poll(() => sent().length).toBeGreaterThanOrEqual(ATMS - 1)
    await expect.poll(different).toEqual([])
    expect(linesOf('')).toEqual([])
  })

  it('is restarted elsewhere, the mirror finds it behind the same listener', async () => {
    const { said, post, different, reconcile, replace, arrive } = await openMirrored()
    replace(() => Promise.reject(new Error('nothing listens there any more')))
    await post('moved-1', 'ATM_IN_SERVICE')
    await said('fails')
    replace(arrive)
    await post('moved-2', 'ATM_IN_SERVICE')
    await said('works again')
    expect(await different()).toEqual(['moved-1'])
    await reconcile()
    expect(await different()).toEqual([])
  })

  it('was away longer than any memory of what changed, an ATM that is silent since is healed too', async () => {
    const { platform, proxy, inspector, said, post, different, reconcile } = await openMirrored()
    await proxy.down()
    await post('silent', 'ATM_OUT_OF_SERVICE')
    await said('fails')
    await reconcile()
    await inspector.rows(`delete from devices.atm where agent_atm_id = 'silent'`)
    platform.clock.set(new Date(START + 59 * 60_000))
    await reconcile()
    expect(await different()).toEqual([])
  })
})

describe('changes of service state', () => {
  it('that come twice or in any order end in the newest', async () => {
    const { platform, proxy, post, different, arrive } = await openMirrored()
    for (const eventType of ['ATM_IN_SERVICE', 'SUPERVISOR_ENTER', 'SUPERVISOR_EXIT', 'ATM_OUT_OF_SERVICE']) {
      const before = proxy.arrived().length
      await post('order', eventType)
      await expect.poll(() => proxy.arrived().length).toBeGreaterThan(before)
    }
    await expect.poll(different).toEqual([])
    const sent = proxy.arrived().filter(({ path }) => path.includes('order'))
    expect(sent).toHaveLength(4)
    for (const { path, body } of [...sent.toReversed(), ...sent, ...sent]) expect(await arrive(path, body)).toBe(204)
    expect(await different()).toEqual([])
    const admin = await platform.token({ role: 'ADMIN' })
    const { body } = await platform.ask('GET', '/devices/api/atms?agentAtmId=order', { as: admin })
    expect(Object(body).content).toMatchObject([{ serviceState: 'OUT_OF_SERVICE', supervisorSince: null }])
  })

  it('take the time of their receipt as the beginning of a supervisor visit, at a reconcile too', async () => {
    const { platform, proxy, said, post, different, reconcile } = await openMirrored()
    await post('visit', 'SUPERVISOR_ENTER')
    await expect.poll(different).toEqual([])
    const admin = await platform.token({ role: 'ADMIN' })
    const status = async (agent: string) => {
      const { body } = await platform.ask('GET', `/devices/api/atms?agentAtmId=${agent}`, { as: admin })
      return Object(body).content[0]
    }
    const at = platform.clock.now().getTime()
    const close = (text: string) => Math.abs(Date.parse(text) - at) < 30_000
    const mirrored = await status('visit')
    expect(close(mirrored.supervisorSince)).toBe(true)
    expect(close(mirrored.serviceStateChangedAt)).toBe(true)
    await proxy.down()
    await post('visit-2', 'SUPERVISOR_ENTER')
    await said('fails')
    await proxy.up()
    platform.clock.set(new Date(at + 240_000))
    await reconcile()
    expect(Date.parse((await status('visit-2')).supervisorSince)).toBeGreaterThanOrEqual(at + 240_000)
  })

  it('that arrive late are as old in the list of status as in the history of the ATM, at a reconcile too', async () => {
    const { platform, proxy, said, post, different, reconcile } = await openMirrored()
    const late = { eventTime: '2026-11-20T11:00:00' }
    await post('late', 'ATM_OUT_OF_SERVICE', late)
    await expect.poll(different).toEqual([])
    await proxy.down()
    await post('late-2', 'ATM_OUT_OF_SERVICE', late)
    await said('fails')
    await proxy.up()
    await reconcile()
    const admin = await platform.token({ role: 'ADMIN' })
    const { body } = await platform.ask('GET', '/devices/api/atms', { as: admin })
    for (const { id, serviceStateChangedAt } of Object(body).content) {
      expect(serviceStateChangedAt).toBe('2026-11-20T11:00:00.000Z')
      const history = await platform.ask('GET', `/incident/api/atms/${id}/state-history`, { as: admin })
      expect(Object(history.body)[0].at).toBe(serviceStateChangedAt)
    }
  })

  it('that a late event moves are moved in the list of status too, and an older message takes nothing back', async () => {
    const { platform, proxy, said, post, different, reconcile, inspector, arrive } = await openMirrored()
    const admin = await platform.token({ role: 'ADMIN' })
    const sinceOf = async (agent: string) => {
      const { body } = await platform.ask('GET', `/devices/api/atms?agentAtmId=${agent}`, { as: admin })
      const [{ id, serviceStateChangedAt }] = Object(body).content
      const history = await platform.ask('GET', `/incident/api/atms/${id}/state-history`, { as: admin })
      expect(Object(history.body)[0].at).toBe(serviceStateChangedAt)
      return serviceStateChangedAt.slice(11, 16)
    }
    const correct = () => platform.runJob('incident.availability')
    const move = (agent: string, minute: string) =>
      post(agent, 'ATM_OUT_OF_SERVICE', { eventTime: `2026-11-20T11:${minute}:00` })
    for (const agent of ['moved-1', 'moved-2']) {
      await move(agent, '50')
      await move(agent, '40')
    }
    await post('other', 'ATM_OUT_OF_SERVICE')
    await expect.poll(different).toEqual([])
    expect([await sinceOf('moved-1'), await sinceOf('moved-2')]).toEqual(['11:50', '11:50'])
    const sent = proxy.arrived()
    await correct()
    await expect.poll(different).toEqual([])
    expect([await sinceOf('moved-1'), await sinceOf('moved-2')]).toEqual(['11:40', '11:40'])
    const told = proxy.arrived().length
    for (const { path, body } of sent) await arrive(path, body)
    await correct()
    expect([await sinceOf('moved-1'), proxy.arrived().length]).toEqual(['11:40', told])

    await proxy.down()
    await move('moved-1', '30')
    await correct()
    await said('fails')
    await proxy.up()
    await reconcile()
    // As a release left it that did not tell of corrections.
    await inspector.rows(`update devices.atm set service_state_changed_at = now() where agent_atm_id = 'moved-2'`)
    await reconcile()
    expect([await sinceOf('moved-1'), await sinceOf('moved-2')]).toEqual(['11:30', '11:40'])
  })

  it('that a late event moves are the same visit of a supervisor still', async () => {
    const { platform, post, different } = await openMirrored()
    const admin = await platform.token({ role: 'ADMIN' })
    const visitOf = async () => {
      const { body } = await platform.ask('GET', '/devices/api/atms?agentAtmId=visit', { as: admin })
      return Object(body).content[0]
    }
    await post('visit', 'SUPERVISOR_ENTER', { eventTime: '2026-11-20T11:50:00' })
    await post('visit', 'SUPERVISOR_ENTER', { eventTime: '2026-11-20T11:40:00' })
    await expect.poll(different).toEqual([])
    const { supervisorSince } = await visitOf()
    platform.clock.set(new Date(START + 600_000))
    await platform.runJob('incident.availability')
    await expect.poll(different).toEqual([])
    expect(await visitOf()).toMatchObject({ serviceStateChangedAt: '2026-11-20T11:40:00.000Z', supervisorSince })
    await post('visit', 'SUPERVISOR_EXIT')
    await post('visit', 'SUPERVISOR_ENTER')
    await expect.poll(different).toEqual([])
    expect(Date.parse((await visitOf()).supervisorSince)).toBeGreaterThanOrEqual(START + 600_000)
  })

  it('do not hand an ATM over: it reaches its new institution by the reconcile, whatever its sequence', async () => {
    const { platform, proxy, inspector, post, different, reconcile, arrive } = await openMirrored()
    await post('handed', 'ATM_IN_SERVICE')
    await expect.poll(different).toEqual([])
    await inspector.rows(`update incident.atm set institution_key = 'BETA' where agent_atm_id = 'handed'`)
    const seen = async (key: string) => {
      const as = await platform.token({ institutions: [key] })
      const { body } = await platform.ask('GET', '/devices/api/atms?agentAtmId=handed', { as })
      return Object(body).totalElements
    }
    expect([await seen('ACME'), await seen('BETA')]).toEqual([1, 0])
    await reconcile()
    expect([await seen('ACME'), await seen('BETA')]).toEqual([0, 1])
    const sent = proxy.arrived().findLast(({ path }) => path.includes('handed'))
    const { atmId } = Object(sent?.body)
    await arrive(sent?.path ?? '', { ...Object(sent?.body), sequence: 99 })
    const lastHeartbeatAt = platform.clock.now().toISOString()
    // What another process still had to hand over from before.
    const late = [
      { atmId, agentAtmId: 'handed', institutionKey: 'ACME', name: 'old', siteName: null, edition: 0, lastHeartbeatAt },
    ]
    expect(await arrive('/devices/api/internal/atms/batch', late)).toBe(204)
    expect([await seen('ACME'), await seen('BETA')]).toEqual([0, 1])
  })
})
