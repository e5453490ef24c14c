import { readFileSync } from 'node:fs'
import { Ajv, type ValidateFunction } from 'ajv'
import { parseAllDocuments } from 'yaml'

type Json = { readonly [key: string]: unknown }

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/** Numbers that may be words, and what Kubernetes leaves open. */
const LOOSE = new Set([
  'io.k8s.apimachinery.pkg.util.intstr.IntOrString',
  'io.k8s.apimachinery.pkg.api.resource.Quantity',
])

/** A definition in which a name that Kubernetes does not know is a fault, as a server with strict fields has it. */
const strict = (name: string, definition: unknown): unknown => {
  if (LOOSE.has(name)) return {}
  if (!isObject(definition) || !isObject(definition.properties) || definition.additionalProperties !== undefined)
    return definition
  return { ...definition, additionalProperties: false }
}

/** Finds the definition of each kind in the OpenAPI document of Kubernetes. */
const createValidators = (openapiFile: string) => {
  const { definitions }: { definitions: Json } = JSON.parse(readFileSync(openapiFile, 'utf8'))
  const ajv = new Ajv({ strict: false, validateFormats: false, allErrors: true })
  const all = Object.fromEntries(Object.entries(definitions).map(([name, one]) => [name, strict(name, one)]))
  ajv.addSchema({ $id: 'kubernetes', definitions: all })
  const kinds = new Map<string, string>()
  for (const [name, definition] of Object.entries(definitions)) {
    const names = isObject(definition) ? definition['x-kubernetes-group-version-kind'] : undefined
    if (!Array.isArray(names)) continue
    for (const { group, version, kind } of names)
      kinds.set(`${group === '' ? '' : `${group}/`}${version} ${kind}`, name)
  }
  return (kind: string): ValidateFunction | undefined => {
    const name = kinds.get(kind)
    return name === undefined ? undefined : ajv.compile({ $ref: `kubernetes#/definitions/${name}` })
  }
}

/** The objects of a rendered chart. @throws Error for text that is no YAML. */
export const readManifests = (text: string): readonly Json[] =>
  parseAllDocuments(text)
    .map((document) => {
      if (document.errors.length > 0) throw new Error(String(document.errors[0]))
      const value: unknown = document.toJS()
      return value
    })
    .filter(isObject)

/** How an object is named in a report. */
export const titleOf = ({ kind, metadata }: Json): string =>
  `${textOf(kind)} ${isObject(metadata) ? textOf(metadata.name) : ''}`

/** What is wrong with objects by the OpenAPI document of Kubernetes; kinds of `others` are not in it. */
export const schemaFaults = (
  openapiFile: string,
  objects: readonly Json[],
  others: readonly string[],
): readonly string[] => {
  const validatorOf = createValidators(openapiFile)
  return objects.flatMap((object) => {
    const kind = `${textOf(object.apiVersion)} ${textOf(object.kind)}`
    const validate = validatorOf(kind)
    if (validate === undefined) return others.includes(kind) ? [] : [`${titleOf(object)}: there is no ${kind}`]
    if (validate(object)) return []
    return (validate.errors ?? []).map(
      ({ instancePath, message, params }) => `${titleOf(object)}: ${instancePath} ${message} ${JSON.stringify(params)}`,
    )
  })
}
