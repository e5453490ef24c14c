import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { openTestPlatform, type TestPlatform } from '../../../tests/support/platform.ts'
import { runAs } from '../../../tests/support/sql.ts'
import { incidentService } from '../service.ts'
import { expectedSignature, type Receiver, startReceiver } from '../testing/webhook-receiver.testing.ts'

const ENV = { WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8', WEBHOOK_ALLOW_HTTP: 'true' }
const WAIT = { timeout: 10_000, interval: 20 }

let platform: TestPlatform
let msp: string
let n = 0

beforeAll(async () => {
  platform = await openTestPlatform([incidentService], { start: true, env: ENV })
  msp = await platform.token({ role: 'MSP_ADMIN', institutions: ['ACME'], userId: 'ann' })
})
afterAll(() => platform?.close())

const query = (statement: string) => runAs(platform.database.urls.superuser, [statement])
const ask = async (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: unknown, as = msp) => {
  const answer = await platform.ask(method, `/incident/api/webhooks${path}`, { as, body })
  return { status: answer.status, body: Object(answer.body) }
}
/** Lets what waits to be sent be sent now. */
const sendNow = () =>
  query(`update incident.webhook_delivery set next_attempt_at = now() - interval '1 s'
    where status = 'PENDING' and leased_until is null`)
const skipping = async <T>(read: () => T): Promise<T> => {
  await sendNow()
  return read()
}

const receivers: Receiver[] = []
afterEach(async () => {
  await query('delete from incident.webhook')
  for (const receiver of receivers.splice(0)) await receiver.close()
})

/** A receiver with a webhook of its own. */
const hook = async (given: object = {}) => {
  const receiver = await startReceiver()
  receivers.push(receiver)
  const { status, body } = await ask('POST', '', { url: receiver.url, ...given })
  expect(status).toBe(201)
  const get = async () => (await ask('GET', `/${body.id}`)).body
  return { ...receiver, id: Number(body.id), secret: String(body.secret), get }
}

const post = async (agentAtmId: string, eventType: string, institutionKey = 'ACME') => {
  const body = { agentAtmId, eventType, institutionKey }
  const { body: stored } = await platform.askInternal('POST', '/incident/api/internal/journal-events', { body })
  return Number(Object(stored).incidentId)
}
const nextAtm = () => {
  n += 1
  return `HOOK-${n}`
}
const resolve = (id: number) => platform.ask('PATCH', `/incident/api/incidents/${id}/resolve`, { as: msp })
const types = ({ received }: Receiver) => received.map(({ type }) => type)

describe('a webhook', () => {
  it('shows its secret once, and never again', async () => {
    const { id, secret } = await hook({ description: ' Service desk ' })
    expect(secret).toMatch(/^whsec_[\w+/]{43}=$/)
    const expected = {
      ...{ id, institutionKey: 'ACME', description: 'Service desk', status: 'ACTIVE', secret: null, lastError: null },
      ...{ events: ['INCIDENT_CREATED', 'INCIDENT_RESOLVED'], kinds: null, severities: null, createdBy: 'ann' },
    }
    expect((await ask('GET', `/${id}`)).body).toMatchObject(expected)
    for (const query of ['', '?institutionKey=ACME', '?institutionKey='])
      expect((await ask('GET', query)).body.content).toMatchObject([expected])
    expect((await ask('PATCH', `/${id}`, { severities: ['HIGH'] })).body).toMatchObject({
      ...expected,
      severities: ['HIGH'],
    })
  })

  it('belongs to its institution, and is for administrators', async () => {
    const { id } = await hook()
    const beta = await platform.token({ role: 'MSP_ADMIN', institutions: ['BETA'] })
    const url = 'http://127.0.0.1:9/'
    expect((await ask('GET', `/${id}`, undefined, beta)).status).toBe(404)
    expect((await ask('GET', '', undefined, beta)).body.content).toEqual([])
    expect((await ask('PATCH', `/${id}`, { url }, beta)).status).toBe(404)
    expect((await ask('DELETE', `/${id}`, undefined, beta)).status).toBe(404)
    expect((await ask('POST', `/${id}/rotate`, {}, beta)).status).toBe(404)
    expect((await ask('POST', `/${id}/test`, {}, beta)).status).toBe(404)
    expect((await ask('POST', '', { url, institutionKey: 'ACME' }, beta)).status).toBe(403)
    const customer = await platform.token({ role: 'CUSTOMER', institutions: ['ACME'] })
    expect((await ask('GET', '', undefined, customer)).status).toBe(403)
    expect((await ask('POST', '', { url }, await platform.token({ role: 'ADMIN' }))).status).toBe(400)
    expect((await ask('DELETE', `/${id}`)).status).toBe(204)
    expect((await ask('GET', `/${id}`)).status).toBe(404)
  })

  it('has a URL that leads to where it may, and fields within bounds', async () => {
    const faults = async (given: object) => {
      const { status, body } = await ask('POST', '', { url: 'http://127.0.0.1:9/', ...given })
      expect(status).toBe(400)
      return body.errors.map(({ field }: { field: string }) => field)
    }
    expect(await faults({ url: 'https://10.0.0.1/' })).toEqual(['url'])
    expect(await faults({ url: 'http://[::1]/' })).toEqual(['url'])
    expect(await faults({ url: `https://8.8.8.8/${'a'.repeat(2_000)}` })).toEqual(['url'])
    expect(await faults({ description: 'a'.repeat(201) })).toEqual(['description'])
    expect(await faults({ events: [] })).toEqual(['events'])
    expect(await faults({ kinds: ['dispenser'] })).toEqual(['kinds'])
    expect(await faults({ severities: [] })).toEqual(['severities'])
    const { id } = await hook()
    expect((await ask('PATCH', `/${id}`, { url: 'https://169.254.169.254/' })).status).toBe(400)
  })

  it('is one of twenty at most', async () => {
    const { url } = await hook()
    for (let count = 1; count < 20; count += 1) expect((await ask('POST', '', { url })).status).toBe(201)
    expect((await ask('POST', '', { url })).status).toBe(409)
  })

  it('is recorded in the audit without its secret or the query of its URL', async () => {
    const { id, url, secret } = await hook()
    await ask('PATCH', `/${id}`, { url: `${url}?key=hidden` })
    const read = () =>
      query(
        `select action, before, after from incident.audit_entry
         where subject_type = 'Webhook' and subject_id = '${id}' order by seq`,
      )
    await expect.poll(async () => (await read()).length, WAIT).toBe(2)
    const text = JSON.stringify(await read())
    expect(text).toContain('createWebhook')
    expect(text).not.toContain('hidden')
    expect(text).not.toContain(secret)
  })
})

describe('deliveries', () => {
  it('tell of what was opened and resolved, signed and in order, each once', async () => {
    const receiver = await hook()
    const atm = nextAtm()
    const id = await post(atm, 'CARD_READER_FAIL')
    await resolve(id)
    await expect.poll(() => types(receiver), WAIT).toEqual(['incident.created', 'incident.resolved'])
    const [created] = receiver.received
    expect(JSON.parse(created?.text ?? '')).toMatchObject({
      type: 'incident.created',
      timestamp: expect.stringMatching(/Z$/),
      data: { institutionKey: 'ACME', incidentId: id, agentAtmId: atm, kind: 'CARD_READER', status: 'OPEN' },
    })
    for (const one of receiver.received) expect(one.signatures).toEqual([expectedSignature(receiver.secret, one)])
    expect(new Set(receiver.received.map((one) => one.id)).size).toBe(2)
    await expect.poll(async () => (await receiver.get()).lastSuccessAt, WAIT).not.toBeNull()
    const deliveries = async () => (await ask('GET', `/${receiver.id}/deliveries`)).body.content
    const statuses = async () => (await deliveries()).map(({ status }: { status: string }) => status)
    await expect.poll(statuses, WAIT).toEqual(['DELIVERED', 'DELIVERED'])
    const content = await deliveries()
    // Both may be taken over in the same millisecond.
    expect(
      content.toSorted((one: { event: string }, other: { event: string }) => (one.event < other.event ? 1 : -1)),
    ).toMatchObject([
      {
        event: 'INCIDENT_RESOLVED',
        incidentId: id,
        status: 'DELIVERED',
        attempts: 1,
        responseStatus: 204,
        reason: null,
      },
      { event: 'INCIDENT_CREATED', messageId: created?.id, nextAttemptAt: null },
    ])
    expect((await ask('GET', `/${receiver.id}/deliveries?status=FAILED`)).body.totalElements).toBe(0)
    expect((await ask('GET', '/987654321/deliveries')).status).toBe(404)
  })

  it('tell of a resolved incident once, whoever would release it afterwards', async () => {
    const receiver = await hook()
    const atm = nextAtm()
    const id = await post(atm, 'CARD_READER_FAIL')
    const work = (what: string) => platform.ask('PATCH', `/incident/api/incidents/${id}/${what}`, { as: msp, body: {} })
    await work('assign')
    await resolve(id)
    expect(await work('release')).toMatchObject({
      ...{ status: 409, body: { current: { status: 'RESOLVED', ownerUserId: 'ann', version: 3 } } },
    })
    const body = { ids: [id], action: 'RELEASE' }
    expect((await platform.ask('POST', '/incident/api/incidents/bulk', { as: msp, body })).body).toMatchObject([
      { outcome: 'CONFLICT', incident: { ownerUserId: 'ann', version: 3 } },
    ])
    const last = await post(nextAtm(), 'CARD_READER_FAIL')
    const told = () => receiver.received.map((one) => `${one.incidentId} ${one.type}`).toSorted()
    await expect
      .poll(told, WAIT)
      .toEqual([...[`${id} incident.created`, `${id} incident.resolved`, `${last} incident.created`]])
  })

  it('are those of the institution, the kinds, the severities and the events that are asked for', async () => {
    const [cards, low, updates] = [
      await hook({ kinds: ['CARD_READER'] }),
      await hook({ severities: ['LOW'] }),
      await hook({ events: ['INCIDENT_UPDATED'], kinds: ['CARD_READER'] }),
    ]
    const atm = nextAtm()
    const id = await post(atm, 'CARD_READER_FAIL')
    await post(atm, 'DISPENSER_JAM')
    await post(nextAtm(), 'CARD_READER_FAIL', 'BETA')
    for (let more = 0; more < 3; more += 1) await post(atm, 'CARD_READER_FAIL')
    await expect.poll(() => skipping(() => cards.received.map(({ incidentId }) => incidentId)), WAIT).toEqual([id])
    await expect.poll(() => skipping(() => updates.received.at(-1)?.text), WAIT).toContain('"occurrenceCount":4')
    expect(low.received).toEqual([])
  })

  it('are tried again under the same id, and later ones of the incident wait for them', async () => {
    const receiver = await hook()
    receiver.answerWith((_one, response) => response.writeHead(503).end())
    const id = await post(nextAtm(), 'CARD_READER_FAIL')
    await resolve(id)
    await expect.poll(() => skipping(() => receiver.received.length), WAIT).toBeGreaterThan(2)
    expect(new Set(types(receiver))).toEqual(new Set(['incident.created']))
    expect(new Set(receiver.received.map((one) => one.id)).size).toBe(1)
    expect(await receiver.get()).toMatchObject({ status: 'ACTIVE', lastError: 'it answered 503' })
    expect((await receiver.get()).consecutiveFailures).toBeGreaterThan(1)
    receiver.answerWith((_one, response) => response.writeHead(200).end('ok'))
    await expect.poll(() => skipping(() => types(receiver).at(-1)), WAIT).toBe('incident.resolved')
    await expect.poll(async () => (await receiver.get()).consecutiveFailures, WAIT).toBe(0)
  })

  it('wait longer after each attempt, and are given up after a day', async () => {
    const receiver = await hook()
    receiver.answerWith((_one, response) => response.writeHead(500).end())
    await post(nextAtm(), 'CARD_READER_FAIL')
    await expect.poll(() => receiver.received.length, WAIT).toBe(1)
    const read = () => ask('GET', `/${receiver.id}/deliveries`).then(({ body }) => body.content[0])
    await expect.poll(async () => (await read()).responseStatus, WAIT).toBe(500)
    const first = await read()
    const waitMs = Date.parse(first.nextAttemptAt) - Date.parse(first.lastAttemptAt)
    expect(waitMs).toBeGreaterThan(2_000)
    expect(waitMs).toBeLessThan(9_000)
    await query(`update incident.webhook_delivery set attempts = 11, expires_at = now() + interval '1 s'`)
    await expect.poll(() => skipping(async () => (await read()).status), WAIT).toBe('FAILED')
    expect(await read()).toMatchObject({ attempts: 12, reason: 'it answered 500', nextAttemptAt: null })
  })

  it('are not redirected, and end with 410', async () => {
    const receiver = await hook()
    receiver.answerWith((_one, response) => response.writeHead(307, { location: `${receiver.url}-elsewhere` }).end())
    await post(nextAtm(), 'CARD_READER_FAIL')
    await expect.poll(async () => (await receiver.get()).lastError, WAIT).toBe('it answered 307')
    expect(receiver.received.map(({ path }) => path)).not.toContain('/hook-elsewhere')
    receiver.answerWith((_one, response) => response.writeHead(410).end())
    await expect.poll(() => skipping(async () => (await receiver.get()).status), WAIT).toBe('DISABLED')
    expect((await ask('POST', `/${receiver.id}/test`)).status).toBe(409)
    expect((await ask('PATCH', `/${receiver.id}`, { status: 'ACTIVE' })).body).toMatchObject({
      status: 'ACTIVE',
      consecutiveFailures: 0,
    })
  })

  it('to an address that is refused by now are not sent', async () => {
    const receiver = await hook()
    await query(`update incident.webhook set url = 'http://10.0.0.1/' where id = ${receiver.id}`)
    await ask('POST', `/${receiver.id}/test`)
    await expect.poll(async () => (await receiver.get()).lastError, WAIT).toBe('the URL must lead to a public address')
  })

  it('to others do not wait for one that does not answer', async () => {
    const silent = await hook()
    silent.answerWith(() => {})
    const prompt = await hook()
    const atms = Array.from({ length: 12 }, nextAtm)
    await Promise.all(atms.map((atm) => post(atm, 'CARD_READER_FAIL')))
    await expect.poll(() => skipping(() => prompt.received.length), WAIT).toBe(12)
    expect(silent.received.length).toBeLessThanOrEqual(4)
  })

  it('are shared by several processes, each sent once', async () => {
    const receiver = await hook()
    const other = await openTestPlatform([incidentService], { start: true, env: ENV, database: platform.database })
    try {
      await Promise.all(Array.from({ length: 30 }, () => post(nextAtm(), 'CARD_READER_FAIL')))
      await expect.poll(() => skipping(() => receiver.received.length), WAIT).toBe(30)
      expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(30)
    } finally {
      await other.close()
    }
    const rows = await query(`select count(*)::int as n, max(attempts) as most from incident.webhook_delivery`)
    expect(rows).toEqual([{ n: 30, most: 1 }])
  })

  it('of parts of a mass outage are left out, one is sent for all of them', async () => {
    const receiver = await hook({ kinds: ['OUT_OF_SERVICE', 'MASS_OUTAGE'] })
    await Promise.all(Array.from({ length: 25 }, () => post(nextAtm(), 'ATM_OUT_OF_SERVICE')))
    const waiting = () => query('select count(*)::int as n from incident.webhook_delivery')
    await expect.poll(waiting, WAIT).toEqual([{ n: 25 }])
    expect(receiver.received).toEqual([])
    await platform.runJob('incident.outages')
    await expect.poll(() => skipping(() => receiver.received.length), WAIT).toBe(1)
    expect(JSON.parse(receiver.received[0]?.text ?? '').data).toMatchObject({
      kind: 'MASS_OUTAGE',
      severity: 'CRITICAL',
    })
    await expect.poll(() => skipping(waiting), WAIT).toEqual([{ n: 1 }])
  })

  it('are forgotten after 30 days, and given up when nobody could send them', async () => {
    const receiver = await hook()
    await post(nextAtm(), 'CARD_READER_FAIL')
    await expect.poll(() => skipping(() => receiver.received.length), WAIT).toBe(1)
    await ask('PATCH', `/${receiver.id}`, { status: 'DISABLED' })
    await query(`insert into incident.webhook_delivery (webhook_id, institution_key, message_id, event, place, body,
      created_at, next_attempt_at, expires_at)
      values (${receiver.id}, 'ACME', gen_random_uuid(), 'TEST', 0, '{}', now() - interval '25 h',
        now() - interval '25 h', now() - interval '1 h')`)
    await expect.poll(async () => (await receiver.get()).lastSuccessAt, WAIT).not.toBeNull()
    await query(
      `update incident.webhook_delivery set created_at = now() - interval '31 days' where status = 'DELIVERED'`,
    )
    const job = platform.process.jobs.find(({ name }) => name === 'incident.webhook-retention')
    const inDays = (days: number) => new Date(Date.now() + days * 86_400_000)
    const jumped = job?.run({ now: inDays(40), lastDoneAt: inDays(-4), log: platform.process.log, progress: () => {} })
    expect(await jumped, 'a clock that jumped').toBe('0 webhook deliveries given up, 0 deleted')
    expect(await platform.runJob('incident.webhook-retention')).toBe('1 webhook deliveries given up, 1 deleted')
  })
})

describe('the secret of a webhook', () => {
  it('is replaced, and the former one stays valid for its time', async () => {
    const receiver = await hook()
    const rotated = (await ask('POST', `/${receiver.id}/rotate`, { overlapHours: 24 })).body.secret
    expect(rotated).not.toBe(receiver.secret)
    const signers = async () => {
      const before = receiver.received.length
      expect((await ask('POST', `/${receiver.id}/test`)).body).toMatchObject({ status: 'PENDING', event: null })
      await expect.poll(() => receiver.received.length, WAIT).toBe(before + 1)
      const last = receiver.received.at(-1)
      if (last === undefined) throw new Error('nothing came')
      expect(last.type).toBe('webhook.test')
      return [rotated, receiver.secret].filter((secret) => last.signatures.includes(expectedSignature(secret, last)))
    }
    expect(await signers()).toEqual([rotated, receiver.secret])
    await ask('POST', `/${receiver.id}/rotate`, { overlapHours: 1 })
    expect(await signers()).toEqual([rotated])
    await ask('POST', `/${receiver.id}/rotate`, { overlapHours: 0 })
    expect(await signers()).toEqual([])
    expect((await ask('POST', `/${receiver.id}/rotate`, { overlapHours: 169 })).status).toBe(400)
  })

  it('is readable for the platform only', async () => {
    await hook()
    const read = runAs(platform.database.urls.app, ['select secret from incident.webhook_secret'])
    await expect(read).rejects.toThrow('permission denied')
  })
})
