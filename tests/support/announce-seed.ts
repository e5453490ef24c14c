import { SEED } from './seed.ts'

/** Says, once a run, what to set to have the same generated inputs and the same order again. */
export const setup = (): void => {
  process.stdout.write(`\nTEST_SEED=${SEED}\n`)
}
