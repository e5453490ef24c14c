import { createServer, type Server } from 'node:http'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { SNAPSHOT_READY } from '../schema/events/snapshot-ready.ts'
import { openExport } from '../subgraphs/kit/observability/tracing-export.ts'
import type { Tracer } from '../subgraphs/kit/tracing/tracing.ts'
import { recordingLog } from './support/hosted-service.ts'
import { listenOnFreePort } from './support/ports.ts'
import { runAs } from './support/sql.ts'
import { openWholePlatform, type WholePlatform } from './support/whole-platform.ts'

const TRACE_ID = '4bf92f3577b34da6a3ce929d0e0e4736'
const PARENT_ID = '00f067aa0ba902b7'
/** What a customer or a device wrote, and must not be in a trace. */
const WORDS = 'card 4111 1111 1111 1111 of Mrs Example'

const exportSchema = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes: z.array(z.object({ key: z.string(), value: z.unknown() })) }),
      scopeSpans: z.array(
        z.object({
          spans: z.array(
            z.object({
              traceId: z.string(),
              spanId: z.string(),
              parentSpanId: z.string().optional(),
              name: z.string(),
              kind: z.number(),
            }),
          ),
        }),
      ),
    }),
  ),
})
type ExportedSpan = z.infer<typeof exportSchema>['resourceSpans'][number]['scopeSpans'][number]['spans'][number]

/** A collector that keeps what it is sent. */
const collected: string[] = []
let collector: Server
let tracer: Tracer
let platform: WholePlatform
let spans: readonly ExportedSpan[]
let agent: string
const { log } = recordingLog()

const traceparent = (isSampled: boolean) => `00-${TRACE_ID}-${PARENT_ID}-${isSampled ? '01' : '00'}`

beforeAll(async () => {
  collector = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      collected.push(Buffer.concat(parts).toString('utf8'))
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
    })
  })
  const port = await listenOnFreePort(collector)
  // Only what its caller records is recorded: nothing else that the platform does meanwhile.
  const config = {
    tracesUrl: `http://127.0.0.1:${port}/v1/traces`,
    sampler: 'parentbased_always_off',
    ratio: 1,
  } as const
  tracer = openExport(config, { serviceName: 'fleetops-test', version: '1', log })
  platform = await openWholePlatform({ separate: true, tracer })
  agent = await platform.token({ role: 'AGENT', institutions: ['ACME'], agentAtmId: 'ATM-1' })
  const path = '/agent-proxy/api/journal-events'
  const body = { agentAtmId: 'ATM-1', eventType: 'CARD_READER_FAIL', message: WORDS }
  await platform.ask('POST', path, { as: agent, body: { ...body, eventType: 'CASH_LOW' } })
  const answer = await platform.ask('POST', path, { as: agent, body, headers: { traceparent: traceparent(true) } })
  expect(answer.status).toBe(201)
  const published = `select count(*)::int as count from topics.message
    where topic = '${SNAPSHOT_READY}' and envelope ->> 'traceparent' like '00-${TRACE_ID}-%'`
  const isPublished = async () =>
    expect((await runAs(platform.database.urls.superuser, [published]))[0]?.count).toBeGreaterThan(0)
  await vi.waitFor(isPublished, { timeout: 60_000, interval: 100 })
  await platform.close()
  await tracer.close()
  spans = collected.flatMap((text) =>
    exportSchema
      .parse(JSON.parse(text))
      .resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((one) => one.spans)),
  )
}, 120_000)
afterAll(() => void collector.close())

describe('the trace of an event', () => {
  it('leads from the request of the agent to the snapshot that counts it, and its message', () => {
    const names = new Set(spans.map(({ name }) => name))
    for (const name of [
      'POST /agent-proxy/*',
      'forward to agent-proxy',
      'POST /api/journal-events',
      'call incident',
      'POST /api/internal/journal-events',
      'wait for batch',
      'store batch',
      'publish outbox of incident',
      'process analytics.snapshots',
      'handle together',
      'transaction',
      'take snapshot',
      'publish outbox of analytics',
    ])
      expect([...names]).toContain(name)
  })

  it('is one: that of the caller, in which every span has its parent', () => {
    const ids = new Set([PARENT_ID, ...spans.map(({ spanId }) => spanId)])
    expect(new Set(spans.map(({ traceId }) => traceId))).toEqual(new Set([TRACE_ID]))
    expect(spans.filter(({ parentSpanId = '' }) => !ids.has(parentSpanId))).toEqual([])
    const parentOf = (name: string) => {
      const parentId = spans.find((span) => span.name === name)?.parentSpanId
      return spans.find(({ spanId }) => spanId === parentId)?.name
    }
    expect(parentOf('forward to agent-proxy')).toBe('POST /agent-proxy/*')
    expect(parentOf('POST /api/journal-events')).toBe('forward to agent-proxy')
    expect(parentOf('store batch')).toBe('wait for batch')
    const snapshot = spans.find(({ name }) => name === 'take snapshot')
    const fold = spans.find(({ spanId }) => spanId === snapshot?.parentSpanId)
    expect(fold?.name).toBe('handle together')
    expect(spans.find(({ spanId }) => spanId === fold?.parentSpanId)?.name).toBe('process analytics.snapshots')
  })

  it('holds nothing that a caller wrote, no token and no secret', () => {
    const text = collected.join('')
    expect(text).toContain('fleetops-test')
    for (const word of ['4111 1111', 'Example', agent, 'eyJ', 'secret', 'ATM-1', 'ACME'])
      expect(text).not.toContain(word)
  })
})
