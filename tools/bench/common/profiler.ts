import { writeFileSync } from 'node:fs'
import { type HeapProfiler, type Profiler, Session } from 'node:inspector/promises'

/** Loaded into the platform's process ahead of it: profiles it between two messages of the benchmark. */
const SAMPLING_US = 250
/** A sample in so many bytes that are allocated. */
const SAMPLING_BYTES = 65_536

const session = new Session()

/** `time` is where processor time goes, `promoted` who allocates what outlives collections of the young generation. */
export type ProfileKind = 'time' | 'promoted'

/** Asked for by the benchmark: begin, or end and write the profile to a file. */
export type ProfilerRequest =
  | { readonly profile: 'start'; readonly kind: ProfileKind }
  | { readonly profile: 'stop'; readonly kind: ProfileKind; readonly file: string }

const isRequest = (message: unknown): message is ProfilerRequest =>
  typeof message === 'object' && message !== null && 'profile' in message

const startTime = async (): Promise<void> => {
  await session.post('Profiler.enable')
  await session.post('Profiler.setSamplingInterval', { interval: SAMPLING_US })
  await session.post('Profiler.start')
}

/** What a major collection frees stays in the profile, what a minor one frees does not. */
const startPromoted = async (): Promise<void> => {
  await session.post('HeapProfiler.startSampling', {
    samplingInterval: SAMPLING_BYTES,
    includeObjectsCollectedByMajorGC: true,
    includeObjectsCollectedByMinorGC: false,
  })
}

const start = async (kind: ProfileKind): Promise<void> => {
  session.connect()
  await (kind === 'time' ? startTime() : startPromoted())
}

const readTime = async (): Promise<Profiler.Profile> => {
  const { profile } = await session.post('Profiler.stop')
  return profile
}

const readPromoted = async (): Promise<HeapProfiler.SamplingHeapProfile> => {
  const { profile } = await session.post('HeapProfiler.stopSampling')
  return profile
}

const stop = async (kind: ProfileKind, file: string): Promise<void> => {
  const profile = await (kind === 'time' ? readTime() : readPromoted())
  session.disconnect()
  writeFileSync(file, JSON.stringify(profile))
}

process.on('message', (message) => {
  if (!isRequest(message)) return
  const done = message.profile === 'start' ? start(message.kind) : stop(message.kind, message.file)
  done.then(
    () => process.send?.({ profiled: true }),
    (error: unknown) => process.send?.({ profiled: false, reason: String(error) }),
  )
})
// Being listened to must not keep the process alive.
process.channel?.unref()
