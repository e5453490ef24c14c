import { isRecord } from '../../../subgraphs/kit/common/records.rules.ts'
import type { Json } from '../json.types.ts'
import { type ContractChange, collectChanges, type Report } from './changes.ts'
import { compareSchemas, comparisonOf, part, sunsetOf, texts } from './compare-schemas.ts'

type Version = { readonly document: Json; readonly operation: Json }

const listOf = (value: unknown): readonly Json[] => (Array.isArray(value) ? value.filter(isRecord) : [])

const parametersOf = ({ operation }: Version): ReadonlyMap<string, Json> =>
  new Map(listOf(operation.parameters).map((parameter) => [`${parameter.in}.${parameter.name}`, parameter]))

const compareParameters = (before: Version, after: Version, report: Report): void => {
  const [was, is] = [parametersOf(before), parametersOf(after)]
  for (const [name, old] of was) {
    const now = is.get(name)
    if (now === undefined) report(name, 'is no longer read', sunsetOf(old))
    else {
      if (now.required === true && old.required !== true) report(name, 'has become required')
      for (const keyword of ['style', 'explode'])
        if (now[keyword] !== old[keyword]) report(name, `has another ${keyword}`)
      compareSchemas(
        { document: before.document, schema: part(old, 'schema') },
        { document: after.document, schema: part(now, 'schema') },
        name,
        comparisonOf('sent', report),
      )
    }
  }
  for (const [name, now] of is) if (!was.has(name) && now.required === true) report(name, 'is new and required')
}

const contentOf = (holder: Json): readonly (readonly [string, Json])[] =>
  Object.entries(part(holder, 'content')).map(([type, media]) => [type, part(media, 'schema')] as const)

const compareBodies = (before: Version, after: Version, report: Report): void => {
  const [was, is] = [part(before.operation, 'requestBody'), part(after.operation, 'requestBody')]
  if (is.required === true && was.required !== true) report('body', 'has become required')
  const now = new Map(contentOf(is))
  if (now.size === 0 && contentOf(was).length > 0) report('body', 'is no longer read')
  for (const [type, schema] of now.size === 0 ? [] : contentOf(was)) {
    const other = now.get(type)
    if (other === undefined) report('body', `is no longer taken as ${type}`)
    else
      compareSchemas(
        { document: before.document, schema },
        { document: after.document, schema: other },
        'body',
        comparisonOf('sent', report),
      )
  }
}

/** What is the same for all answers of a document is written once in it. */
const REF = '#/components/responses/'
const PROBLEM = '#/components/schemas/Problem'

const sharedAnswers = (document: Json): Json => part(part(document, 'components'), 'responses')

const answerOf = ({ document, operation }: Version, status: string): Json => {
  const answer = part(part(operation, 'responses'), status)
  return typeof answer.$ref === 'string' ? part(sharedAnswers(document), answer.$ref.replace(REF, '')) : answer
}

type Answer = { readonly document: Json; readonly answer: Json }

const compareAnswers = (before: Answer, after: Answer, place: string, report: Report): void => {
  const headers = part(after.answer, 'headers')
  for (const header of Object.keys(part(before.answer, 'headers')))
    if (!(header in headers)) report(`${place} header.${header}`, 'is no longer sent')
  const now = new Map(contentOf(after.answer))
  for (const [type, schema] of contentOf(before.answer)) {
    const other = now.get(type)
    if (other === undefined) report(place, `is no longer answered as ${type}`)
    else
      compareSchemas(
        { document: before.document, schema },
        { document: after.document, schema: other },
        // What all errors have in common is named once.
        schema.$ref === PROBLEM && other.$ref === PROBLEM ? 'Problem' : place,
        comparisonOf('received', report),
      )
  }
}

/** Errors that are compared as what they follow from: access, and the header ETag. */
const DERIVED = new Set(['304', '401', '403'])

