/** The channel between the process that runs vitest and its worker. */
export const CHANNEL = 'fleetops-mutation'

/** The file that vitest believes to run, while its runner runs the tests of mutants. */
export const HOST = 'tools/mutation/host.ts'

/** A file of tests; `only` names the tests of it that are run, null runs all. */
export type TestRun = { readonly file: string; readonly only: readonly string[] | null }

/**
 * Tests to run, and what is changed for them: one file is replaced by a mutant, or the files of `measure` are marked.
 */
export type Job = {
  readonly id: number
  readonly mutant: { readonly file: string; readonly text: string } | null
  readonly measure: readonly string[]
  readonly test: TestRun
}

/** A failure: of a test, or of a hook or of loading the file. The message names the causes too. */
export type Failure = { readonly name: string; readonly message: string; readonly inTest: boolean }

/**
 * What became of a job: the first failure, and the marks that a measured run came past, in tests and outside of them.
 */
export type Outcome = {
  readonly id: number
  readonly failed: Failure | null
  readonly outside: readonly string[]
  readonly inTests: Readonly<Record<string, readonly string[]>>
  readonly ms: number
}

/** Tests to run. The text of the changed files is another one than the last time. */
export type Run = {
  readonly kind: 'run'
  readonly id: number
  readonly measure: boolean
  readonly changed: readonly string[]
  readonly test: TestRun
}

/** What the worker is asked to do. */
export type Order = Run | { readonly kind: 'end' }

/** What the worker reports: that it is ready for the first order, or what became of one. */
export type Reply = { readonly kind: 'ready' } | { readonly kind: 'done'; readonly outcome: Outcome }
