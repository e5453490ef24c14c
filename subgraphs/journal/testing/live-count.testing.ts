import { setImmediate } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')
const collectGarbage: unknown = runInNewContext('gc')

/** Notes objects without holding them, and counts those that something else still holds. */
export const createLiveCount = () => {
  const noted: WeakRef<object>[] = []
  return {
    note<T extends object>(object: T): T {
      noted.push(new WeakRef(object))
      return object
    },
    async count(): Promise<number> {
      if (typeof collectGarbage !== 'function') throw new Error('this Node collects no garbage on demand')
      // What a WeakRef was made of or read from is held until the task ends.
      await setImmediate()
      collectGarbage()
      return noted.filter((reference) => reference.deref() !== undefined).length
    },
  }
}
