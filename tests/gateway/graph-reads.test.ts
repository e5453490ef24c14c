import { getOperationAST, parse } from 'graphql'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { readTrustedDocuments } from '../../gateway/federation/trusted-documents.ts'
import { openWholePlatform, type WholePlatform } from '../support/whole-platform.ts'

let platform: WholePlatform
let acme: string

const idOf = (operation: string): string => {
  const found = [...readTrustedDocuments()].find(([, text]) => getOperationAST(parse(text))?.name?.value === operation)
  if (found === undefined) throw new Error(`there is no document ${operation}`)
  return found[0]
}

beforeAll(async () => {
  platform = await openWholePlatform({ start: false })
  acme = await platform.token({ institutions: ['ACME'] })
  const agent = await platform.token({ role: 'AGENT', institutions: ['ACME'] })
  const events = Array.from({ length: 60 }, (_value, n) => ({ agentAtmId: `READ-${n}`, eventType: 'DISPENSER_JAM' }))
  const { status } = await platform.ask('POST', '/agent-proxy/api/journal-events/batch', { as: agent, body: events })
  expect(status).toBe(200)
  // They get to the devices service after their answer.
  const expectListed = async () => {
    const { body } = await platform.ask('GET', '/devices/api/atms?size=1', { as: acme })
    expect(body).toMatchObject({ totalElements: 60 })
  }
  await vi.waitFor(expectListed, { timeout: 15_000 })
})
afterAll(() => platform.close())

const read = (operation: string, { as = acme, headers = {}, more = {} } = {}) => {
  const query = new URLSearchParams({ documentId: idOf(operation), ...more })
  return platform.ask('GET', `/graphql?${query}`, { as, headers })
}

describe('a trusted document', () => {
  it('is read by GET as it is by POST, with variables and without proof of its origin', async () => {
    const more = { variables: JSON.stringify({ q: 'READ-1' }), operationName: 'FindAtms' }
    const { status, body } = await read('FindAtms', { more })
    const posted = { documentId: idOf('FindAtms'), variables: { q: 'READ-1' } }
    expect([status, body]).toEqual([200, (await platform.ask('POST', '/graphql', { as: acme, body: posted })).body])
    expect(Object(body).data.atmStatuses).toBeDefined()
  })

  it('has an entity tag, and 304 for a client that has the answer', async () => {
    const first = await read('Shell')
    const etag = String(first.headers.get('etag'))
    expect(etag).toMatch(/^W\/"[\w-]{27}"$/)
    expect([first.headers.get('cache-control'), first.headers.get('vary')]).toEqual([
      'private, no-cache',
      'authorization, fleet-institution, accept, accept-encoding',
    ])
    const again = await read('Shell', { headers: { 'if-none-match': `"other", ${etag}` } })
    expect([again.status, again.body, again.headers.get('etag')]).toEqual([304, '', etag])
    expect([again.headers.get('cache-control'), again.headers.get('vary')]).toEqual([
      'private, no-cache',
      'authorization, fleet-institution, accept, accept-encoding',
    ])
    const other = await platform.token({ institutions: ['BANK'] })
    const foreign = await read('Shell', { as: other, headers: { 'if-none-match': etag } })
    expect([foreign.status, Object(foreign.body).data.open.totalElements]).toEqual([200, 0])
  })

  it('is sent again when its answer has changed', async () => {
    const before = await read('Institutions')
    const agent = await platform.token({ role: 'AGENT', institutions: ['ACME'] })
    const body = { agentAtmId: 'READ-NEW', eventType: 'DISPENSER_JAM' }
    await platform.ask('POST', '/agent-proxy/api/journal-events', { as: agent, body })
    const headers = { 'if-none-match': String(before.headers.get('etag')) }
    expect(await read('Institutions', { headers })).toMatchObject({ status: 200 })
  })

  it('that changes something, is not known, or has faulty variables is not read', async () => {
    expect(await read('AcknowledgeInsight')).toMatchObject({ status: 400, body: { code: 'BAD_USER_INPUT' } })
    const unknown = await platform.ask('GET', '/graphql?documentId=unknown', { as: acme })
    expect(unknown).toMatchObject({ status: 400, body: { errors: [{ extensions: { code: 'BAD_USER_INPUT' } }] } })
    const faulty = await read('FindAtms', { more: { variables: '[' } })
    expect([faulty.status, faulty.headers.has('etag')]).toEqual([400, false])
    expect(await platform.ask('GET', `/graphql?documentId=${idOf('Shell')}`)).toMatchObject({ status: 401 })
  })
})

describe('an answer of the graph', () => {
  const body = { query: '{ atms(size: 60) { content { agentAtmId name siteName institutionKey } } }' }
  const post = (encoding: string, given: object = body) =>
    platform.ask('POST', '/graphql', { as: acme, body: given, headers: { 'accept-encoding': encoding } })

  it.each([
    ['gzip, br', 'br'],
    ['gzip', 'gzip'],
    ['br;q=0, gzip;q=0', null],
    ['identity', null],
  ])('is compressed as the client accepts it: %s', async (accepted, encoding) => {
    const { status, headers, body: answer } = await post(accepted)
    expect([status, headers.get('content-encoding')]).toEqual([200, encoding])
    expect(headers.get('vary')).toBe('accept, accept-encoding')
    expect(Object(answer).data.atms.content.length).toBeGreaterThan(50)
    if (encoding !== null) expect(Number(headers.get('content-length'))).toBeLessThan(1_500)
  })

  it('is sent as it is when it is short', async () => {
    const { headers } = await post('gzip, br', { query: '{ __typename }' })
    expect(headers.get('content-encoding')).toBeNull()
  })

  it('has the same tag in every encoding', async () => {
    const tags = await Promise.all(
      ['br', 'gzip', 'identity'].map((encoding) => read('Shell', { headers: { 'accept-encoding': encoding } })),
    )
    expect(new Set(tags.map(({ headers }) => headers.get('etag'))).size).toBe(1)
  })
})
