import type { JournalFileRow } from '../../../db/journal/journal-file.ts'
import { pageOf, pageRequest, type Sorting } from '../../kit/common/paging.ts'
import { textOrNull } from '../../kit/common/texts.rules.ts'
import type { OperationContext } from '../../kit/graphql/context.ts'
import { atmOf } from '../files/atm-journals.resolvers.ts'
import { countFiles, type FileSort, findFile, listFiles } from '../files/files.store.ts'
import { mayRead, narrowedAtm } from '../model/visibility.rules.ts'
import type {
  JournalUpload,
  MutationResolvers,
  QueryJournalFilesArgs,
  QueryResolvers,
  Resolvers,
} from '../schema.gen.ts'
import { pageArguments } from '../transactions/queries.rules.ts'
import type { createRefile } from './refile.ts'
import type { createUpload, Uploaded } from './upload.ts'

const SORTING: Sorting<FileSort> = {
  sortable: { id: 'id', receivedAt: 'receivedAt', journalDate: 'journalDate', status: 'status' },
  defaultSort: ['receivedAt,desc'],
  tieBreak: { column: 'id', descending: true },
}

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

const fileQueries: Pick<QueryResolvers, 'journalFiles' | 'journalFile'> = {
  journalFiles: (_source, args, context) => filePage(args, context),
  journalFile: (_source, { id }, context) => findReadable(id, context),
}

const fileMutations = (
  upload: ReturnType<typeof createUpload>,
  refile: ReturnType<typeof createRefile>,
): Pick<MutationResolvers, 'uploadJournalFile' | 'receiveJournalFile' | 'refileJournalFile'> => ({
  uploadJournalFile: async (_source, args, context) =>
    uploadAnswer(await upload({ ...args, institutionKey: args.institutionKey ?? null }, context)),
  receiveJournalFile: async (_source, args, context) =>
    uploadAnswer(await upload({ ...args, institutionKey: args.institutionKey ?? null }, context)),
  refileJournalFile: (_source, { id, journalDate }, context) => refile(id, journalDate ?? null, context),
})

/** Journal files: lists, upload and filing under another day. */
export const createFileResolvers = (upload: ReturnType<typeof createUpload>, refile: ReturnType<typeof createRefile>) =>
  ({
    Query: fileQueries,
    Mutation: fileMutations(upload, refile),
    JournalFile: { atm: atmOf },
  }) satisfies Resolvers
