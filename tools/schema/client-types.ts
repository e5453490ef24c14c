import openapiTypes, { astToString } from 'openapi-typescript'
import { generateClientDocuments } from '../../gateway/dashboard/build/operations.ts'
import { asServed } from '../../gateway/edge/answered-by.ts'
import {
  describeContract,
  describeGateway,
  type OpenApiDocument,
  platformOpenApiOf,
} from '../../subgraphs/kit/openapi/openapi.ts'
import { composeGraph } from './compose.ts'
import { platformVersion, type ServiceSdl } from './services.ts'

const headerOf = (source: string) => `// Generated from ${source} by \`npm run codegen\`; do not edit.\n`

/** A default that a route fills in may be left out of a request and is in every answer; OpenAPI does not say which. */
const OPTIONS = { defaultNonNullable: false, silent: true }

const JSON_TYPE = 'application/json'

/** The client reads JSON: where an answer has another form as well, such as CSV, only JSON is typed. */
const jsonAlone = (key: string, value: unknown): unknown =>
  key === 'content' && typeof value === 'object' && value !== null && JSON_TYPE in value
    ? { [JSON_TYPE]: value[JSON_TYPE] }
    : value

const typesOf = async (document: OpenApiDocument, source: string): Promise<string> =>
  `${headerOf(source)}${astToString(await openapiTypes(JSON.stringify(document, jsonAlone), OPTIONS))}`

/** The types and documents of the client package, and of the internal routes that the demo fleet calls. */
export const clientFiles = (services: readonly ServiceSdl[]) => {
  const described = () => services.map(({ name, sdl }) => describeContract(name, sdl))
  return [
    {
      path: 'schema/client/operations.gen.ts',
      make: async () =>
        `${headerOf('schema/operations')}${await generateClientDocuments(composeGraph(services).apiSchema)}`,
    },
    {
      path: 'schema/client/routes.gen.ts',
      make: () =>
        typesOf(
          platformOpenApiOf([...asServed(described()), describeGateway()], platformVersion()),
          'the OpenAPI document of the platform',
        ),
    },
    {
      path: 'demo/internal-routes.gen.ts',
      make: () =>
        typesOf(platformOpenApiOf(described(), platformVersion(), 'internal'), 'the internal routes of the services'),
    },
  ]
}
