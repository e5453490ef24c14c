import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { z } from 'zod'
import { SERVICE_NAMES } from '../../subgraphs/kit/calls/calls.ts'
import { withSharedTypes } from '../../subgraphs/kit/graphql/shared-types.rules.ts'
import { describeContract, openApiOf } from '../../subgraphs/kit/openapi/openapi.ts'
import type { Json } from './json.types.ts'
import { platformVersion, repositoryRoot, type ServiceSdl } from './services.ts'
import { type TopicContract, topicContractSchema, topicContracts } from './topic-contracts.ts'

/** Everything that clients of one version of the platform are built on. */
export type Contract = {
  /** Where it was read from, such as `schema/published` or `main`. */
  readonly from: string
  /** The services whose SDL is composed into the graph. */
  readonly services: readonly ServiceSdl[]
  /** The gateway's own SDL, which is not part of the graph. */
  readonly gateway: ServiceSdl
  /** The OpenAPI documents by the name of their service, `gateway` included. */
  readonly openApi: ReadonlyMap<string, Json>
  readonly topics: readonly TopicContract[]
  /** The trusted documents, id → text. */
  readonly trusted: ReadonlyMap<string, string>
  /** The text of `schema/CHANGES.md`. */
  readonly changes: string
}

/** The files of one version of the folder `schema`, by their paths within it. */
export type ContractFiles = {
  readonly from: string
  list(): readonly string[]
  /** The text of a file, null where it does not exist. */
  read(path: string): string | null
}

/** There is nothing to compare with, or not all of it. */
export class MissingBaseError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'MissingBaseError'
  }
}

/** What the SDL of every service takes from, and is no contract by itself. */
export const PARTS_OF_SDL = ['directives.graphql', 'shared.graphql']
const NO_CONTRACTS = new Set([...PARTS_OF_SDL, 'supergraph.graphql'])

/** Generated files of the contract, by their paths within `schema`. */
export const TRUSTED_DOCUMENTS = 'operations/trusted.json'
export const TOPICS = 'events/topics.json'

/** The version of `schema` in a folder, such as `schema/published`. */
export const folderFiles = (folder: string, from: string): ContractFiles => ({
  from,
  list: () =>
    existsSync(folder)
      ? readdirSync(folder, { recursive: true, withFileTypes: true })
          .filter((entry) => entry.isFile())
          .map(({ parentPath, name }) => `${parentPath}/${name}`.slice(folder.length).replace(/^\/+/, ''))
          .sort()
      : [],
  read: (path) => (existsSync(`${folder}/${path}`) ? readFileSync(`${folder}/${path}`, 'utf8') : null),
})

/** The paths of the SDL files that are a contract: those of services, and of the gateway. */
export const sdlFilesOf = (files: ContractFiles): readonly string[] =>
  files.list().filter((path) => path.endsWith('.graphql') && !path.includes('/') && !NO_CONTRACTS.has(path))

const needed = (files: ContractFiles, path: string): string => {
  const text = files.read(path)
  if (text === null) throw new MissingBaseError(`${files.from} has no ${path}, so there is nothing to compare it with.`)
  return text
}

const sdlsOf = (files: ContractFiles): readonly ServiceSdl[] => {
  const directives = needed(files, 'directives.graphql')
  const shared = needed(files, 'shared.graphql')
  return sdlFilesOf(files).map((path) => ({
    name: path.replace(/\.graphql$/, ''),
    sdl: `${directives}\n${withSharedTypes(needed(files, path), shared)}`,
  }))
}

const openApiSchema = z.record(z.string(), z.unknown())
/** Trusted documents as `operations/trusted.json` has them: id → text. */
export const trustedSchema = z.record(z.string(), z.string())

const trustedOf = (files: ContractFiles): ReadonlyMap<string, string> =>
  new Map(Object.entries(trustedSchema.parse(JSON.parse(needed(files, TRUSTED_DOCUMENTS)))))

const servicesAndGateway = (files: ContractFiles): Pick<Contract, 'services' | 'gateway'> => {
  const sdls = sdlsOf(files)
  const gateway = sdls.find(({ name }) => name === 'gateway')
  const services = sdls.filter(({ name }) => name !== 'gateway')
  if (gateway === undefined || services.length === 0)
    throw new MissingBaseError(`${files.from} has no SDL of the ${gateway === undefined ? 'gateway' : 'services'}.`)
  return { services, gateway }
}

/**
 * Reads a version of the contract from its files alone, without the code that made them.
 * @throws MissingBaseError naming the first file that it lacks.
 */
export const readContract = (files: ContractFiles): Contract => {
  const { services, gateway } = servicesAndGateway(files)
  const openApi = [...services, gateway].map(({ name }) => {
    const document: Json = openApiSchema.parse(JSON.parse(needed(files, `openapi/${name}.json`)))
    return [name, document] as const
  })
  return {
    from: files.from,
    services,
    gateway,
    openApi: new Map(openApi),
    topics: z.array(topicContractSchema).parse(JSON.parse(needed(files, TOPICS))),
    trusted: trustedOf(files),
    changes: files.read('CHANGES.md') ?? '',
  }
}

/** The document of a service, or of the gateway, as it would be read from its file. */
export const openApiDocumentOf = ({ name, sdl }: ServiceSdl): Json => {
  const document = openApiOf(describeContract(name, sdl), platformVersion())
  // The gateway's routes have no prefix.
  const served = name === 'gateway' ? { ...document, servers: [{ url: '/' }] } : document
  return openApiSchema.parse(JSON.parse(JSON.stringify(served)))
}

/** The files of the working tree. */
export const workingTree = (): ContractFiles => folderFiles(`${repositoryRoot}schema`, 'the working tree')

/**
 * The contract of the working tree. What is generated from code and SDL is made anew, so that a generated file that
 * was not brought up to date hides nothing.
 * @throws Error when an SDL file belongs to no service, or cannot be read.
 */
export const currentContract = (files = workingTree(), topics = topicContracts()): Contract => {
  const { services, gateway } = servicesAndGateway(files)
  const strange = services.find(({ name }) => !SERVICE_NAMES.some((known) => known === name))
  if (strange !== undefined) throw new Error(`schema/${strange.name}.graphql belongs to no service`)
  return {
    from: files.from,
    services,
    gateway,
    openApi: new Map([...services, gateway].map((service) => [service.name, openApiDocumentOf(service)])),
    topics,
    trusted: trustedOf(files),
    changes: files.read('CHANGES.md') ?? '',
  }
}
