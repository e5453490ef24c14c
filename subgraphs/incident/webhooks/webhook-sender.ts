import { Agent, request } from 'undici'
import type { Stores } from '../../../db/tenancy.ts'
import { runLoop } from '../../kit/common/loop.ts'
import { createWaker } from '../../kit/common/waker.ts'
import type { Logger } from '../../kit/observability/log.ts'
import type { AddressRules } from './webhook-addresses.ts'
import { backoffMs } from './webhook-payload.rules.ts'
import { type AttemptOutcome, type LeasedDelivery, leaseDeliveries, updateAttempted } from './webhook-queue.store.ts'
import { signedHeaders } from './webhook-signature.ts'

export type SenderEnv = {
  readonly stores: Stores
  readonly log: Logger
  readonly addressRules: AddressRules
  now(): Date
  random(): number
}

const POLL_MS = 1_000
const CONNECT_MS = 5_000
const ANSWER_MS = 10_000
/** Longer than an attempt and what is stored of it can take. */
const LEASE_MS = 60_000
/** Deliveries that a process has under way at once; those to webhooks that fail have half of it. */
const MOST = 64
const MOST_FAILING = MOST / 2
const LIMITS = { ofWebhook: 4, ofFailing: 1, ofInstitution: 16 }
const MAX_REASON_CHARS = 300
const MAX_ANSWER_BYTES = 65_536

const GONE = 410

/** What went wrong, in one line. */
const reasonOf = (error: unknown): string => {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  // Of several addresses that failed the error has no message of its own.
  const { message = '', code = '' } = Object(cause)
  const text = message || code || 'it could not be reached'
  return String(text).replaceAll(/\s+/g, ' ').slice(0, MAX_REASON_CHARS)
}

type Answer = { readonly responseStatus: number | null; readonly reason: string | null }

/**
 * Sends deliveries: each attempt one request, never redirected, to an address that was checked. `post` resolves to null
 * for what `close` cut off.
 */
const createPost = ({ addressRules, now }: SenderEnv) => {
  const agent = new Agent({
    connect: { lookup: addressRules.lookup, timeout: CONNECT_MS },
    connections: LIMITS.ofWebhook,
    pipelining: 1,
    headersTimeout: ANSWER_MS,
    bodyTimeout: ANSWER_MS,
    keepAliveTimeout: 10_000,
    maxResponseSize: MAX_ANSWER_BYTES,
  })
  let stopped = false
  const post = async ({ url, body, messageId, secrets }: LeasedDelivery): Promise<Answer | null> => {
    const fault = addressRules.textFaultOf(url)
    if (fault !== null) return { responseStatus: null, reason: `the URL ${fault}` }
    const message = { id: `msg_${messageId}`, timestamp: Math.floor(now().getTime() / 1_000), body }
    const headers = { 'content-type': 'application/json', 'user-agent': 'FleetOps', ...signedHeaders(secrets, message) }
    try {
      const signal = AbortSignal.timeout(CONNECT_MS + ANSWER_MS)
      const answer = await request(url, { method: 'POST', headers, body, dispatcher: agent, signal })
      // What it says is of no interest; the connection is used again once it is read.
      await answer.body.dump({ limit: MAX_ANSWER_BYTES }).catch(() => {})
      const { statusCode: responseStatus } = answer
      const isTaken = responseStatus >= 200 && responseStatus < 300
      return { responseStatus, reason: isTaken ? null : `it answered ${responseStatus}` }
    } catch (error) {
      // It may be our own stop that ended the request.
      return stopped ? null : { responseStatus: null, reason: reasonOf(error) }
    }
  }
  const close = (): Promise<void> => {
    stopped = true
    return agent.destroy()
  }
  return { post, close }
}

const outcomeOf = (delivery: LeasedDelivery, answer: Answer, { now, random }: SenderEnv): AttemptOutcome => {
  const { responseStatus, reason } = answer
  const isGone = responseStatus === GONE
  const next = new Date(now().getTime() + backoffMs(delivery.attempts, random()))
  const isOver = reason === null || isGone || next > delivery.expiresAt
  return { responseStatus, reason, retryAt: isOver ? null : next, isGone }
}

/**
 * Sends due deliveries until it is closed; several processes share the work. Of what is under way when it is closed
 * nothing is stored: it is sent again after its lease.
 */
export const startWebhookSender = (env: SenderEnv): { wake(): void; close(): Promise<void> } => {
  const waker = createWaker()
  const { post, close } = createPost(env)
  const sending = new Map<LeasedDelivery, Promise<void>>()
  let closing = false

  const send = async (delivery: LeasedDelivery): Promise<void> => {
    const answer = await post(delivery)
    if (answer === null) return
    const outcome = outcomeOf(delivery, answer, env)
    await env.stores.asPlatform((tx) => updateAttempted(tx, delivery, outcome, env.now()))
  }
  const begin = (delivery: LeasedDelivery): void => {
    const sent = send(delivery)
      .catch((error: unknown) => env.log.error({ err: error }, 'what came of a webhook delivery could not be stored'))
      .finally(() => {
        sending.delete(delivery)
        // What waits for its place, or for the delivery before it, goes now.
        waker.wake()
      })
    sending.set(delivery, sent)
  }
  const turn = async (): Promise<number> => {
    const most = MOST - sending.size
    if (most === 0) return POLL_MS
    const failing = [...sending.keys()].filter((one) => one.failing).length
    const now = env.now()
    const until = new Date(now.getTime() + LEASE_MS)
    const of = { ...LIMITS, now, until, most, mostFailing: Math.max(0, MOST_FAILING - failing) }
    const leased = await env.stores.asPlatform((tx) => leaseDeliveries(tx, of))
    for (const delivery of leased) begin(delivery)
    return leased.length === 0 ? POLL_MS : 1
  }
  const running = runLoop({
    turn,
    waker,
    retryMs: POLL_MS,
    isClosing: () => closing,
    onFailure: (error) => env.log.error({ err: error }, 'webhooks cannot be delivered; it is tried again'),
    onRecovery: () => env.log.info('webhooks are delivered again'),
  })
  return {
    wake: waker.wake,
    async close() {
      closing = true
      waker.wake()
      await running
      await close()
      await Promise.all(sending.values())
    },
  }
}
