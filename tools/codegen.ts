import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { type GeneratedOperations, generateOperations } from '../gateway/dashboard/build/operations.ts'
import { asServed } from '../gateway/edge/answered-by.ts'
import { readSdl } from '../subgraphs/kit/graphql/schema.ts'
import { describeContract, describeGateway, platformOpenApiOf } from '../subgraphs/kit/openapi/openapi.ts'
import { clientFiles } from './schema/client-types.ts'
import { composeGraph } from './schema/compose.ts'
import { openApiDocumentOf, TOPICS, trustedSchema } from './schema/contract.ts'
import { eventReference } from './schema/event-reference.ts'
import { incidentRules } from './schema/incident-rules.ts'
import { plansOf } from './schema/plans.ts'
import { generateResolverTypes } from './schema/resolver-types.ts'
import { listServiceSdls, platformVersion, repositoryRoot, type ServiceSdl } from './schema/services.ts'
import { topicContracts } from './schema/topic-contracts.ts'

/** A file that is derived from the contract, by its path from the root of the repository. */
type GeneratedFile = { readonly path: string; readonly make: () => string | Promise<string> }

const json = (document: unknown) => `${JSON.stringify(document, null, 2)}\n`

const contractOf = ({ name, sdl }: ServiceSdl) => describeContract(name, sdl)

const trustedTexts = (trusted: string): readonly string[] => Object.values(trustedSchema.parse(JSON.parse(trusted)))

/** The page's documents and the gateway's list of them are made at once, by whichever is asked for first. */
const operationFiles = (services: readonly ServiceSdl[]): readonly GeneratedFile[] => {
  let made: Promise<GeneratedOperations> | null = null
  const make = async () => {
    made ??= generateOperations(composeGraph(services).apiSchema)
    return made
  }
  return [
    { path: 'gateway/dashboard/app/gql/graphql.gen.ts', make: async () => (await make()).documents },
    { path: 'schema/operations/trusted.json', make: async () => (await make()).trusted },
    {
      path: 'schema/operations/plans.txt',
      make: async () => plansOf(composeGraph(services).supergraphSdl, trustedTexts((await make()).trusted)),
    },
  ]
}

const generatedFiles = (services: readonly ServiceSdl[]): readonly GeneratedFile[] => [
  ...services.map((service) => ({
    path: `subgraphs/${service.name}/schema.gen.ts`,
    make: () => generateResolverTypes(service),
  })),
  { path: 'schema/supergraph.graphql', make: () => composeGraph(services).supergraphSdl },
  ...[...services, { name: 'gateway', sdl: readSdl('gateway.graphql') }].map((service) => ({
    path: `schema/openapi/${service.name}.json`,
    make: () => json(openApiDocumentOf(service)),
  })),
  {
    path: 'schema/openapi/platform.json',
    make: () => json(platformOpenApiOf([...asServed(services.map(contractOf)), describeGateway()], platformVersion())),
  },
  ...operationFiles(services),
  ...clientFiles(services),
  { path: 'schema/events/README.md', make: eventReference },
  { path: `schema/${TOPICS}`, make: () => json(topicContracts()) },
  { path: 'schema/incident-rules.md', make: incidentRules },
]

type Outcome = 'same' | 'changed' | { readonly fault: string }

const bring = async (file: GeneratedFile, check: boolean): Promise<Outcome> => {
  const target = `${repositoryRoot}${file.path}`
  try {
    const text = await file.make()
    if (existsSync(target) && readFileSync(target, 'utf8') === text) return 'same'
    if (!check) {
      mkdirSync(dirname(target), { recursive: true })
      writeFileSync(target, text)
    }
    return 'changed'
  } catch (error) {
    return { fault: error instanceof Error ? error.message : String(error) }
  }
}

/** Writes every generated file that is not up to date; with `check` only names them. Returns the exit code. */
const run = async (check: boolean): Promise<number> => {
  let code = 0
  for (const file of generatedFiles(listServiceSdls())) {
    const outcome = await bring(file, check)
    if (outcome === 'same') continue
    if (outcome === 'changed') {
      console.log(check ? `${file.path} is stale: run "npm run codegen" and commit it` : `${file.path} written`)
      if (check) code = 1
    } else {
      console.error(`${file.path} cannot be generated: ${outcome.fault}`)
      code = 1
    }
  }
  if (code === 0 && check) console.log('every generated file is up to date')
  return code
}

process.exitCode = await run(process.argv.includes('--check'))
