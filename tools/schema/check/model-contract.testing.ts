import { z } from 'zod'
import { LINK } from '../../../tests/support/hosted-service.ts'
import { type Contract, type ContractFiles, currentContract } from '../contract.ts'
import { topicContractOf } from '../topic-contracts.ts'
import { checkContract } from './check.ts'

/** Of their own, so that the model stays the same when those of the platform change. */
const DIRECTIVES = `
enum RestIn { PATH QUERY HEADER BODY STREAM }
enum RestBody { JSON STREAM BYTES }
enum Role { USER ADMIN AGENT }
directive @rest(route: String!, when: String, accept: String, status: Int = 200, onNull: Int = 404, include: [String!],
  as: RestBody = JSON, operationId: String, bodyLimit: Int = 1048576, etag: String, errors: [String!])
  repeatable on FIELD_DEFINITION
directive @restParam(name: String, in: RestIn, only: [String!], asSent: Boolean = false) on ARGUMENT_DEFINITION
directive @restName(name: String!) on FIELD_DEFINITION | INPUT_FIELD_DEFINITION | ENUM_VALUE
directive @restOmit on FIELD_DEFINITION
directive @restStatus(code: Int!) on OBJECT
directive @access(roles: [Role!], sameAs: String) on FIELD_DEFINITION | OBJECT
directive @listSize(assumedSize: Int, slicingArguments: [String!], sizedFields: [String!],
  requireOneSlicingArgument: Boolean = true) on FIELD_DEFINITION
directive @cost(weight: Int!) on FIELD_DEFINITION
scalar Bytes
`

const CLAIMS = `${LINK}
type Query {
  notes(colour: Colour, size: Int = 20): [Note!]!
    @access(roles: [USER, ADMIN]) @rest(route: "GET /api/notes")
    @listSize(assumedSize: 100, slicingArguments: ["size"], requireOneSlicingArgument: false)
  note(id: Int!): Note @access @rest(route: "GET /api/notes/{id}", etag: "noteTag")
  noteTag(id: Int!): String @access
  found(word: String): [Found!] @access(roles: [USER, ADMIN]) @listSize(assumedSize: 10)
  sheets(page: Int = 0, size: Int = 30): Sheets @access(roles: [USER, ADMIN]) @cost(weight: 30)
    @listSize(assumedSize: 100, slicingArguments: ["size"], sizedFields: ["content"], requireOneSlicingArgument: false)
  archive(mark: String @restParam(name: "X-Mark", in: HEADER)): Bytes
    @access @inaccessible @rest(route: "GET /api/archive", as: BYTES, operationId: "readArchive")
}
type Mutation {
  addNote(note: NewNote!): Note!
    @access @rest(route: "POST /api/notes", status: 201, bodyLimit: 4096, errors: ["CONFLICT"])
  sendTitles(titles: [String]! @restParam(in: BODY, asSent: true)): Int
    @access @rest(route: "POST /api/titles", bodyLimit: 8192)
  pickNote(pick: Pick!): Note @access
}
enum Colour { RED GREEN }
union Found = Note | Page
interface Named { title: String! }
type Page { number: Int! }
type Sheet { number: Int! }
type Sheets { content: [Sheet!]! }
type Note implements Named @key(fields: "id") @key(fields: "title") @access(roles: [USER, ADMIN]) {
  id: Int!
  title: String!
  colour: Colour!
  size: Float
  old: String @deprecated(reason: "Use title.", until: "2027-01-31")
  tags: [String!]! @listSize(assumedSize: 20)
  related(first: Int = 10): [Note!] @access(sameAs: "found")
    @listSize(assumedSize: 50, slicingArguments: ["first"], requireOneSlicingArgument: false)
}
input NewNote { title: String! colour: Colour shade: String = "light" lines: [Line!] }
input Line { text: String! }
input Pick { id: Int title: String }
`

const FLEET = `${LINK}
type Query { tasks: [Task!]! @access @listSize(assumedSize: 10) }
type Task @key(fields: "id") @access { id: Int! note: Note }
type Note @key(fields: "id", resolvable: false) { id: Int! }
`

const GATEWAY = `${LINK}
type Query {
  jobs(service: String): [Job!]! @access(roles: [USER, ADMIN]) @rest(route: "GET /api/jobs") @listSize(assumedSize: 100)
}
type Job { name: String! schedule: String }
`

const FILES: Readonly<Record<string, string>> = {
  'claims.graphql': CLAIMS,
  'fleet.graphql': FLEET,
  'gateway.graphql': GATEWAY,
  'shared.graphql': 'type Paging { number: Int! }',
  'directives.graphql': DIRECTIVES,
  'operations/trusted.json': JSON.stringify({
    'sha256:1': 'query Notes { notes(colour: RED) { id title } }',
    'sha256:2': 'query Tasks { tasks { id note { size } } }',
    'sha256:3': 'query Sheets($size: Int) { sheets(size: $size) { content { number } } }',
  }),
  'CHANGES.md': '',
}

const PARSED = {
  fileId: z.int(),
  status: z.enum(['PARSED', 'FAILED']),
  note: z.string().nullable(),
  gaps: z.array(z.int()),
}

/** A contract of two services, a gateway and two topics, small enough to be composed for each test. */
export const MODEL_TOPICS = [
  topicContractOf('files.parsed', 'agentAtmId', z.object(PARSED)),
  topicContractOf('files.gone', 'agentAtmId', z.object({ fileId: z.int() })),
]

/** The same with another form of the first topic. */
export const withParsed = (change: (shape: typeof PARSED) => z.ZodRawShape, key = 'agentAtmId') => [
  topicContractOf('files.parsed', key, z.object(change(PARSED))),
  ...MODEL_TOPICS.slice(1),
]

/** A text of a file, and what takes its place. */
export type Edit = readonly [file: string, from: string, to: string]

/** The files of the model after edits. @throws Error for an edit that changes nothing. */
export const modelFiles = (edits: readonly Edit[] = []): ContractFiles => {
  const texts = new Map(Object.entries(FILES))
  for (const [file, from, to] of edits) {
    const text = texts.get(file)
    if (text?.includes(from) !== true) throw new Error(`${file} has no "${from}"`)
    texts.set(file, text.replaceAll(from, to))
  }
  return { from: 'the model', list: () => [...texts.keys()], read: (path) => texts.get(path) ?? null }
}

export const modelContract = (edits: readonly Edit[] = [], topics = MODEL_TOPICS): Contract =>
  currentContract(modelFiles(edits), topics)

/** The outcome of the check for the model after edits. */
export const checkModel = (edits: readonly Edit[], topics = MODEL_TOPICS, today = '2026-11-20') =>
  checkContract({ base: modelContract(), current: modelContract(edits, topics), today })
