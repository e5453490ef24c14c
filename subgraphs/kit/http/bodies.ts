import { isUtf8 } from 'node:buffer'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyRequest } from 'fastify'
import { Gauge, type Registry } from 'prom-client'
import type { Principal } from '../auth/principal.ts'
import { withDeadline } from '../common/deadline.ts'
import { badInput, DomainError } from '../common/errors.ts'
import { createByteBudget } from '../sharing/byte-budget.rules.ts'
import { holderOf } from '../sharing/shares.rules.ts'

/** A body that makes no progress for so long is given up, in ms. */
export const STALLED_AFTER_MS = 5_000
/**
 * Requests with a body under way at once in a process, and the bytes of their bodies; what is held in memory is a few
 * times as much.
 */
const MAX_UNDER_WAY = 2_000
const MAX_BYTES = 134_217_728
const RETRY_AFTER_S = 2

export const tooLarge = () => new DomainError('PAYLOAD_TOO_LARGE', 'The body is larger than this address accepts.')

export const tooMuchUnderWay = () =>
  new DomainError('UNAVAILABLE', 'Too much is under way right now; wait, then send it again.', {
    retryAfterSeconds: RETRY_AFTER_S,
  })

/** The refusal of a body whose sender has stopped in the middle of it; its connection is closed. */
const stalledBody = (afterMs: number) => {
  const message = `nothing more of it came for ${afterMs / 1_000} seconds; send it again`
  return new DomainError('BAD_USER_INPUT', `body: ${message}`, {
    errors: [{ field: 'body', message }],
    headers: { connection: 'close' },
  })
}

/**
 * How large a body is at most: as it says, else as the route allows.
 * @throws DomainError PAYLOAD_TOO_LARGE where it says more than that.
 */
export const bodySizeOf = ({ method, headers, routeOptions }: FastifyRequest): number => {
  const limitBytes = routeOptions.bodyLimit ?? 0
  const announced = headers['content-length']
  if (announced !== undefined) {
    if (Number(announced) > limitBytes) throw tooLarge()
    return Number(announced)
  }
  return method === 'GET' || headers['transfer-encoding'] === undefined ? 0 : limitBytes
}

/** What gives nothing back, as nothing was taken: no listener waits for the end of the request with it. */
export const NOTHING_TAKEN = (): void => {}

/**
 * Calls `work` once, when the request has been answered or is gone: one comes without the other where the caller hangs
 * up, or the connection lives on.
 */
export const whenOver = ({ raw }: { readonly raw: ServerResponse }, work: () => void): void => {
  if (work === NOTHING_TAKEN) return
  let done = false
  const end = () => {
    if (!done) work()
    done = true
  }
  raw.once('finish', end).once('close', end)
  // A caller that hung up before causes no further event.
  if (raw.destroyed) end()
}

/** Limits the bodies that the listeners of a process collect in memory, with a share for each caller. */
export type BodyBudget = {
  /**
   * Reserves room for a body of so many bytes before any of it is read. Returns what gives it back. The platform's
   * own calls are not counted: they are bounded where they are collected. @throws DomainError
   * UNAVAILABLE where there is none for this caller.
   */
  enter(principal: Principal, sizeBytes: number): () => void
}

/** Creates the budget of a process, and the gauge of what is taken of it. */
export const createBodyBudget = (metrics: Registry): BodyBudget => {
  const room = createByteBudget({ maxPlaces: MAX_UNDER_WAY, maxBytes: MAX_BYTES })
  new Gauge({
    name: 'fleetops_http_request_body_bytes',
    help: 'Bytes of the request bodies under way in this process, those of the agent proxy left out',
    registers: [metrics],
    collect() {
      this.set(room.taken().bytes)
    },
  })
  return {
    enter(principal, sizeBytes) {
      if (sizeBytes === 0 || principal.role === 'INTERNAL') return NOTHING_TAKEN
      const leave = room.enter(holderOf(principal), sizeBytes)
      if (leave === null) throw tooMuchUnderWay()
      return leave
    },
  }
}

/** A body that has come as a whole, and of which nothing was read; null for any other. */
const takeWhole = (raw: IncomingMessage): Buffer | null => {
  if (!raw.complete || raw.readableDidRead || raw.readableLength !== Number(raw.headers['content-length'])) return null
  const all: unknown = raw.read()
  return Buffer.isBuffer(all) ? all : null
}

/** Decoding would replace each byte that is no UTF-8 by the same character: ids that differ would become one. */
const textOf = (bytes: Buffer): string => {
  if (!isUtf8(bytes)) throw badInput('body', 'is not UTF-8')
  return bytes.toString('utf8')
}

/**
 * Collects a body of `limitBytes` at most as text. @throws DomainError PAYLOAD_TOO_LARGE where it is longer,
 * BAD_USER_INPUT where it is not as long as it says, makes no progress or is not UTF-8.
 */
export const collectText = async (
  raw: IncomingMessage,
  { limitBytes, stalledAfterMs }: { readonly limitBytes: number; readonly stalledAfterMs: number },
): Promise<string> => textOf(takeWhole(raw) ?? (await collectPieces(raw, limitBytes, stalledAfterMs)))

const collectPieces = (raw: IncomingMessage, limitBytes: number, stalledAfterMs: number): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const announced = raw.headers['content-length']
    const chunks: Buffer[] = []
    let receivedBytes = 0
    // Most bodies have come with their head.
    const timer = raw.complete ? null : setTimeout(() => end(stalledBody(stalledAfterMs)), stalledAfterMs)
    const end = (error?: Error) => {
      if (timer !== null) clearTimeout(timer)
      raw.off('data', take).off('end', onEnd).off('error', onClose).off('close', onClose)
      if (error === undefined) resolve(Buffer.concat(chunks, receivedBytes))
      else reject(error)
    }
    const take = (chunk: Buffer) => {
      timer?.refresh()
      receivedBytes += chunk.length
      if (receivedBytes > limitBytes) end(tooLarge())
      else chunks.push(chunk)
    }
    const onEnd = () => {
      const isWhole = announced === undefined || receivedBytes === Number(announced)
      end(isWhole ? undefined : notAsLong())
    }
    const onClose = () => end(brokenOff())
    raw.on('data', take).once('end', onEnd).once('error', onClose).once('close', onClose)
  })

const brokenOff = () => badInput('body', 'ended before it was complete; send it again')

const notAsLong = () => new DomainError('BAD_USER_INPUT', 'The body is not as long as its Content-Length says.')

const nextOf = (pieces: AsyncIterator<Uint8Array>, stalledAfterMs: number) => {
  const next = pieces.next().catch(() => Promise.reject(brokenOff()))
  return withDeadline(next, stalledAfterMs, () => {
    throw stalledBody(stalledAfterMs)
  })
}

/**
 * The pieces of a body as they come; each is waited for no longer than `stalledAfterMs`. Fails with PAYLOAD_TOO_LARGE
 * past what its route allows.
 */
export async function* piecesOf(request: FastifyRequest, stalledAfterMs: number): AsyncGenerator<Uint8Array> {
  const limitBytes = request.routeOptions.bodyLimit ?? 0
  // A reader that stops early still has to answer on this connection.
  const pieces = request.raw.iterator({ destroyOnReturn: false })
  let sizeBytes = 0
  try {
    for (;;) {
      const piece = await nextOf(pieces, stalledAfterMs)
      if (piece.done === true) return
      sizeBytes += piece.value.length
      if (sizeBytes > limitBytes) throw tooLarge()
      yield piece.value
    }
  } finally {
    // Not awaited: it may still wait for a piece that never comes.
    pieces.return?.().catch(() => {})
  }
}
