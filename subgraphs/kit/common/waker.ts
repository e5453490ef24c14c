/** Lets a loop sleep until there is work: someone wakes it, or its poll interval passes. */
export type Waker = { wake(): void; wait(timeoutMs: number): Promise<void> }

/** A waker for one waiting loop; a wake between two waits is not lost. */
export const createWaker = (): Waker => {
  let woken = false
  let release: (() => void) | null = null
  return {
    wake() {
      woken = true
      release?.()
    },
    async wait(timeoutMs) {
      if (!woken) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, timeoutMs)
          release = () => {
            clearTimeout(timer)
            resolve()
          }
        })
      }
      woken = false
      release = null
    },
  }
}
