/** What a test's generated inputs come from: TEST_SEED, to see a failure again, or one that is new with each run. */
export const SEED: string = process.env.TEST_SEED ?? String(Date.now())

/** The seed as a number below 2^32, for generators that count. */
export const SEED_NUMBER: number = [...SEED].reduce(
  (hash, letter) => (Math.imul(hash, 31) + letter.charCodeAt(0)) >>> 0,
  7,
)
