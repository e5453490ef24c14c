import type { GraphQLFormattedError } from 'graphql'
import { isRecord } from '../../subgraphs/kit/common/records.rules.ts'
import { isAnswerPath } from './answer-shape.rules.ts'

/** The answer of a service: both parts have the shape that GraphQL prescribes, the values in `data` are unchecked. */
export type ServiceAnswer = {
  readonly data: Record<string, unknown> | null
  readonly errors?: readonly GraphQLFormattedError[]
}

const readError = (value: unknown): GraphQLFormattedError => {
  if (!isRecord(value) || typeof value.message !== 'string') throw new Error('an error without a message')
  const { message, path = null, extensions = null } = value
  if (path !== null && !isAnswerPath(path)) throw new Error('an error whose path is none')
  if (extensions !== null && !isRecord(extensions)) throw new Error('an error whose extensions are none')
  return { message, ...(path === null ? {} : { path }), ...(extensions === null ? {} : { extensions }) }
}

/** Reads nulls as what is left out, as some servers write. @throws Error for a text that is no answer of GraphQL. */
export const readAnswer = (text: string): ServiceAnswer => {
  const answer: unknown = JSON.parse(text)
  if (!isRecord(answer)) throw new Error('the answer is no object')
  const { data = null, errors = null } = answer
  if (data !== null && !isRecord(data)) throw new Error('data is no object')
  if (errors === null) return { data }
  if (!Array.isArray(errors)) throw new Error('errors is no list')
  return { data, errors: errors.map(readError) }
}
