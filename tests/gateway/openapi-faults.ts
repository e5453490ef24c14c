import { isRecord } from '../../subgraphs/kit/common/records.rules.ts'
import type { OpenApiDocument } from '../../subgraphs/kit/openapi/openapi.ts'
import type { OpenApiOperation } from '../../subgraphs/kit/openapi/openapi-operation.ts'

type Json = { readonly [key: string]: unknown }

/** Every object inside a value, with its path; the maps of properties are no schemas themselves. */
const objectsOf = (value: unknown, path: string): (readonly [string, Json])[] => {
  if (Array.isArray(value)) return value.flatMap((item, index) => objectsOf(item, `${path}/${index}`))
  if (!isRecord(value)) return []
  const below = Object.entries(value).flatMap(([key, item]) => objectsOf(item, `${path}/${key}`))
  return path.endsWith('/properties') ? below : [[path, value] as const, ...below]
}

const TYPES = new Set<unknown>(['string', 'number', 'integer', 'boolean', 'array', 'object', 'null'])

const schemaFaults = (path: string, schema: Json): string[] => {
  const types = schema.type === undefined ? [] : Array.isArray(schema.type) ? schema.type : [schema.type]
  const { properties, required } = schema
  const missing =
    Array.isArray(required) && isRecord(properties) ? required.filter((one) => !(String(one) in properties)) : []
  return [
    ...types.filter((type) => !TYPES.has(type)).map((type) => `${path}: no such type ${type}`),
    ...(types.includes('array') && schema.items === undefined ? [`${path}: an array of nothing`] : []),
    ...missing.map((name) => `${path}: requires ${name}, which it does not have`),
  ]
}

const parameterFaults = (path: string, { parameters }: OpenApiOperation): string[] => {
  const variables = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1])
  const fed = parameters.filter((parameter) => parameter.in === 'path' && parameter.required).map(({ name }) => name)
  const keys = parameters.map((parameter) => `${parameter.in} ${parameter.name}`)
  return [
    ...(fed.sort().join() === variables.sort().join() ? [] : ['the variables of the path are not its parameters']),
    ...(new Set(keys).size < keys.length ? ['a parameter twice'] : []),
    ...parameters.filter(({ description }) => description === '').map(({ name }) => `${name} has no words`),
  ]
}

const responseFaults = ({ responses }: OpenApiOperation): string[] => [
  ...(Object.keys(responses).some((status) => /^2\d\d$/.test(status)) ? [] : ['no success']),
  ...Object.entries(responses).flatMap(([status, response]) => [
    ...(/^[2-5]\d\d$/.test(status) ? [] : [`${status} is no status`]),
    ...('$ref' in response || typeof response.description === 'string' ? [] : [`${status} has no words`]),
  ]),
]

const operationFaults = (document: OpenApiDocument, path: string, operation: OpenApiOperation): string[] => [
  ...(operation.summary === '' || operation.description === '' ? ['no words'] : []),
  ...parameterFaults(path, operation),
  ...responseFaults(operation),
  ...operation.security
    .flatMap((schemes) => Object.keys(schemes))
    .filter((scheme) => !(scheme in document.components.securitySchemes))
    .map((scheme) => `there is no security scheme ${scheme}`),
]

const referenceFaults = (document: OpenApiDocument, objects: readonly (readonly [string, Json])[]): string[] => {
  const names = Object.entries(document.components).flatMap(([kind, all]) =>
    Object.keys(all).map((name) => [kind, name]),
  )
  const pointers = new Set<unknown>(names.map(([kind, name]) => `#/components/${kind}/${name}`))
  const used = new Set(objects.map(([, object]) => object.$ref).filter((pointer) => pointer !== undefined))
  const responses = Object.keys(document.components.responses)
  return [
    ...[...used].filter((pointer) => !pointers.has(pointer)).map((pointer) => `${pointer} leads nowhere`),
    ...responses.filter((name) => !used.has(`#/components/responses/${name}`)).map((name) => `${name} is not used`),
    ...names.filter(([, name = '']) => !/^[\w.-]+$/.test(name)).map(([, name]) => `${name} is not a name`),
  ]
}

/** What OpenAPI 3.1 does not allow in a document, as far as a generator could get it wrong; empty for a good one. */
export const openApiFaultsOf = (document: OpenApiDocument): string[] => {
  const objects = objectsOf(JSON.parse(JSON.stringify(document)), '')
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  )
  const ids = operations.map(({ operation }) => operation.operationId)
  return [
    ...referenceFaults(document, objects),
    ...objects.flatMap(([path, object]) => (/schema/i.test(path) ? schemaFaults(path, object) : [])),
    ...ids.filter((id, index) => ids.indexOf(id) !== index).map((id) => `${id} is the id of two operations`),
    ...operations.flatMap(({ path, method, operation }) =>
      operationFaults(document, path, operation).map((fault) => `${method} ${path}: ${fault}`),
    ),
  ]
}
