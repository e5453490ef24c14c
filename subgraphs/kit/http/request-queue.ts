import { createAnswerSpeed } from './answer-speed.ts'
import { createOverloadDetector, type OverloadLimits } from './overload-detector.rules.ts'
import { type ArrivalKind, REQUEST_KINDS, type RequestKind } from './request-kinds.rules.ts'
import { createLine, createLines } from './request-lines.ts'

/** A request that has not begun. Exactly one of `begin` and `refuse` is called, or none where it is gone. */
export type QueuedRequest = {
  readonly kind: ArrivalKind
  /** True where the answer takes no long work. */
  readonly isQuick: boolean
  /** What the process may hold of its body while it waits. */
  readonly heldBytes: number
  /** Begins it; `end` is called once when it has been answered, or given up. */
  begin(waitedMs: number, end: (isDone: boolean) => void): void
  refuse(): void
  /** True where no one waits for the answer any more. */
  isGone(): boolean
}

/** How many requests may wait, and what the process may hold of their bodies. */
type Limits = { readonly maxWaiting?: number; readonly maxHeldBytes?: number }

export type RequestQueueOptions = {
  readonly limits: OverloadLimits
  /** Monotonic milliseconds since any moment. */
  nowMs(): number
  /** The share of the time since the last call in which the event loop was busy, from 0 to 1. */
  utilization(): number
  /** Runs work in the next turn of the event loop, after what came in meanwhile; work of one turn in order. */
  nextTurn(work: () => void): void
  onGone(): void
} & Limits

/** What decides when requests begin. */
export type RequestQueue = {
  /** Begins a request at once, later, or never. */
  take(request: QueuedRequest): void
  isOverloaded(): boolean
  count(): number
}

/** Each holds its head, some kilobytes, besides what it holds of its body. */
const MAX_WAITING = 10_000
const MAX_HELD_BYTES = 67_108_864
/** Of these bytes as much is for single events and heartbeats only, which uploads would else keep out. */
const KEPT_FOR_QUICK = 1 / 8
/** A single event is no longer. */
const QUICK_BYTES = 65_536
const NOTHING = () => {}
/**
 * In overload, requests of a kind are refused while one of them has waited so many times `waitMs`; one that has waited
 * twice as long is refused as well.
 */
const WAITS: Readonly<Record<RequestKind, number>> = { report: 8, work: 4, user: 2, heartbeat: 1 }
/**
 * They are also refused while even the fastest answer takes so many times `waitMs`. That is longer for what is seldom
 * the cause of it: events of one institution wait for their turn, and users of others must not pay for that.
 */
const ANSWERS: Readonly<Record<RequestKind, number>> = { report: 20, work: 4, user: 8, heartbeat: 1 }
/**
 * One heartbeat of so many is not refused for slow answers, while they take less than so many times `waitMs`: an ATM
 * that is never heard would count as unreachable. Slower ones would time out at their callers, and events would wait
 * for them.
 */
const HEARD = { of: 4, below: 10 } as const
/** Every so many requests, the one goes first that has waited longest: no kind waits for ever for the others. */
const OLDEST_EVERY = 4
/** Begun in one turn at most. */
const MAX_BEGUN = 200
/** Probes of one turn that begin at once. More are a flood, and wait as requests of users do. */
const MAX_PROBES = 10
/** The part of `turnMs` in which requests are refused. Clients that come again at once would else take all of it. */
const REFUSING = 0.5

/** Whether a request is a heartbeat that is served although answers are slow. */
const createHearing = (): ((kind: RequestKind) => boolean) => {
  let heartbeats = 0
  return (kind) => {
    if (kind !== 'heartbeat') return false
    heartbeats += 1
    return heartbeats % HEARD.of === 0
  }
}

