import type { ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Gauge, type Registry } from 'prom-client'
import type { Principal } from '../auth/principal.ts'
import { DomainError } from '../common/errors.ts'
import { createShares, type Holder, holderOf } from '../sharing/shares.rules.ts'
import { whenOver } from './bodies.ts'

/**
 * Bytes of the large answers that a process holds for its callers. One caller alone may take a quarter, more than any
 * one answer needs.
 */
const MAX_BYTES = 268_435_456
/** Answers up to this size, in bytes, are not counted: most of them fit in the send buffer of the system. */
const SMALL_BYTES = 65_536
const RETRY_AFTER_S = 2

/** Limits the answers that wait in memory until their callers read them, with a share for each caller. */
export type AnswerBudget = {
  /** Takes room for an answer. Returns what gives it back, null where there is none for this holder. */
  enter(holder: Holder, sizeBytes: number): (() => void) | null
}

/** Creates the budget of a process, and the gauge of what is taken of it. */
export const createAnswerBudget = (metrics: Registry): AnswerBudget => {
  const bytes = createShares(MAX_BYTES)
  new Gauge({
    name: 'fleetops_http_answer_bytes',
    help: 'Bytes of the answers over 64 KiB that this process holds until they are read, streams left out',
    registers: [metrics],
    collect() {
      this.set(bytes.taken())
    },
  })
  return {
    enter(holder, sizeBytes) {
      if (!bytes.fits(holder, sizeBytes)) return null
      bytes.take(holder, sizeBytes)
      return () => bytes.give(holder, sizeBytes)
    },
  }
}

/** What an answer is charged to. */
export type Charged = { readonly room: AnswerBudget; readonly holder: Holder }

const tooManyUnread = () =>
  new DomainError('UNAVAILABLE', 'The request was processed, but too many answers are waiting to be read; try again.', {
    retryAfterSeconds: RETRY_AFTER_S,
  })

const sizeOf = (payload: unknown): number => {
  if (typeof payload === 'string') return Buffer.byteLength(payload)
  return payload instanceof Uint8Array ? payload.byteLength : 0
}

/** What the answer to a caller is charged to. */
export const chargedTo = (principal: Principal, room: AnswerBudget): Charged => ({ room, holder: holderOf(principal) })

/**
 * Charges the answer of a request to its caller. Answers to internal calls and open pages, which all share one copy,
 * are not charged.
 */
export const chargeAnswer = (request: FastifyRequest, principal: Principal, room: AnswerBudget): void => {
  request.setDecorator<Charged>('answerCharged', chargedTo(principal, room))
}

/** Takes room for a large answer until it is over. @throws DomainError UNAVAILABLE where its caller has none. */
export const takeAnswerRoom = (
  { room, holder }: Charged,
  reply: { readonly raw: ServerResponse },
  payload: unknown,
): void => {
  const sizeBytes = sizeOf(payload)
  if (sizeBytes <= SMALL_BYTES) return
  const leave = room.enter(holder, sizeBytes)
  if (leave === null) throw tooManyUnread()
  whenOver(reply, leave)
}

/**
 * Answers 503 in place of a large answer for which its caller has no room. Streams are made as they are read, and
 * need none.
 */
export const limitAnswers = (app: FastifyInstance): void => {
  app.decorateRequest('answerCharged', null)
  app.addHook('onSend', async (request, reply, payload) => {
    const charged = request.getDecorator<Charged | null>('answerCharged')
    if (charged === null || request.method === 'HEAD') return payload
    try {
      takeAnswerRoom(charged, reply, payload)
    } catch (error) {
      reply.removeHeader('etag').removeHeader('cache-control')
      throw error
    }
    return payload
  })
}
