import { parse, validate } from 'graphql'
import { describe, expect, it } from 'vitest'
import { readOperations } from '../gateway/dashboard/build/operations.ts'
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
})
