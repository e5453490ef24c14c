import { afterAll, describe, expect, it } from 'vitest'
import { createHttpPool } from '../../../subgraphs/kit/calls/calls.ts'
import { openAnyGateway } from '../../../tools/any/any-gateway.ts'
import { FEDERATION_CASES } from './federation-cases/cases.ts'
import { listenSubgraphs } from './small-subgraphs.ts'

const pool = createHttpPool()
afterAll(() => pool.destroy())

describe.each(Object.entries(FEDERATION_CASES))('a graph with %s', (_name, { services, operations }) => {
  it.each(operations)('answers $query', async ({ query, variables = {}, data, isFaulty, errorPaths = [] }) => {
    const { supergraphSdl, close } = await listenSubgraphs(services)
    const uncompiled: string[] = []
    const graph = await openAnyGateway({
      supergraphSdl,
      pool,
      onUncompiled: ({ reason }) => void uncompiled.push(reason),
    })
    const { body } = await graph.executeOperation({ query, variables: { ...variables } })
    if (body.kind !== 'single') throw new Error('the answer comes in parts')
    const { errors = [] } = body.singleResult
    expect(JSON.stringify(body.singleResult.data)).toBe(JSON.stringify(data))
    if (isFaulty === true) expect(errors).not.toEqual([])
    else expect(errors.map(({ path }) => path)).toEqual(errorPaths)
    expect(uncompiled).toEqual([])
    await graph.stop()
    await close()
  })
})
