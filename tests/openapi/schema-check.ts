import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import type { OpenApiDocument } from '../../subgraphs/kit/openapi/openapi.ts'

/** What is wrong with a value by a schema of a document, by its path; empty for one that fits. */
export type Check = (schema: unknown, value: unknown) => readonly string[]

const LOCAL_DATE_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?$/

/** Checks values against schemas of a document, each compiled once. */
export const createCheck = (document: Pick<OpenApiDocument, 'components'>): Check => {
  const ajv = new Ajv2020({ allErrors: true, strict: false })
  formats.default(ajv)
  ajv.addFormat('date-time-local', LOCAL_DATE_TIME)
  ajv.addFormat('int64', true)
  ajv.addSchema({ ...JSON.parse(JSON.stringify(document)), $id: 'document' })
  const compiled = new Map<unknown, ValidateFunction>()
  const compile = (schema: unknown): ValidateFunction => {
    const text = JSON.stringify(schema).replaceAll('"#/', '"document#/')
    const validate = ajv.compile(JSON.parse(text))
    compiled.set(schema, validate)
    return validate
  }
  return (schema, value) => {
    const validate = compiled.get(schema) ?? compile(schema)
    validate(value)
    return (validate.errors ?? []).map(({ instancePath, message = '' }) => `${instancePath} ${message}`)
  }
}
