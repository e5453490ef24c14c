import { isOutage } from '../kit/common/errors.ts'

type Waiting<T> = { readonly item: T; readonly resolve: () => void; readonly reject: (error: unknown) => void }

/**
 * A lane on which what arrives while others are handled is handled together: one transaction for many, as each costs
 * about as much as the next. Of those that fail together the halves are tried apart, until the faulty one stands
 * alone; an outage is everybody's.
 */
export const createFoldLane = <T>(
  handle: (items: readonly T[]) => Promise<void>,
  most: number,
): ((item: T) => Promise<void>) => {
  const waiting: Waiting<T>[] = []
  let busy = false

  const settle = async (batch: readonly Waiting<T>[]): Promise<void> => {
    try {
      await handle(batch.map(({ item }) => item))
      for (const { resolve } of batch) resolve()
    } catch (error) {
      if (batch.length === 1 || isOutage(error)) {
        for (const { reject } of batch) reject(error)
        return
      }
      const middle = Math.ceil(batch.length / 2)
      await settle(batch.slice(0, middle))
      await settle(batch.slice(middle))
    }
  }

  const work = async (): Promise<void> => {
    busy = true
    while (waiting.length > 0) await settle(waiting.splice(0, most))
    busy = false
  }

  return (item) =>
    new Promise<void>((resolve, reject) => {
      waiting.push({ item, resolve, reject })
      // What else arrives in this turn of the event loop goes along.
      if (!busy) {
        busy = true
        setImmediate(() => void work())
      }
    })
}
