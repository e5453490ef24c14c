import { withDeadline } from '../common/deadline.ts'

/** Something that was opened and has to be closed. `leftMs` is what closing may take; it is cut off then. */
type Part<T> = {
  readonly name: string
  open(): Promise<T>
  close(value: T, leftMs: number): Promise<void>
  /** What closing is given at least, however late it is. */
  readonly atLeastMs: number
  /** True for what is closed even when everything else is abandoned: a server that would live on. */
  readonly essential?: boolean
}

type Opened = {
  readonly name: string
  readonly atLeastMs: number
  readonly essential: boolean
  close(leftMs: number): Promise<void>
}

/** The parts of a running program in their order of opening. */
export type Lifecycle = {
  /** Aborted when a stop begins. */
  readonly signal: AbortSignal
  /**
   * Opens a part, to be closed at the stop, after those opened later.
   * @throws StoppedError when a stop has begun meanwhile; the part is closed again.
   */
  open<T>(part: Part<T>): Promise<T>
  /** Closes every part in reverse order within `budgetMs`; resolves to the names of those that did not end in time. */
  stop(budgetMs: number): Promise<readonly string[]>
  /** Gives up on all parts but the essential ones. */
  hurry(): void
  /** Reports the loss of a part that the program cannot do without: it ends, with this error as the reason. */
  fail(error: unknown): void
}

/** A start that ended because a stop was asked for. */
export class StoppedError extends Error {
  override readonly name = 'StoppedError'
}

/** Resolves to false when `work` does not end within `timeoutMs` or before `given up`. A failure counts as an end. */
const endsInTime = (work: Promise<unknown>, timeoutMs: number, givenUp: Promise<unknown>): Promise<boolean> => {
  const ended = work.then(
    () => true,
    () => true,
  )
  return withDeadline(Promise.race([ended, givenUp.then(() => false)]), timeoutMs, () => false)
}

const never = new Promise<never>(() => {})

type LifecycleOptions = {
  /** Called with parts that fail to close; the others are closed all the same. */
  readonly onFailure: (name: string, error: unknown) => void
  /** Ends the program. */
  readonly onLoss: (error: unknown) => void
  readonly nowMs?: () => number
}

/** An empty lifecycle. */
export const createLifecycle = ({
  onFailure,
  onLoss,
  nowMs = () => performance.now(),
}: LifecycleOptions): Lifecycle => {
  const stopping = new AbortController()
  const hurried = Promise.withResolvers<void>()
  const opened: Opened[] = []
  let pending: Promise<unknown> = Promise.resolve()
  let stopped: Promise<readonly string[]> | null = null

  const open = async <T>(part: Part<T>): Promise<T> => {
    if (stopping.signal.aborted) throw new StoppedError(part.name)
    const opening = part.open().then((value) => {
      opened.push({
        name: part.name,
        atLeastMs: part.atLeastMs,
        essential: part.essential ?? false,
        close: (leftMs) => part.close(value, leftMs),
      })
      return value
    })
    pending = opening.catch(() => {})
    const value = await opening
    if (stopping.signal.aborted) throw new StoppedError(part.name)
    return value
  }

  const closeAll = async (budgetMs: number): Promise<readonly string[]> => {
    const deadlineMs = nowMs() + budgetMs
    const late: string[] = []
    // What is being opened cannot be closed yet.
    await endsInTime(pending, budgetMs / 2, hurried.promise)
    for (let part = opened.pop(); part !== undefined; part = opened.pop()) {
      const reservedMs = opened.reduce((sum, { atLeastMs }) => sum + atLeastMs, 0)
      const leftMs = Math.max(part.atLeastMs, deadlineMs - nowMs() - reservedMs)
      const { name, essential } = part
      const closing = part.close(leftMs).catch((error: unknown) => onFailure(name, error))
      if (!(await endsInTime(closing, leftMs, essential ? never : hurried.promise))) late.push(name)
    }
    return late
  }

  return {
    signal: stopping.signal,
    open,
    stop(budgetMs) {
      stopping.abort()
      stopped ??= closeAll(budgetMs)
      return stopped
    },
    hurry: hurried.resolve,
    fail: onLoss,
  }
}
