import { randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { Agent, request } from 'undici'
import { addDays, localDateOf } from '../../../subgraphs/kit/common/dates.ts'
import { tableOf, verdict } from '../common/figures.ts'
import { openDatabase, openPlatform, tokenFor } from '../common/platform.ts'
import type { JournalPart } from './journals.ts'
import { openJournalCounts } from './journals-flow.ts'
import { journalOf } from './journals-text.ts'

const MIB = 1_048_576
const GOAL_MIB = 40
const SESSIONS_PER_MIB = 200
const WARM_UP_FILES = 24
/** Until what a phase has left behind is collected, as far as it ever is. */
const SETTLE_MS = 1_500

/**
 * What a file is made of: a journal's lines, which shrink to a tenth and are sent as gzip, or noise, which does not
 * shrink.
 */
type Kind = 'journal' | 'noise'
type Case = { readonly kind: Kind; readonly sizeMib: number; readonly atOnce: number }

const CASES: readonly Case[] = (['journal', 'noise'] as const).flatMap((kind) => [
  ...[1, 8, 32].map((sizeMib) => ({ kind, sizeMib, atOnce: 1 })),
  { kind, sizeMib: 32, atOnce: 8 },
])

const yesterday = () => addDays(localDateOf(new Date(), 'UTC'), -1)

/** The bytes of a file, and whether they are gzip; each file is another one. */
const fileOf = ({ kind, sizeMib }: Case, number: number): { readonly body: Buffer; readonly gzip: boolean } => {
  const day = journalOf(
    yesterday(),
    kind === 'journal' ? sizeMib * SESSIONS_PER_MIB : 20,
    kind === 'journal' ? sizeMib * MIB : 9_999,
  )
  const text = `NOTE ${number}\n${day}`
  if (kind === 'journal') return { body: gzipSync(text.slice(0, sizeMib * MIB)), gzip: true }
  // Of bytes above ASCII, so that no digit of it looks like a card, with an end of line now and then.
  const noise = randomBytes(sizeMib * MIB - text.length).map((byte) => (byte < 4 ? 10 : byte | 0x80))
  return { body: Buffer.concat([Buffer.from(text), noise]), gzip: false }
}

const memoryOf = (pid: number) => {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const mib = (field: string) => Number(new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]) / 1_024
  return { now: mib('VmRSS'), peak: mib('VmHWM') }
}

/** Lets the system count the peak again from what is held now. */
const forgetPeak = (pid: number): void => writeFileSync(`/proc/${pid}/clear_refs`, '5')

const openSender = async (url: string) => {
  const token = await tokenFor({ role: 'ADMIN' })
  const dispatcher = new Agent({ connections: 8, pipelining: 1, headersTimeout: 120_000, bodyTimeout: 120_000 })
  let number = 0
  const send = async ({ body, gzip }: ReturnType<typeof fileOf>, of: number): Promise<void> => {
    const query = `agentAtmId=MEMORY-${of}&journalDate=${yesterday()}&institutionKey=BANK1`
    const answer = await request(`${url}/journal/api/journal/files?${query}`, {
      dispatcher,
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, ...(gzip ? { 'content-encoding': 'gzip' } : {}) },
      body,
    })
    const text = await answer.body.text()
    if (answer.statusCode !== 201)
      throw new Error(`a journal was answered with ${answer.statusCode}: ${text.slice(0, 300)}`)
  }
  return {
    /** Makes files, and then sends them all at once. */
    async send(one: Case): Promise<void> {
      const files = Array.from({ length: one.atOnce }, () => {
        number += 1
        return { file: fileOf(one, number), of: number }
      })
      await Promise.all(files.map(({ file, of }) => send(file, of)))
    },
    close: () => dispatcher.close(),
  }
}

/**
 * How far the memory of the platform grows over that of a warm one, from the upload of files to the end of their
 * parse.
 */
export const benchJournalMemory: JournalPart = async (life, settings) => {
  if (process.platform !== 'linux') return settings.print('Only Linux tells the peak of another process’s memory.')
  const database = await openDatabase(life, settings.dataDir)
  const platform = await openPlatform(life, database.urls)
  const counts = await openJournalCounts(database.urls.superuser)
  const sender = await openSender(platform.url)
  for (let sent = 0; sent < WARM_UP_FILES; sent += 8) {
    for (const kind of ['journal', 'noise'] as const) await sender.send({ kind, sizeMib: 1, atOnce: 8 })
    await counts.untilParsed()
  }
  const rows: string[][] = []
  for (const one of CASES) {
    await delay(SETTLE_MS)
    forgetPeak(platform.pid)
    const before = memoryOf(platform.pid)
    const startedAt = performance.now()
    await sender.send(one)
    const uploaded = memoryOf(platform.pid)
    const uploadedAt = performance.now()
    await counts.untilParsed()
    const after = memoryOf(platform.pid)
    const growth = after.peak - before.now
    rows.push([
      `${one.atOnce} × ${one.sizeMib} MiB of ${one.kind}`,
      ((uploadedAt - startedAt) / 1_000).toFixed(1),
      before.now.toFixed(0),
      (uploaded.peak - before.now).toFixed(1),
      growth.toFixed(1),
      verdict(growth < GOAL_MIB),
    ])
  }
  settings.print(tableOf([['', 's', 'before', 'upload', 'with parse', `< ${GOAL_MIB} MiB`], ...rows]))
  settings.print(
    'Resident memory of the platform in MiB: before, and its peak above that. Seconds until all are answered.',
  )
  await sender.close()
  await counts.close()
  await platform.stop()
}
