import { describe, test } from 'vitest'

/** What a machine must have for some tests, and why they cannot run where it is missing; null where it is there. */
export type Gate = { readonly missing: string | null }

/** Only root may start a server as another user. */
export const ROOT: Gate = { missing: process.getuid?.() === 0 ? null : 'needs root' }

/** Only Linux has /dev/full and /proc. */
export const LINUX: Gate = { missing: process.platform === 'linux' ? null : 'needs Linux' }

const withReason = (name: string, reason: string): string => `${name} (skipped: ${reason})`

/**
 * A test that only some machines can run. Elsewhere it is skipped, and its name says why; `.ci/run` does not accept
 * that. The limit of the suite holds where no other one is given.
 */
export const testWhere = (
  { missing }: Gate,
  name: string,
  run: () => Promise<void> | void,
  timeoutMs?: number,
): void => {
  if (missing === null) test(name, run, timeoutMs)
  else test.skip(withReason(name, missing), run)
}

/** Tests that only some machines can run, like `testWhere`. */
export const describeWhere = ({ missing }: Gate, name: string, tests: () => void): void => {
  if (missing === null) describe(name, () => tests())
  else describe.skip(withReason(name, missing), () => tests())
}