const compareResponses = (before: Version, after: Version, report: Report, note: Report): void => {
  const [was, is] = [part(before.operation, 'responses'), part(after.operation, 'responses')]
  const isSuccess = (status: string) => status.startsWith('2')
  for (const status of Object.keys(is).filter((one) => !(one in was)))
    if (isSuccess(status)) report(status, 'is a new status of success')
    else note(status, 'is answered too')
  for (const status of Object.keys(was)) {
    if (!(status in is)) (DERIVED.has(status) ? note : report)(status, 'is no longer answered')
    else if (isSuccess(status) || part(was, status).$ref !== part(is, status).$ref)
      compareAnswers(
        { document: before.document, answer: answerOf(before, status) },
        { document: after.document, answer: answerOf(after, status) },
        status,
        report,
      )
  }
}

/** The answers that routes share: those for errors. */
const compareShared = (file: string, before: Json, after: Json): readonly ContractChange[] => {
  const { breaks, list } = collectChanges(file, '')
  const is = sharedAnswers(after)
  for (const name of Object.keys(sharedAnswers(before)))
    if (name in is)
      compareAnswers(
        { document: before, answer: part(sharedAnswers(before), name) },
        { document: after, answer: part(is, name) },
        name,
        breaks,
      )
  return list()
}

const compareAccess = (before: Version, after: Version, report: Report): void => {
  const [was, is] = [texts(before.operation, 'x-roles'), texts(after.operation, 'x-roles')]
  if (is.length > 0 && was.length === 0) report('access', `is now for ${is.join(', ')} only`)
  for (const role of was.filter((one) => is.length > 0 && !is.includes(one)))
    report('access', `no longer admits ${role}`)
  const schemes = ({ operation }: Version) =>
    listOf(operation.security)
      .flatMap((one) => Object.keys(one))
      .sort()
  if (schemes(before).join() !== schemes(after).join())
    report('access', `needs ${schemes(after).join(', ') || 'nothing'} and needed ${schemes(before).join(', ')}`)
}

/** Generated clients name their functions by it. */
const compareNames = (before: Version, after: Version, report: Report): void => {
  const [was, is] = [before.operation.operationId, after.operation.operationId]
  if (was !== is) report('operationId', `is ${String(is)} and was ${String(was)}`)
}

const operationsOf = (document: Json): ReadonlyMap<string, Version> =>
  new Map(
    Object.entries(part(document, 'paths')).flatMap(([path, methods]) =>
      Object.entries(isRecord(methods) ? methods : {}).flatMap(([method, operation]) =>
        isRecord(operation) ? [[`${method.toUpperCase()} ${path}`, { document, operation }] as const] : [],
      ),
    ),
  )

/**
 * The differences between two versions of an OpenAPI document that clients meet: what breaks them, and operations
 * that are new.
 */
export const compareOpenApi = (file: string, before: Json, after: Json): readonly ContractChange[] => {
  const changes: ContractChange[] = []
  const [was, is] = [operationsOf(before), operationsOf(after)]
  const addressOf = (document: Json) =>
    listOf(document.servers)
      .map(({ url }) => String(url))
      .join(', ')
  if (addressOf(before) !== addressOf(after))
    changes.push({
      file,
      path: `${file} servers`,
      breaking: true,
      message: `the routes were under ${addressOf(before)} and are under ${addressOf(after)}`,
    })
  for (const [name, old] of was) {
    const now = is.get(name)
    const { breaks: report, safe, list } = collectChanges(file, name)
    if (now === undefined) report('', 'is gone', sunsetOf(old.operation))
    else
      for (const compare of [compareNames, compareAccess, compareParameters, compareBodies, compareResponses])
        compare(old, now, report, safe)
    changes.push(...list())
  }
  for (const name of is.keys())
    if (!was.has(name)) changes.push({ file, path: name, breaking: false, message: `${name} is new` })
  return [...changes, ...compareShared(file, before, after)]
}
