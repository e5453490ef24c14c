import type { JobContext } from './jobs.ts'

type PortionOptions = Pick<JobContext, 'signal'> & {
  /** Called after each portion with the total so far. */
  readonly progress?: (total: number) => void
}

/**
 * Repeats what does a portion until nothing is left; resolves to the total.
 * @throws the reason of `signal`, before the next portion, once it aborts.
 */
export const untilDone = async (
  portion: () => Promise<number>,
  { signal, progress }: PortionOptions = {},
): Promise<number> => {
  for (let total = 0; ; ) {
    signal?.throwIfAborted()
    const done = await portion()
    if (done <= 0) return total
    total += done
    progress?.(total)
  }
}