/** Makes room among the requests that wait, of which there are so many at most, and so many bytes of their bodies. */
const createRoom = (
  lines: ReturnType<typeof createLines<QueuedRequest>>,
  { maxWaiting, maxHeldBytes, refuse }: Required<Limits> & { refuse(request: QueuedRequest): void },
) => {
  const bytesFor = ({ isQuick, heldBytes }: QueuedRequest): number =>
    (isQuick && heldBytes <= QUICK_BYTES ? 1 : 1 - KEPT_FOR_QUICK) * maxHeldBytes
  /** What is kept may be in use: a request without a body always fits. */
  const hasNoBytes = (request: QueuedRequest, bytes: number): boolean =>
    request.heldBytes > 0 && bytes + request.heldBytes > bytesFor(request)
  const isFullFor = (request: QueuedRequest): boolean =>
    lines.count() >= maxWaiting || hasNoBytes(request, lines.bytes())
  /** Of which kind the next one is refused: the least important; where bytes lack, the kind that holds most of them. */
  const kindToRefuse = (request: QueuedRequest, less: readonly RequestKind[]): RequestKind | undefined => {
    if (lines.count() >= maxWaiting) return less.findLast((kind) => lines.firstOf(kind) !== undefined)
    const otherBytes = lines.bytes() - less.reduce((sum, kind) => sum + lines.bytesOf(kind), 0)
    if (hasNoBytes(request, otherBytes)) return undefined
    return less.toSorted((one, other) => lines.bytesOf(other) - lines.bytesOf(one))[0]
  }
  /** False where there is no room for a request, even if all less important ones were refused. */
  return (request: QueuedRequest, kind: RequestKind): boolean => {
    const less = REQUEST_KINDS.slice(REQUEST_KINDS.indexOf(kind) + 1)
    while (isFullFor(request)) {
      const next = kindToRefuse(request, less)
      const other = next === undefined ? undefined : lines.take(next)
      if (other === undefined) return false
      refuse(other.request)
    }
    return true
  }
}

/** The requests that wait, and which of them is next. */
const createWaiting = (options: RequestQueueOptions) => {
  const { limits, nowMs, onGone, maxWaiting = MAX_WAITING, maxHeldBytes = MAX_HELD_BYTES } = options
  const lines = createLines<QueuedRequest>()
  const speed = createAnswerSpeed(options)
  const detector = createOverloadDetector(limits)
  let taken = 0

  const waitOf = (first: { readonly atMs: number } | undefined): number =>
    first === undefined ? 0 : nowMs() - first.atMs
  const limitOf = (kind: RequestKind): number => WAITS[kind] * limits.waitMs
  const isHeard = createHearing()
  const isSlow = (kind: RequestKind): boolean => {
    const times = speed.leastMs() / limits.waitMs
    return times >= ANSWERS[kind] && (times >= HEARD.below || !isHeard(kind))
  }
  const isRefused = (kind: RequestKind): boolean =>
    isOverloaded() && (waitOf(lines.firstOf(kind)) >= limitOf(kind) || isSlow(kind))
  const begin = (request: QueuedRequest, atMs: number): void =>
    request.begin(nowMs() - atMs, request.isQuick ? speed.begin(atMs) : NOTHING)
  const refuse = (request: QueuedRequest): void => {
    if (request.isGone()) onGone()
    else request.refuse()
  }
  /** Those that are to be refused when there is time for it. */
  const refused = createLine<QueuedRequest>()
  const refuseLater = (request: QueuedRequest, kind: RequestKind): void => {
    detector.noteRefusal(nowMs())
    const isFull = lines.count() + refused.count() >= maxWaiting
    if (isFull || lines.bytes() + refused.bytes() + request.heldBytes > maxHeldBytes) refuse(request)
    else refused.add({ request, kind, atMs: nowMs() })
  }
  const makeRoom = createRoom(lines, {
    maxWaiting,
    maxHeldBytes,
    refuse(request) {
      detector.noteRefusal(nowMs())
      refuse(request)
    },
  })
  const takeNext = () => {
    taken += 1
    const kind = taken % OLDEST_EVERY === 0 ? lines.oldest()?.kind : lines.mostImportant()
    return kind === undefined ? undefined : lines.take(kind)
  }
  const isOverloaded = (): boolean => detector.look(nowMs(), Math.max(waitOf(lines.oldest()), speed.leastMs()))

  return {
    count: () => lines.count() + refused.count(),
    isOverloaded,
    /** Begins a request at once, where nothing waits and there is time; lets it wait, or refuses it. */
    add(request: QueuedRequest, kind: RequestKind, isTimeLeft: boolean): void {
      if (isRefused(kind)) refuseLater(request, kind)
      else if (isTimeLeft && lines.count() === 0) begin(request, nowMs())
      else if (!makeRoom(request, kind)) refuseLater(request, kind)
      else lines.add({ request, kind, atMs: nowMs() })
    },
    beginNext(): void {
      for (let next = takeNext(); next !== undefined; next = takeNext()) {
        if (!next.request.isGone()) {
          begin(next.request, next.atMs)
          return
        }
        onGone()
      }
    },
    /** Refuses what was to be refused, and in overload what has waited too long. */
    refuseUntil(untilMs: number): void {
      if (isOverloaded())
        for (const kind of REQUEST_KINDS)
          while (waitOf(lines.firstOf(kind)) >= 2 * limitOf(kind)) {
            const late = lines.take(kind)
            if (late !== undefined) refuseLater(late.request, kind)
          }
      while (nowMs() < untilMs) {
        const next = refused.take()
        if (next === undefined) return
        refuse(next.request)
      }
    },
  }
}

