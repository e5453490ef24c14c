import { getIntrospectionQuery, getOperationAST, parse, validate } from 'graphql'
import { describe, expect, it } from 'vitest'
import { readOperations } from '../gateway/dashboard/build/operations.ts'
import { readBounds, withIntrospection } from '../gateway/federation/bounds.rules.ts'
import { costOf, MAX_COST, MAX_DEPTH, MAX_FIELDS } from '../gateway/federation/cost.rules.ts'
import { limitRootFields } from '../gateway/federation/root-fields.rules.ts'
import { readTrustedDocuments, resolveDocument } from '../gateway/federation/trusted-documents.ts'
import { composeGraph } from '../tools/compose.ts'
import { listServiceSdls } from '../tools/schema/services.ts'

const ID = `sha256:${'a'.repeat(64)}`
const documents = new Map([[ID, 'query Fleet { fleetHealth { openIncidents } }']])

describe('documents that clients name instead of sending', () => {
  it('are found by their id, in either manner of naming it', () => {
    const known = { kind: 'known', body: { query: documents.get(ID), variables: { id: 1 } } }
    const variables = { id: 1 }
    expect(resolveDocument({ documentId: ID, variables }, documents)).toEqual(known)
    expect(resolveDocument({ documentId: 'a'.repeat(64), variables }, documents)).toEqual(known)
    const extensions = { persistedQuery: { version: 1, sha256Hash: 'a'.repeat(64) } }
    expect(resolveDocument({ extensions, variables }, documents)).toEqual(known)
  })

  it('are refused where nobody knows them', () => {
    expect(resolveDocument({ documentId: 'b' }, documents)).toEqual({ kind: 'unknown', id: 'b' })
  })

  it('leave alone what brings its text, and what is no operation at all', () => {
    for (const body of [
      { query: '{ jobs }' },
      { query: '{ jobs }', documentId: ID },
      {},
      [],
      'text',
      undefined,
      { documentId: 7 },
    ])
      expect(resolveDocument(body, documents)).toEqual({ kind: 'text' })
  })

  it('fit the graph as clients see it', () => {
    const { apiSchema } = composeGraph(listServiceSdls())
    for (const [id, text] of readTrustedDocuments())
      expect([id, validate(apiSchema, parse(text), [limitRootFields])]).toEqual([id, []])
    expect(readOperations().size).toBeGreaterThan(0)
  })

  it('stay legal with the largest pages that the dashboard asks for', () => {
    const services = listServiceSdls()
    const { apiSchema: schema } = composeGraph(services)
    const bounds = withIntrospection(readBounds(services.map(({ sdl }) => parse(sdl))), schema)
    // Pages of a hundred with one more to see whether there is another, gaps to ask for 500 at once, all events of an incident.
    const variables = { size: 101, limit: 501, events: 500, contextLines: 50 }
    // What GraphiQL asks for first.
    for (const text of [...readTrustedDocuments().values(), getIntrospectionQuery()]) {
      const document = parse(text)
      const operation = getOperationAST(document)
      if (operation === null || operation === undefined) throw new Error(text)
      const { values, depth, fields } = costOf({ schema, bounds, document, operation, variables })
      const name = operation.name?.value
      expect([name, values <= MAX_COST, depth <= MAX_DEPTH, fields <= MAX_FIELDS, values]).toEqual([
        name,
        true,
        true,
        true,
        values,
      ])
    }
  })
})
