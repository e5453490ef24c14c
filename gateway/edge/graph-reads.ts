import { HeaderMap } from '@apollo/server'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { getOperationAST, OperationTypeNode, parse } from 'graphql'
import { z } from 'zod'
import { DomainError } from '../../subgraphs/kit/common/errors.ts'
import type { GraphContext } from '../federation/data-sources.ts'
import type { Graph } from '../federation/graph.ts'
import { sendTagged } from './graph-answers.ts'

const querySchema = z.object({
  query: z.undefined().optional(),
  documentId: z.string(),
  operationName: z.string().optional(),
  variables: z.string().optional(),
})

/** A trusted document that is read by GET: the request as its body would be. */
export type ReadRequest = {
  readonly documentId: string
  readonly operationName?: string
  readonly variables: unknown
}

const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** The trusted document that a request reads by GET; null for any other request. */
export const readRequestOf = (request: FastifyRequest): ReadRequest | null => {
  const { data } = querySchema.safeParse(request.query)
  if (request.method !== 'GET' || data === undefined) return null
  const { documentId, operationName, variables } = data
  return {
    documentId,
    ...(operationName === undefined ? {} : { operationName }),
    variables: variables === undefined ? {} : jsonOf(variables),
  }
}

/** @throws DomainError BAD_USER_INPUT for a document that is no query: others are not sent by GET. */
export const checkQuery = (text: string): void => {
  const operation = getOperationAST(parse(text))
  if (operation && operation.operation !== OperationTypeNode.QUERY)
    throw new DomainError('BAD_USER_INPUT', 'documentId: is no query; send it by POST', {
      errors: [{ field: 'documentId', message: 'is no query; send it by POST' }],
    })
}

/**
 * Answers a trusted document with an entity tag. A GET by a text has to prove that no other page sent it; a document
 * cannot change anything, and is only answered to the token in the request.
 */
export const answerRead = async (
  graph: Graph,
  context: GraphContext,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> => {
  const { body, headers, status } = await graph.executeHTTPGraphQLRequest({
    httpGraphQLRequest: {
      method: 'POST',
      headers: new HeaderMap([
        ['content-type', 'application/json'],
        ['accept', request.headers.accept ?? 'application/json'],
      ]),
      search: '',
      body: request.body,
    },
    context: async () => context,
  })
  if (body.kind !== 'complete') throw new Error('the answer comes in parts')
  for (const [name, value] of headers) reply.header(name, value)
  if (status !== undefined && status !== 200) return reply.code(status).send(body.string)
  return sendTagged(request, reply, body.string)
}
