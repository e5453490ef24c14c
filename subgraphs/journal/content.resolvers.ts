import type { Stores } from '../../db/tenancy.ts'
import type { BytesAnswer } from '../kit/answer.ts'
import type { Principal } from '../kit/principal.ts'
import { listChunks } from './content.store.ts'
import { decodeChunk, utf8Of } from './content.ts'
import { findFile } from './files.store.ts'
import type { QueryResolvers } from './schema.gen.ts'
import { mayRead } from './visibility.rules.ts'

/** How many chunks of 256 KiB are held in memory for one reader. */
const CHUNKS_AT_ONCE = 2

/** Each read is a transaction of its own: a slow reader must not hold a connection for as long as it reads. */
const readerOf = (stores: Stores, principal: Principal) => {
  const read = <T>(work: Parameters<typeof stores.inTenant<T>>[1]) => stores.inTenant(principal, work, { mode: 'read' })
  async function* text(contentId: number): AsyncGenerator<Uint8Array> {
    for (let from = 0; ; from += CHUNKS_AT_ONCE) {
      const at = from
      const chunks = await read((tx) => listChunks(tx, contentId, at, CHUNKS_AT_ONCE))
      for (const chunk of chunks) yield utf8Of(await decodeChunk(chunk), chunk)
      if (chunks.length < CHUNKS_AT_ONCE) return
    }
  }
  return { read, text }
}

const findText = async (id: number, stores: Stores, principal: Principal): Promise<BytesAnswer | null> => {
  const { read, text } = readerOf(stores, principal)
  const file = await read((tx) => findFile(tx, id))
  if (file === null || file.contentId === null || !mayRead(principal, file)) return null
  return {
    contentType: 'text/plain; charset=utf-8',
    headers: {
      'cache-control': 'private, no-store',
      'content-disposition': `inline; filename="journal-${file.id}.txt"`,
    },
    chunks: text(file.contentId),
  }
}

/** The text of journal files. */
export const createContentResolvers = (stores: Stores) =>
  ({
    Query: { journalFileContent: (_source, { id }, { principal }) => findText(id, stores, principal) },
  }) satisfies { Query: Pick<QueryResolvers, 'journalFileContent'> }
