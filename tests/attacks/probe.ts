import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Target } from './platform-process.ts'

/** One call of the probe: when it began (milliseconds since 1970), how long its answer took, and what it was. */
export type Sample = {
  readonly kind: 'liveness' | 'event' | 'control'
  readonly startedAtMs: number
  readonly waitMs: number
  readonly status: number | null
  readonly fault: string | null
}

/** What a probe found in some stretch of time. */
export type Findings = {
  readonly calls: number
  /** The longest wait beyond what the control server took at the same time, in milliseconds. */
  readonly worstMs: number
  /** Each call that waited too long or was answered wrongly, in words. */
  readonly faults: readonly string[]
}

/** A running probe. */
export type Probe = {
  /**
   * The findings since it was asked last. `mayRefuse`: an event may be answered 503, and wait for longer, as while
   * the database is down.
   */
  findings(options?: { readonly mayRefuse?: boolean }): Promise<Findings>
  stop(): Promise<void>
}

/** How long a call may wait beyond what the machine itself takes. */
export const MAX_WAIT_MS = 500

/** The same for an event while the store comes and goes: after that the platform itself refuses it. */
const MAX_WAIT_FOR_STORE_MS = 5_000

const EXPECTED = { liveness: 200, event: 201 } as const

const start = (file: string, args: readonly string[]): ChildProcess =>
  fork(fileURLToPath(new URL(file, import.meta.url)), args, { stdio: 'inherit' })

const stop = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.disconnect()
  await ended
}

/** The longest wait of the control server while a call was under way. */
const controlWait = (sample: Sample, controls: readonly Sample[]): number =>
  controls.reduce(
    (longest, { startedAtMs, waitMs }) =>
      startedAtMs < sample.startedAtMs + sample.waitMs && startedAtMs + waitMs > sample.startedAtMs
        ? Math.max(longest, waitMs)
        : longest,
    0,
  )

const isExpected = ({ kind, status }: Sample, mayRefuse: boolean): boolean =>
  kind === 'control' || status === EXPECTED[kind] || (mayRefuse && kind === 'event' && status === 503)

const longestWait = ({ kind }: Sample, mayRefuse: boolean): number =>
  mayRefuse && kind === 'event' ? MAX_WAIT_FOR_STORE_MS : MAX_WAIT_MS

/**
 * Judges samples: a call fails that waited over MAX_WAIT_MS beyond the control server, or whose answer is not the
 * expected one.
 */
export const judge = (samples: readonly Sample[], { mayRefuse = false } = {}): Findings => {
  const controls = samples.filter(({ kind }) => kind === 'control')
  const calls = samples
    .filter(({ kind }) => kind !== 'control')
    .map((sample) => ({ sample, excessMs: sample.waitMs - controlWait(sample, controls) }))
  const bad = calls.filter(
    ({ sample, excessMs }) => excessMs > longestWait(sample, mayRefuse) || !isExpected(sample, mayRefuse),
  )
  return {
    calls: calls.length,
    worstMs: Math.round(calls.reduce((worst, { excessMs }) => Math.max(worst, excessMs), 0)),
    faults: bad.map(
      ({ sample: { kind, startedAtMs, waitMs, status, fault }, excessMs }) =>
        `${kind} at ${new Date(startedAtMs).toISOString()} waited ${Math.round(waitMs)} ms, ` +
        `${Math.round(excessMs)} ms of it for the platform: ${status ?? fault}`,
    ),
  }
}

const samplesOf = (message: unknown): readonly Sample[] => (Array.isArray(message) ? message : [])

/**
 * Starts a probe of a platform, and the control server that it is compared with. `token` is an agent's, of the ATM
 * named.
 */
export const startProbe = async (
  { url }: Pick<Target, 'url'>,
  { token, agentAtmId }: { readonly token: string; readonly agentAtmId: string },
): Promise<Probe> => {
  const control = start('control-process.ts', [])
  const [port] = await once(control, 'message')
  const child = start('probe-process.ts', [url, `http://127.0.0.1:${port}`, token, agentAtmId])
  const findings: Probe['findings'] = async (options) => {
    const answered = once(child, 'message')
    child.send('report')
    const [samples] = await answered
    return judge(samplesOf(samples), options)
  }
  return {
    findings,
    async stop() {
      await stop(child)
      await stop(control)
    },
  }
}
