import { buildSubgraphSchema } from '@apollo/subgraph'
import { type GraphQLSchema, parse } from 'graphql'
import { composeGraph, composePublished } from '../compose.ts'
import type { Contract } from '../contract.ts'
import type { ServiceSdl } from '../services.ts'
import type { ContractChange } from './changes.ts'
import { compareConstraints } from './compare-constraints.ts'
import { compareDirectives } from './compare-directives.ts'
import { compareOpenApi } from './compare-openapi.ts'
import { compareGraphs } from './compare-sdl.ts'
import { compareTopics } from './compare-topics.ts'
import { compareTrustedDocuments, withCosts } from './compare-trusted-documents.ts'

const schemaOf = ({ sdl }: ServiceSdl): GraphQLSchema => buildSubgraphSchema(parse(sdl))

const gone = (file: string): ContractChange => ({ file, path: file, breaking: true, message: `${file} is gone` })

const compareSdls = async (base: Contract, current: Contract, today: string): Promise<readonly ContractChange[]> => {
  const changes: ContractChange[] = []
  const present = [...current.services, current.gateway]
  for (const before of [...base.services, base.gateway]) {
    const file = `schema/${before.name}.graphql`
    const after = present.find(({ name }) => name === before.name)
    if (after === undefined) changes.push(gone(file))
    else
      changes.push(
        ...(await compareGraphs(file, schemaOf(before), schemaOf(after), today)),
        ...compareDirectives(file, before.sdl, after.sdl),
        ...compareConstraints(file, before.sdl, after.sdl),
      )
  }
  return changes
}

const compareRest = (base: Contract, current: Contract): readonly ContractChange[] =>
  [...base.openApi].flatMap(([name, before]) => {
    const file = `schema/openapi/${name}.json`
    const after = current.openApi.get(name)
    return after === undefined ? [gone(file)] : compareOpenApi(file, before, after)
  })

/** What several services share would otherwise be named once for each of them, and for the graph of all. */
const once = (changes: readonly ContractChange[]): readonly ContractChange[] =>
  [...new Map(changes.toReversed().map((change) => [`${change.path} ${change.message}`, change])).values()].reverse()

export type ContractComparison = {
  /** Every difference. */
  readonly changes: readonly ContractChange[]
  /** The graph of the base, as its clients know it. */
  readonly graph: GraphQLSchema
}

/**
 * Compares two versions of the contract; `today` is YYYY-MM-DD.
 * @throws CompositionError when the services of one of them do not compose into one graph.
 * @throws Error naming every list of the present graph whose length is not known.
 */
export const compareContracts = async (
  base: Contract,
  current: Contract,
  today: string,
): Promise<ContractComparison> => {
  const [was, is] = [composePublished(base.services), composeGraph(current.services)]
  const changes = once([
    ...(await compareSdls(base, current, today)),
    ...(await compareGraphs('schema/supergraph.graphql', was.apiSchema, is.apiSchema, today)),
    ...compareRest(base, current),
    ...compareTopics(base.topics, current.topics),
    ...compareTrustedDocuments(base.trusted, current.trusted, withCosts(is.apiSchema, current.services)),
  ])
  return { changes, graph: was.apiSchema }
}
