import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Lifecycle } from '../../../subgraphs/kit/runtime/lifecycle.ts'
import { createHttpClient, type HttpClient, runCallers } from '../common/callers.ts'
import { newEvent } from '../common/events.ts'
import { countText, msText, percentile, tableOf, verdict } from '../common/figures.ts'
import { openDatabase, openPlatform, tokenFor } from '../common/platform.ts'
import { summariseProfile } from '../common/profile.ts'
import type { BenchSettings } from '../common/settings.ts'
import { openJournalCounts, openUploader } from './journals-flow.ts'

/** The largest file that is taken, with what a very busy machine does in a day. */
const LARGE = { sessions: 4_000, bytes: 31.5 * 1_048_576 }
/** So many are sent at once all the while: the next is on its way while one is parsed. */
const UPLOADS = 2
const CALLERS = 64
const ATMS = 2_000
const SHARE_OF_CAPACITY = 0.3
const CAPACITY_SECONDS = 5
const WARM_UP_SECONDS = 3
const MAX_P50_RATIO = 2
const MAX_P99_RATIO = 4
/** How often the clock is looked at for what is due; what is sent late by it counts as late. */
const TICK_MS = 1

type Post = () => Promise<void>

const createPost = async (http: HttpClient): Promise<Post> => {
  const tokens = await Promise.all(
    Array.from({ length: 20 }, (_, n) => tokenFor({ role: 'AGENT', institutions: [`BANK${n + 1}`] })),
  )
  return async () => {
    const atm = Math.floor(Math.random() * ATMS)
    const body = JSON.stringify(newEvent(`ATM-${atm}`))
    const token = tokens[atm % tokens.length] ?? ''
    const { status, body: answer } = await http.request('POST', '/agent-proxy/api/journal-events', token, body)
    if (status !== 201) throw new Error(`an event was answered with ${status}: ${answer}`)
  }
}

/**
 * Posts events at a rate of their own, however long the answers take: a caller that waited for each would not notice
 * the time in which it could not ask. Latency counts from the moment at which an event was to be sent.
 */
const runOpenLoop = async (post: Post, perSecond: number, seconds: number): Promise<number[]> => {
  const latenciesMs: number[] = []
  const underWay = new Set<Promise<void>>()
  const startedAt = performance.now()
  let dueAt = startedAt
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const send = (due: number) => {
    const posting = post().then(() => {
      latenciesMs.push(performance.now() - due)
      underWay.delete(posting)
    }, reject)
    underWay.add(posting)
  }
  const timer = setInterval(() => {
    for (const now = performance.now(); dueAt <= now; ) {
      send(dueAt)
      // As independent callers come: in no step with each other.
      dueAt += (-Math.log(1 - Math.random()) * 1_000) / perSecond
    }
    if (performance.now() - startedAt >= seconds * 1_000) resolve()
  }, TICK_MS)
  await promise.finally(() => clearInterval(timer))
  await Promise.all(underWay)
  return latenciesMs
}

type Phase = { readonly busy: boolean; readonly latenciesMs: readonly number[]; readonly files: number }

const report = (phases: readonly Phase[], print: BenchSettings['print']): void => {
  const of = (busy: boolean, share: number) =>
    percentile(
      phases.filter((phase) => phase.busy === busy).flatMap(({ latenciesMs }) => latenciesMs),
      share,
    )
  const row = (busy: boolean) => [
    busy ? 'beside files of 32 MiB' : 'alone',
    ...[0.5, 0.95, 0.99, 1].map((share) => msText(of(busy, share))),
  ]
  print(`\n${tableOf([['events', 'p50 ms', 'p95 ms', 'p99 ms', 'longest'], row(false), row(true)])}`)
  const goal = (name: string, share: number, most: number) => {
    const ratio = of(true, share) / of(false, share)
    print(`${name}: ${ratio.toFixed(2)}× beside files, goal ${most}× at most: ${verdict(ratio <= most)}`)
  }
  goal('p50', 0.5, MAX_P50_RATIO)
  goal('p99', 0.99, MAX_P99_RATIO)
}

/**
 * Events at a fixed rate, with and without the largest files being uploaded and parsed all the while, in turns of one
 * run.
 */
export const benchIngestBesideJournals = async (life: Lifecycle, settings: BenchSettings): Promise<void> => {
  const { print, seconds, rounds } = settings
  const database = await openDatabase(life, settings.dataDir)
  const platform = await openPlatform(life, database.urls)
  const counts = await openJournalCounts(database.urls.superuser)
  const http = createHttpClient(platform.url, 256)
  const post = await createPost(http)
  const uploader = await openUploader({ ...LARGE, url: platform.url, connections: UPLOADS, prefix: 'LARGE-' })
  const single = async () => {
    await post()
    return 1
  }
  await runCallers(CALLERS, WARM_UP_SECONDS, single)
  const capacity = await runCallers(CALLERS, CAPACITY_SECONDS, single)
  const perSecond = (capacity.events / capacity.seconds) * SHARE_OF_CAPACITY
  print(
    `events one by one at ${countText(perSecond)}/s, ${SHARE_OF_CAPACITY * 100} % of what ${CALLERS} callers reach;`,
  )
  print(`${UPLOADS} files of 32 MiB on their way, and parsed, all the while in every second phase`)

  const measure = async (busy: boolean): Promise<Phase> => {
    const before = await counts.count()
    if (!busy) return { busy, latenciesMs: await runOpenLoop(post, perSecond, seconds), files: 0 }
    uploader.start()
    // Until the first ones have come and are being parsed.
    await runOpenLoop(post, perSecond, WARM_UP_SECONDS)
    const latenciesMs = await runOpenLoop(post, perSecond, seconds)
    const { files } = await uploader.stop()
    const after = await counts.untilParsed()
    if (after.parsed - before.parsed !== files) throw new Error('a file was lost, or could not be parsed')
    return { busy, latenciesMs, files }
  }
  await measure(true)
  const phases: Phase[] = []
  for (let round = 1; round <= rounds; round += 1) {
    for (const busy of [false, true]) {
      const phase = await measure(busy)
      phases.push(phase)
      const { latenciesMs, files } = phase
      const [p50, p99] = [0.5, 0.99].map((share) => msText(percentile(latenciesMs, share)))
      const latencies = `p50 ${p50} ms, p99 ${p99} ms`
      print(`round ${round}  ${(busy ? `beside ${files} files` : 'alone').padEnd(16)} ${latencies}`)
    }
  }
  report(phases, print)
  if (settings.profile) {
    const file = join(tmpdir(), `fleetops-beside-${process.pid}.cpuprofile`)
    await platform.startProfile()
    await measure(true)
    await platform.stopProfile(file)
    print(`\n${summariseProfile(file, 'beside files')}`)
  }
  await uploader.close()
  await counts.close()
  await http.close()
  await platform.stop()
}
