/** How many lines are held back, a power of two. */
export const HELD = 256

/** Takes a line with its number in the file. */
export type TakeNumbered = (line: string, number: number) => void

/** Lines that may turn out to be the beginning of a repeated block, from the oldest to the newest. */
export const createHeldLines = (handOn: TakeNumbered) => {
  const texts: string[] = new Array(HELD).fill('')
  const numbers = new Int32Array(HELD)
  const prints = new Int32Array(HELD)
  const days = new Int32Array(HELD)
  let start = 0
  let end = 0
  const textAt = (at: number): string => texts[at & (HELD - 1)] ?? ''
  const release = (): void => {
    handOn(textAt(start), numbers[start & (HELD - 1)] ?? 0)
    start += 1
  }
  return {
    start: (): number => start,
    end: (): number => end,
    text: textAt,
    number: (at: number): number => numbers[at & (HELD - 1)] ?? 0,
    print: (at: number): number => prints[at & (HELD - 1)] ?? 0,
    day: (at: number): number => (at < start ? 0 : (days[at & (HELD - 1)] ?? 0)),
    /** Adds a line, for which the oldest makes room. */
    push(text: string, number: number, print: number, day: number): void {
      if (end - start === HELD) release()
      const at = end & (HELD - 1)
      texts[at] = text
      numbers[at] = number
      prints[at] = print
      days[at] = day
      end += 1
    },
    /** Takes back all lines from a place on. */
    cut(at: number): void {
      end = at
    },
    release(): void {
      while (start < end) release()
    },
  }
}

/** What is held back. */
export type HeldLines = ReturnType<typeof createHeldLines>
