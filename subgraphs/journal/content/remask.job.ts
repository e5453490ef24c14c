import { promisify } from 'node:util'
import { zstdCompress } from 'node:zlib'
import type { ContentRow } from '../../../db/journal/content.ts'
import type { PlatformTx, Stores } from '../../../db/tenancy.ts'
import { isOutage } from '../../kit/common/errors.ts'
import type { JobDefinition } from '../../kit/jobs/jobs.ts'
import { CHECK_TIMEOUT_MS, type Component } from '../../kit/observability/health.ts'
import { FAMILIES } from '../formats/families.ts'
import { createLabelledMasking, MASKING_VERSION, type Masker } from '../formats/masking/masking.ts'
import { findProfile } from '../profiles/profiles.store.ts'
import { type ContentChunk, listChunks, updateOutdated } from './content.store.ts'
import { decodeChunk, encodingOf, utf8Of } from './content.ts'
import {
  type ChangedChunk,
  claimUnmasked,
  countUnmasked,
  type MaskingPlace,
  updateChunks,
  updateMasking,
} from './remask.store.ts'

const createMasker = createLabelledMasking(FAMILIES)
const compress = promisify(zstdCompress)

/** Chunks (of 256 KiB) that are read and written together. */
const CHUNKS_AT_ONCE = 4
/** Texts of one run, so that a run comes to an end; the next one goes on. */
const MAX_TEXTS = 50_000
const PROGRESS_EVERY = 500
/** Health counts what is left no further. */
const MAX_COUNTED = 10_000

/** Damaged texts that a run logs each by itself; all of them are counted. */
const MAX_LOGGED = 100
const UNREADABLE = 'a stored text cannot be masked again: it cannot be read'

type PlainChunk = ContentChunk & { readonly bytes: Buffer }

/**
 * Masks the chunks of a text again as one stream. As masking keeps every length, what comes out is cut where the
 * chunks were cut.
 */
const createRemasker = (masker: Masker) => {
  const waiting: PlainChunk[] = []
  let held: Buffer = Buffer.alloc(0)
  let textFrom = 0

  const changed = async (chunk: PlainChunk, bytes: Buffer): Promise<ChangedChunk | null> => {
    const { number, codec, data } = chunk
    const encoding = encodingOf(bytes, masker.units())
    const textBytes = utf8Of(bytes, { encoding, number }).length
    const from = textFrom
    textFrom += textBytes
    const isSame = bytes.equals(chunk.bytes)
    if (isSame && encoding === chunk.encoding && from === chunk.textFrom && textBytes === chunk.textBytes) return null
    const packed = isSame ? { codec, data } : { codec: 'zstd' as const, data: await compress(bytes) }
    return { number, encoding, textFrom: from, textBytes, ...packed }
  }
  const take = async (bytes: Buffer): Promise<readonly ChangedChunk[]> => {
    held = Buffer.concat([held, bytes])
    const done: ChangedChunk[] = []
    for (let next = waiting[0]; next !== undefined && held.length >= next.bytes.length; next = waiting[0]) {
      waiting.shift()
      const chunk = await changed(next, held.subarray(0, next.bytes.length))
      held = held.subarray(next.bytes.length)
      if (chunk !== null) done.push(chunk)
    }
    return done
  }
  return {
    push: (chunk: PlainChunk): Promise<readonly ChangedChunk[]> => {
      waiting.push(chunk)
      return take(masker.push(chunk.bytes))
    },
    end: (): Promise<readonly ChangedChunk[]> => take(masker.end()),
  }
}

/** Masks a text again. Where labels were written meanwhile it stays marked. */
const remask = async (tx: PlatformTx, text: ContentRow): Promise<void> => {
  const { id, institutionKey } = text
  const { customerLabels, labelsVersion } = await findProfile(tx, institutionKey)
  const remasker = createRemasker(createMasker(customerLabels))
  for (let from = 0; ; from += CHUNKS_AT_ONCE) {
    const chunks = await listChunks(tx, id, from, CHUNKS_AT_ONCE)
    for (const chunk of chunks)
      await updateChunks(tx, id, await remasker.push({ ...chunk, bytes: await decodeChunk(chunk) }))
    if (chunks.length < CHUNKS_AT_ONCE) break
  }
  await updateChunks(tx, id, await remasker.end())
  await updateMasking(tx, id, { maskingVersion: MASKING_VERSION, labelsVersion })
  await updateOutdated(tx, text)
}

/** What became of a text; of one that could not be read, why. */
type Remasked = { readonly text: ContentRow; readonly fault?: unknown }

/**
 * Masks the oldest text again, of those behind a place if one is given, that older rules masked, or that was marked for
 * newer labels. Null if there is none, or others are at it.
 * @throws in an outage; then nothing is wrong with the text.
 */
const remaskNext = async (stores: Stores, behind: MaskingPlace | null): Promise<Remasked | null> => {
  const claimed: { text: ContentRow | null } = { text: null }
  try {
    await stores.asPlatform(async (tx) => {
      claimed.text = await claimUnmasked(tx, MASKING_VERSION, behind)
      if (claimed.text !== null) await remask(tx, claimed.text)
    })
    return claimed.text === null ? null : { text: claimed.text }
  } catch (fault) {
    if (claimed.text === null || isOutage(fault)) throw fault
    return { text: claimed.text, fault }
  }
}

/**
 * Masks stored texts again that were masked by older rules, each in a transaction of its own. Nightly at 03:30 UTC.
 * Goes on behind texts that cannot be read, and fails in the end if there are any.
 */
export const remaskJob = (stores: Stores): JobDefinition => ({
  name: 'journal.remask',
  cron: '30 3 * * *',
  timeZone: 'UTC',
  run: async ({ progress, log, signal }) => {
    let [done, damaged] = [0, 0]
    let behind: MaskingPlace | null = null
    while (done + damaged < MAX_TEXTS) {
      signal?.throwIfAborted()
      const next = await remaskNext(stores, behind)
      if (next === null) break
      if ('fault' in next) {
        damaged += 1
        behind = next.text
        if (damaged <= MAX_LOGGED) log.error({ contentId: next.text.id, err: next.fault }, UNREADABLE)
      } else done += 1
      if ((done + damaged) % PROGRESS_EVERY === 0) progress(`${done} texts masked again`)
    }
    const left = await stores.asPlatform((tx) => countUnmasked(tx, MASKING_VERSION, MAX_COUNTED), { mode: 'read' })
    const rest = `${left}${left === MAX_COUNTED ? ' or more' : ''} left`
    if (damaged > 0) throw new Error(`${done} texts masked again, ${damaged} could not be read, ${rest}`)
    return `${done} texts masked again, ${rest}`
  },
})

/** DEGRADED while texts are stored that older rules masked. */
export const maskingHealth = (stores: Stores) => async (): Promise<Component> => {
  // Nobody waits for the answer any longer than that.
  const options = { mode: 'read', statementTimeoutMs: CHECK_TIMEOUT_MS } as const
  const left = await stores.asPlatform((tx) => countUnmasked(tx, MASKING_VERSION, MAX_COUNTED), options)
  const count = left === MAX_COUNTED ? `${left} or more` : String(left)
  const reason = `${count} stored journals are masked by older rules: run the job journal.remask`
  return left === 0 ? { status: 'UP' } : { status: 'DEGRADED', reason }
}
