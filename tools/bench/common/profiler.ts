import { writeFileSync } from 'node:fs'
import { type Profiler, Session } from 'node:inspector/promises'

/** Loaded into the platform's process ahead of it: profiles it between two messages of the benchmark. */
const SAMPLING_US = 250

const session = new Session()

/** Asked for by the benchmark: begin, or end and write the profile to a file. */
export type ProfilerRequest = { readonly profile: 'start' } | { readonly profile: 'stop'; readonly file: string }

const isRequest = (message: unknown): message is ProfilerRequest =>
  typeof message === 'object' && message !== null && 'profile' in message

const start = async (): Promise<void> => {
  session.connect()
  await session.post('Profiler.enable')
  await session.post('Profiler.setSamplingInterval', { interval: SAMPLING_US })
  await session.post('Profiler.start')
}

const stop = async (file: string): Promise<void> => {
  const { profile }: { profile: Profiler.Profile } = await session.post('Profiler.stop')
  session.disconnect()
  writeFileSync(file, JSON.stringify(profile))
}

process.on('message', (message) => {
  if (!isRequest(message)) return
  const done = message.profile === 'start' ? start() : stop(message.file)
  done.then(
    () => process.send?.({ profiled: true }),
    (error: unknown) => process.send?.({ profiled: false, reason: String(error) }),
  )
})
// Being listened to must not keep the process alive.
process.channel?.unref()
