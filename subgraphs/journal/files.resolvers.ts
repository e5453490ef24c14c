import { createGunzip } from 'node:zlib'
import type { FileContentRow, JournalFileRow } from '../../db/journal/journal-file.ts'
import type { BytesAnswer } from '../kit/answer.ts'
import type { OperationContext } from '../kit/context.ts'
import { pageOf, pageRequest, type Sorting } from '../kit/paging.ts'
import { atmOf } from './atm.resolvers.ts'
import { countFiles, type FileSort, findFile, findFileContent, listFiles } from './files.store.ts'
import { pageArguments, textOrNull } from './queries.rules.ts'
import type {
  JournalUpload,
  MutationResolvers,
  QueryJournalFilesArgs,
  QueryResolvers,
  Resolvers,
} from './schema.gen.ts'
import type { createUpload, Uploaded } from './upload.ts'
import { mayRead, narrowedAtm } from './visibility.rules.ts'

const SORTING: Sorting<FileSort> = {
  sortable: { id: 'id', receivedAt: 'receivedAt', journalDate: 'journalDate', status: 'status' },
  defaultSort: ['receivedAt,desc'],
  tieBreak: { column: 'id', descending: true },
}

/** The text as UTF-8, whatever its own encoding. */
async function* utf8Chunks({ content, encoding }: FileContentRow): AsyncGenerator<Uint8Array> {
  const gunzip = createGunzip()
  gunzip.end(content)
  if (encoding === 'utf-8') return yield* gunzip
  const decoder = encoding === 'utf-16le' ? new TextDecoder('utf-16le') : null
  for await (const chunk of gunzip) {
    const bytes: Buffer = chunk
    yield Buffer.from(decoder === null ? bytes.toString('latin1') : decoder.decode(bytes, { stream: true }))
  }
  if (decoder !== null) yield Buffer.from(decoder.decode())
}

const textAnswer = (content: FileContentRow): BytesAnswer => ({
  contentType: 'text/plain; charset=utf-8',
  headers: {
    'cache-control': 'private, no-store',
    'content-disposition': `inline; filename="journal-${content.fileId}.txt"`,
  },
  chunks: utf8Chunks(content),
})

const uploadAnswer = ({
  file,
  known,
}: Uploaded): JournalUpload & { __typename: 'JournalFile' | 'JournalFileKnown' } => ({
  ...file,
  __typename: known ? 'JournalFileKnown' : 'JournalFile',
})

const filePage = async (args: QueryJournalFilesArgs, { principal, read }: OperationContext) => {
  const request = pageRequest(pageArguments(args), SORTING)
  const filter = {
    agentAtmId: narrowedAtm(principal, textOrNull(args.agentAtmId)),
    atmId: args.atmId ?? null,
    status: args.status ?? null,
    dateFrom: args.dateFrom ?? null,
    dateTo: args.dateTo ?? null,
  }
  const rows = await read((tx) => listFiles(tx, principal, filter, request))
  return pageOf(rows, await read((tx) => countFiles(tx, filter)), request)
}

const findReadable = async (id: number, { principal, read }: OperationContext): Promise<JournalFileRow | null> => {
  const file = await read((tx) => findFile(tx, id))
  return file !== null && mayRead(principal, file) ? file : null
}

const fileQueries: Pick<QueryResolvers, 'journalFiles' | 'journalFile' | 'journalFileContent'> = {
  journalFiles: (_source, args, context) => filePage(args, context),
  journalFile: (_source, { id }, context) => findReadable(id, context),
  journalFileContent: async (_source, { id }, context) => {
    const file = await findReadable(id, context)
    const content = file === null ? null : await context.read((tx) => findFileContent(tx, id))
    return content === null ? null : textAnswer(content)
  },
}

const fileMutations = (
  upload: ReturnType<typeof createUpload>,
): Pick<MutationResolvers, 'uploadJournalFile' | 'receiveJournalFile'> => ({
  uploadJournalFile: async (_source, args, context) =>
    uploadAnswer(await upload({ ...args, institutionKey: args.institutionKey ?? null }, context)),
  receiveJournalFile: async (_source, args, context) =>
    uploadAnswer(await upload({ ...args, institutionKey: args.institutionKey ?? null }, context)),
})

/** Journal files: lists, text and upload. */
export const createFileResolvers = (upload: ReturnType<typeof createUpload>) =>
  ({
    Query: fileQueries,
    Mutation: fileMutations(upload),
    JournalFile: { atm: atmOf },
  }) satisfies Resolvers
