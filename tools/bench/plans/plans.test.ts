import { readFileSync } from 'node:fs'
import { getOperationAST, parse } from 'graphql'
import { describe, expect, test } from 'vitest'
import { readTrustedDocuments } from '../../../gateway/federation/trusted-documents.ts'
import { costOf, grownStatement, grows, heaviestNode } from './plan-growth.ts'
import type { PlanNode } from './plan-log.ts'
import { NOT_ASKED, type PlanSample, questionsOfDocuments, questionsOfRoutes } from './plan-questions.ts'
import type { Statement } from './statement-log.ts'

const OPEN_API: { readonly paths: Record<string, { readonly get?: unknown }> } = JSON.parse(
  readFileSync(new URL('../../../schema/openapi/platform.json', import.meta.url), 'utf8'),
)

/** A sample whose values are their names. */
const SAMPLE: PlanSample = {
  ...{ atm: '1', agentAtm: 'agentAtm', incident: '2', file: '3', printed: '4', transaction: '5', filledFile: '6' },
  ...{ day: '2026-01-02', card: '1234', reference: 'reference', stan: 'stan', serial: 'serial', task: 'task' },
  ...{ authorisationCode: 'code', terminalId: 'terminal', accountTail: 'tail', rollout: '7', webhook: '8' },
  ...{ snapshot: '9', insight: '10', institution: 'ACME' },
}

describe('questions', () => {
  test('every GET route is asked as it is, or says why it is not', () => {
    const routes = Object.entries(OPEN_API.paths).flatMap(([path, { get }]) => (get === undefined ? [] : [path]))
    const names = questionsOfRoutes(OPEN_API, 100).map(({ name }) => name)
    expect(routes.filter((path) => !names.includes(path))).toEqual(Object.keys(NOT_ASKED))
    expect(new Set(names).size).toBe(names.length)
  })

  test('every query of the dashboard is asked', () => {
    const texts = [...readTrustedDocuments().values()]
    const queries = texts.flatMap((text) => {
      const operation = getOperationAST(parse(text))
      return operation?.operation === 'query' ? [`dashboard: ${operation.name?.value}`] : []
    })
    expect(questionsOfDocuments(texts).map(({ name }) => name)).toEqual(queries)
  })

  test('every question has all values that it needs', () => {
    for (const { ask } of [
      ...questionsOfRoutes(OPEN_API, 100),
      ...questionsOfDocuments(readTrustedDocuments().values()),
    ])
      expect(ask(SAMPLE).path).not.toMatch(/[{}]|undefined/)
  })

  test('a parameter is tried alone, with each value; what is required always has one', () => {
    const parameters = [
      { name: 'id', in: 'path', required: true, schema: { type: 'integer' } },
      { name: 'status', in: 'query', schema: { $ref: '#/components/schemas/Status' } },
      { name: 'sort', in: 'query', schema: { type: 'array', items: { pattern: '^(?:id|name)(?:,(?:asc|desc))?$' } } },
      { name: 'format', in: 'query', schema: { type: 'string', enum: ['csv'] } },
    ]
    const components = { schemas: { Status: { type: 'string', enum: ['OPEN', 'CLOSED'] } } }
    const document = { components, paths: { '/x/atms/{id}': { get: { parameters } }, '/x': {} } }
    const asked = questionsOfRoutes(document, 100).map(({ ask }) => decodeURIComponent(ask(SAMPLE).path))
    expect(asked).toEqual([
      '/x/atms/1',
      ...['status=OPEN', 'status=CLOSED', 'sort=id,asc', 'sort=id,desc', 'sort=name,asc', 'sort=name,desc'].map(
        (query) => `/x/atms/1?${query}`,
      ),
    ])
  })

  test('an unknown parameter, variable or id is an error, so that none is left out', () => {
    const unknown = [{ name: 'colour', in: 'query', schema: { type: 'string' } }]
    const document = { components: { schemas: {} }, paths: { '/x': { get: { parameters: unknown } } } }
    expect(() => questionsOfRoutes(document, 100)).toThrow('/x: nothing says what colour is tried with')
    const [question] = questionsOfDocuments(['query Colours($colour: String!) { atms(q: $colour) { id } }'])
    expect(() => question?.ask(SAMPLE)).toThrow('Colours: nothing says what $colour is')
  })
})

const node = (name: string, blocks: number, more: Partial<PlanNode> = {}): PlanNode => ({
  'Node Type': name,
  'Shared Hit Blocks': blocks - 1,
  'Shared Read Blocks': 1,
  Plans: [],
  ...more,
})
const statement = (text: string, blocks: number): Statement => ({ text, blocks })
const none = () => false

describe('growth', () => {
  test('a request costs what its statements read, in the middle of several requests', () => {
    const requests = [10, 30, 20].map((blocks) => [statement('a', blocks), statement('b', 5), statement('b', 5)])
    expect(costOf(requests, [3, 1, 2], none)).toMatchObject({ blocks: 30, ms: 2 })
  })

  test('statements of jobs, and those that one request alone has, are not counted', () => {
    const requests = [
      [statement('a', 10), statement('of a job', 999)],
      [statement('a', 10), statement('poll', 7)],
    ]
    expect(costOf(requests, [1], (text) => text === 'poll').blocks).toBe(10)
  })

  test('what only the first request reads, as the answer is kept, is counted', () => {
    expect(costOf([[statement('a', 10)], [], []], [1], none).blocks).toBe(10)
  })

  test.each([
    ['twice as many blocks and a hundred more', { blocks: 300, ms: 5 }, true],
    ['twice as many, but few', { blocks: 150, ms: 5 }, false],
    ['less than twice as many', { blocks: 190, ms: 5 }, false],
    ['three times as long and 20 ms more', { blocks: 100, ms: 26 }, true],
    ['three times as long, but short', { blocks: 100, ms: 20 }, false],
  ])('%s', (_what, after, expected) => {
    expect(grows({ blocks: 100, ms: 5, statements: [] }, { ...after, statements: [] })).toBe(expected)
  })

  test('the node that reads most is named, the partitions of a table as one', () => {
    const scan = (day: string) =>
      node('Seq Scan', 40, { 'Relation Name': `event_2026_01_${day}`, 'Actual Rows': 2, 'Rows Removed by Filter': 5 })
    const plan = node('Append', 130, { Plans: [scan('01'), scan('02'), node('Index Scan', 50)] })
    expect(heaviestNode(plan)).toBe('Seq Scan event × 2: 80 blocks, 4 rows, 10 removed')
  })

  test('the statement that reads most more than before is named', () => {
    const before = costOf([[statement('a', 10), statement('b', 50)]], [1], none)
    const after = costOf([[statement('a', 90), statement('b', 100)]], [1], none)
    expect(grownStatement(before, after)).toBe('a')
  })
})