type WaitingRequests = ReturnType<typeof createWaiting>

/**
 * Begins requests that wait, in the next turn and in further ones as long as there are any. Each begins by itself, so
 * that what it causes at once counts as its time.
 */
const createSteps = ({ limits, nowMs, nextTurn }: RequestQueueOptions, waiting: WaitingRequests): (() => void) => {
  /** Steps of the next turn, and those that this one still has. */
  let [planned, left] = [0, 0]
  let endsAtMs = 0
  const step = (): void => {
    if (left === 0) {
      left = planned
      planned = 0
      const fromMs = nowMs()
      waiting.refuseUntil(fromMs + limits.turnMs * REFUSING)
      // A refusal that took longer than it may leaves time to begin some all the same.
      endsAtMs = Math.max(fromMs + limits.turnMs, nowMs() + limits.turnMs * (1 - REFUSING))
    }
    left -= 1
    if (nowMs() < endsAtMs) waiting.beginNext()
    if (left === 0) plan()
  }
  const plan = (): void => {
    for (const wanted = Math.min(waiting.count(), MAX_BEGUN); planned < wanted; planned += 1) nextTurn(step)
  }
  return plan
}

/**
 * Decides when requests begin. Node hands over all requests that are ready in one turn of the event loop; to begin
 * thousands of them takes seconds, in which no answer of a database is read. So requests begin for `turnMs` of a turn,
 * and others wait, the most important first. While that is not enough, the less important ones are refused, as far as
 * they cannot be served.
 */
export const createRequestQueue = (options: RequestQueueOptions): RequestQueue => {
  const { limits, nowMs, nextTurn } = options
  const waiting = createWaiting(options)
  let turn: { readonly endsAtMs: number; probes: number } | null = null
  const serve = createSteps(options, waiting)

  const thisTurn = () => {
    if (turn === null) {
      turn = { endsAtMs: nowMs() + limits.turnMs, probes: 0 }
      nextTurn(() => {
        turn = null
      })
    }
    return turn
  }

  return {
    take(request) {
      const { kind } = request
      const now = thisTurn()
      if (kind === 'probe' && now.probes < MAX_PROBES) {
        now.probes += 1
        request.begin(0, NOTHING)
        return
      }
      waiting.add(request, kind === 'probe' ? 'user' : kind, nowMs() < now.endsAtMs)
      serve()
    },
    isOverloaded: waiting.isOverloaded,
    count: waiting.count,
  }
}
