import { readFileSync } from 'node:fs'
import { isRecord } from '../subgraphs/kit/common/records.rules.ts'
import { describeContract, openApiOf } from '../subgraphs/kit/openapi/openapi.ts'
import { type ContractChange, judge, readExcuses } from './schema/check/changes.ts'
import { compareOpenApi } from './schema/check/compare-openapi.ts'
import type { Json } from './schema/check/compare-schemas.ts'
import { compareGraphs } from './schema/check/compare-sdl.ts'
import { type PreviousContract, readPreviousContract } from './schema/check/previous.ts'
import { type ComposedGraph, CompositionError, composeGraph } from './schema/compose.ts'
import { listServiceSdls, platformVersion, repositoryRoot, type ServiceSdl } from './schema/services.ts'

const contractOf = ({ name, sdl }: ServiceSdl) => describeContract(name, sdl)

/** The document as it would be read from its file. */
const documentOf = (service: ServiceSdl): Json => {
  const document: unknown = JSON.parse(JSON.stringify(openApiOf(contractOf(service), platformVersion())))
  return isRecord(document) ? document : {}
}

const gone = (file: string): ContractChange => ({ file, path: file, breaking: true, message: `${file} is gone` })

const compareServices = async (previous: PreviousContract, services: readonly ServiceSdl[]) => {
  const changes: ContractChange[] = []
  for (const before of previous.services) {
    const file = `schema/${before.name}.graphql`
    const after = services.find(({ name }) => name === before.name)
    if (after === undefined) changes.push(gone(file))
    else changes.push(...(await compareGraphs(file, contractOf(before).schema, contractOf(after).schema)))
  }
  // The document of the platform holds nothing but these, so it is not compared once more.
  for (const [name, before] of previous.documents) {
    const file = `schema/openapi/${name}.json`
    const after = services.find((service) => service.name === name)
    changes.push(...(after === undefined ? [gone(file)] : compareOpenApi(file, before, documentOf(after))))
  }
  return changes
}

const compareSupergraph = async (previous: PreviousContract, graph: ComposedGraph) => {
  if (previous.services.length === 0) return []
  try {
    return await compareGraphs('schema/supergraph.graphql', composeGraph(previous.services).apiSchema, graph.apiSchema)
  } catch (error) {
    if (error instanceof CompositionError) return []
    throw error
  }
}

const newExcuses = (previous: PreviousContract) => {
  const known = new Set(readExcuses(previous.changes).map(({ path, reason }) => `${path} ${reason}`))
  const now = readExcuses(readFileSync(`${repositoryRoot}schema/CHANGES.md`, 'utf8'))
  return now.filter(({ path, reason }) => !known.has(`${path} ${reason}`))
}

const run = async (): Promise<number> => {
  const services = listServiceSdls()
  const graph = composeGraph(services)
  console.log(`the graph of ${services.map(({ name }) => name).join(', ')} composes`)
  const previous = readPreviousContract()
  if (previous === null) {
    console.log('there is no earlier version to compare with')
    return 0
  }
  const changes = [...(await compareServices(previous, services)), ...(await compareSupergraph(previous, graph))]
  const { refused, excused, safe } = judge(changes, newExcuses(previous))
  console.log(
    `compared with ${previous.ref}: ${safe.length} safe, ${excused.length} excused, ${refused.length} breaking`,
  )
  for (const { file, message } of safe) console.log(`  safe      ${file}: ${message}`)
  for (const { change, reason } of excused) console.log(`  excused   ${change.file}: ${change.message} (${reason})`)
  for (const { file, message } of refused) console.error(`  BREAKING  ${file}: ${message}`)
  if (refused.length === 0) return 0
  console.error('\nTake it back, or say in schema/CHANGES.md why it has to be:')
  for (const path of new Set(refused.map((change) => change.path))) console.error(`  - \`${path}\`: <reason>`)
  return 1
}

try {
  process.exitCode = await run()
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
}
