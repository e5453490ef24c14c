import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { getIntrospectionQuery, getOperationAST, parse, validate } from 'graphql'
import { describe, expect, it } from 'vitest'
import { readOperations } from '../../gateway/dashboard/build/operations.ts'
import { readExamples } from '../../gateway/edge/graphiql.ts'
import { costOf } from '../../gateway/federation/cost.rules.ts'
import { countDocument } from '../../gateway/federation/document-counts.rules.ts'
import { limitFault } from '../../gateway/federation/limits.rules.ts'
import { readListSizes, withIntrospection } from '../../gateway/federation/list-sizes.rules.ts'
import {
  openTrustedDocuments,
  readTrustedDocuments,
  resolveDocument,
} from '../../gateway/federation/trusted-documents.ts'
import { GRAPH_LIMITS } from '../../subgraphs/kit/config/graph-limits.ts'
import { composeGraph } from '../../tools/schema/compose.ts'
import { listServiceSdls } from '../../tools/schema/services.ts'

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

  it('are run with the variables and under the name of the request, where it has any', () => {
    const query = documents.get(ID)
    expect(resolveDocument({ documentId: ID }, documents)).toStrictEqual({
      kind: 'known',
      body: { query, variables: {} },
    })
    expect(resolveDocument({ documentId: ID, operationName: 'Fleet', other: 1 }, documents)).toStrictEqual({
      kind: 'known',
      body: { query, variables: {}, operationName: 'Fleet' },
    })
  })

  it('are read again when the file of them has changed, once for each change', () => {
    const folder = mkdtempSync(join(tmpdir(), 'fleetops-trusted-'))
    const file = join(folder, 'trusted.json')
    const write = (list: object, at: number) => {
      writeFileSync(file, JSON.stringify(list))
      utimesSync(file, at, at)
    }
    try {
      write({ a: '{ first }', ü: '{ umlaut }' }, 1_000)
      const open = openTrustedDocuments(pathToFileURL(file))
      expect([open.get('a'), open.get('ü'), open.get('b')]).toEqual(['{ first }', '{ umlaut }', undefined])
      write({ b: '{ unseen }' }, 1_000)
      expect(open.get('b')).toBeUndefined()
      write({ a: '{ other }', b: '{ second }' }, 2_000)
      // A client that was loaded before the change still names what it knows.
      expect(open.get('a')).toBe('{ first }')
      expect([open.get('b'), open.get('a')]).toEqual(['{ second }', '{ other }'])
      write({ c: '{ unseen }' }, 2_000)
      expect(open.get('c')).toBeUndefined()
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

  it('stay known from the last release on, as its clients name them', () => {
    const folder = mkdtempSync(join(tmpdir(), 'fleetops-trusted-'))
    const fileOf = (name: string, list: object) => {
      const file = join(folder, name)
      writeFileSync(file, JSON.stringify(list))
      return pathToFileURL(file)
    }
    try {
      const list = fileOf('trusted.json', { a: '{ present }' })
      const open = openTrustedDocuments(list, fileOf('published.json', { a: '{ before }', b: '{ gone }' }))
      expect([open.get('a'), open.get('b'), open.get('c')]).toEqual(['{ present }', '{ gone }', undefined])
      const first = openTrustedDocuments(list, pathToFileURL(join(folder, 'none.json')))
      expect([first.get('a'), first.get('b')]).toEqual(['{ present }', undefined])
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

  it('are refused where they are not known', () => {
    expect(resolveDocument({ documentId: 'b' }, documents)).toEqual({ kind: 'unknown', id: 'b' })
  })

  it('change no request that has a text of its own, or names no document', () => {
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
    for (const [id, text] of readTrustedDocuments()) expect([id, validate(apiSchema, parse(text))]).toEqual([id, []])
    for (const { name, text } of readExamples()) expect([name, validate(apiSchema, parse(text))]).toEqual([name, []])
    expect(readOperations().size).toBeGreaterThan(0)
    expect(readTrustedDocuments().size).toBeGreaterThanOrEqual(readOperations().size)
  })

  it('stay legal with the largest pages that the dashboard asks for', () => {
    const services = listServiceSdls()
    const { apiSchema: schema } = composeGraph(services)
    const listSizes = withIntrospection(readListSizes(services.map(({ sdl }) => parse(sdl))), schema)
    // Pages of a hundred with one more to see whether there is another, gaps to ask for 500 at once, all events of an
    // incident, a page of the dead letters of each service.
    const variables = { size: 101, limit: 501, events: 500, contextLines: 50, letters: 50 }
    const examples = readExamples().map(({ text }) => text)
    // What GraphiQL asks for first, and what it offers.
    for (const text of [...readTrustedDocuments().values(), getIntrospectionQuery(), ...examples]) {
      const document = parse(text)
      const operation = getOperationAST(document)
      if (operation === null || operation === undefined) throw new Error(text)
      const cost = costOf({ schema, listSizes, document, operation, variables })
      const fault = limitFault(countDocument(document, operation), cost, GRAPH_LIMITS)
      expect([operation.name?.value, fault?.message]).toEqual([operation.name?.value, undefined])
    }
  })
})
