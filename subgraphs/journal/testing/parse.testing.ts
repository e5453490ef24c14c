import { randomUUID } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import type { Stores } from '../../../db/tenancy.ts'
import { insertChunks, insertContent } from '../content/content.store.ts'
import { findFile, insertFile } from '../files/files.store.ts'
import { insertParseRequest } from '../parse/parse-requests.store.ts'

/** A file as an upload would have stored it. */
export type StoredFile = {
  readonly atmId: number
  readonly journalDate: string
  readonly text: string
  readonly receivedAt: Date
  /** ACME when left out. */
  readonly institutionKey?: string
}

/** Stores a file without asking for its parse; its id. */
export const insertStoredFile = (
  stores: Stores,
  { text, institutionKey = 'ACME', ...rest }: StoredFile,
): Promise<number> =>
  stores.asPlatform(async (tx) => {
    const bytes = { sha256: randomUUID(), sizeBytes: text.length }
    const contentId = await insertContent(tx, { institutionKey, ...bytes })
    const place = { institutionKey, agentAtmId: `ATM-${rest.atmId}`, timeZone: null }
    const file = await insertFile(tx, { ...rest, ...place, ...bytes, contentId })
    if (file === null || contentId === null) throw new Error('the file is there already')
    const chunk = { number: 0, codec: 'gzip', encoding: 'utf-8', firstLine: 1, textFrom: 0, textBytes: null } as const
    await insertChunks(tx, { contentId, institutionKey }, [{ ...chunk, data: gzipSync(text) }])
    return file.id
  })

/** Asks for files to be parsed, in this order. */
export const requestParses = (stores: Stores, fileIds: readonly number[], now: Date): Promise<void> =>
  stores.asPlatform(async (tx) => {
    for (const id of fileIds) {
      const file = await findFile(tx, id)
      if (file === null) throw new Error('there is no such file')
      await insertParseRequest(tx, file, 'UPLOAD', { now, newId: randomUUID })
    }
  })
