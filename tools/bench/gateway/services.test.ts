import { afterAll, beforeAll, expect, it } from 'vitest'
import { openSmallGateway } from '../../../tests/support/gateway-services.ts'
import { tokenFor } from '../../../tests/support/hosted-service.ts'
import { openMonolith } from './monolith.ts'
import { DOCUMENTS, OPERATIONS, SERVICES } from './services.ts'

let gateway: Awaited<ReturnType<typeof openSmallGateway>>
let monolith: Awaited<ReturnType<typeof openMonolith>>

beforeAll(async () => {
  gateway = await openSmallGateway(SERVICES, {}, { documents: DOCUMENTS, production: true })
  monolith = await openMonolith()
})
afterAll(async () => {
  await gateway.close()
  await monolith.close()
})

const ask = async (port: number, body: unknown): Promise<unknown> => {
  const authorization = `Bearer ${await tokenFor({ role: 'ADMIN' })}`
  const answer = await fetch(`http://127.0.0.1:${port}/graphql`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return answer.json()
}

it.each(Object.entries(OPERATIONS))(
  'the gateway of the benchmark answers %s as the monolith does',
  async (name, of) => {
    const { query, variables } = of
    const expected = await ask(monolith.port, { query, variables })
    expect(expected).toMatchObject({ data: expect.anything() })
    expect(await ask(gateway.publicPort, { documentId: `sha256:${name}`, variables })).toEqual(expected)
  },
)
