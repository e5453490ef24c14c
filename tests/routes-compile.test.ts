import { parse } from 'graphql'
import { expect, it } from 'vitest'
import { SERVICES } from '../gateway/services.ts'
import { compileOperation } from '../subgraphs/kit/graphql/compiled-operation.ts'
import { readSdl, restSchemaOf } from '../subgraphs/kit/graphql/schema.ts'
import { compileRoutes } from '../subgraphs/kit/rest/routes.ts'

// A process compiles the operation of a route at its first request.
it.each([...SERVICES.map(({ sdl }) => sdl), 'gateway.graphql'])('each route of %s can be compiled', (file) => {
  const schema = restSchemaOf(readSdl(file))
  const documents = compileRoutes(schema).flatMap(({ as, document }) => (as === 'JSON' ? [document] : []))
  for (const document of documents) expect(() => compileOperation(schema, parse(document)), document).not.toThrow()
})
