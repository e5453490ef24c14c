/** What a program says to the person who started it. */
export type Console = {
  /** A line that stays. */
  say(text: string): void
  /** How far something is: written over on a terminal, now and then a line elsewhere. */
  progress(text: string): void
}

type Output = { readonly isTTY?: boolean; write(text: string): unknown }

const EVERY_MS = 2_000
const CLEAR = '\r\u001b[K'

/** A console on a stream such as standard output. */
export const createConsole = (output: Output, nowMs: () => number = () => performance.now()): Console => {
  const onTerminal = output.isTTY === true
  let writtenAtMs = Number.NEGATIVE_INFINITY
  return {
    say: (text) => void output.write(onTerminal ? `${CLEAR}${text}\n` : `${text}\n`),
    progress(text) {
      if (onTerminal) output.write(`${CLEAR}${text}`)
      else if (nowMs() - writtenAtMs >= EVERY_MS) {
        writtenAtMs = nowMs()
        output.write(`${text}\n`)
      }
    },
  }
}
