/** Clocks of threads tick by milliseconds: what takes less than this is done several times. */
const MIN_TIME_US = 15_000
const MIN_ROUNDS = 2
const MAX_ROUNDS = 12
/** After so many rounds a ratio so many times as high as is enough is believed. */
const CLEAR_ROUNDS = 4
const CLEARLY = 1.5

/** Work that is measured; what it returns is waited for. */
export type Work = () => unknown

/** How long this thread works, in microseconds, when it does something so many times. */
export const threadTimeUs = async (work: Work, times: number): Promise<number> => {
  const before = process.threadCpuUsage()
  for (let n = 0; n < times; n += 1) await work()
  const { user, system } = process.threadCpuUsage(before)
  return user + system
}

/**
 * How many times as long `long` takes as `short`. Both are measured until the ratio is at most `enough`, or has been
 * found to be more often enough: other work may get in between, and makes either look slow.
 */
export const timeRatio = async (short: Work, long: Work, enough: number): Promise<number> => {
  let times = 1
  while ((await threadTimeUs(short, times)) < MIN_TIME_US) times *= 2
  let [shortUs, longUs] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    shortUs = Math.min(shortUs, await threadTimeUs(short, times))
    longUs = Math.min(longUs, await threadTimeUs(long, times))
    const ratio = longUs / shortUs
    if (round + 1 >= MIN_ROUNDS && (ratio <= enough || (round + 1 >= CLEAR_ROUNDS && ratio > CLEARLY * enough))) break
  }
  return longUs / shortUs
}
