import { isRecord } from '../../../subgraphs/kit/common/records.rules.ts'
import type { Json } from '../json.types.ts'
import type { ContractChange } from './changes.ts'
import { compareSchemas, part, type Report, sunsetOf, texts } from './compare-schemas.ts'

type Version = { readonly document: Json; readonly operation: Json }

const listOf = (value: unknown): readonly Json[] => (Array.isArray(value) ? value.filter(isRecord) : [])

const parametersOf = ({ operation }: Version): ReadonlyMap<string, Json> =>
  new Map(listOf(operation.parameters).map((parameter) => [`${parameter.in}.${parameter.name}`, parameter]))

const NOTHING_SEEN: ReadonlySet<string> = new Set()

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
        { direction: 'sent', report, seen: NOTHING_SEEN },
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
      compareSchemas({ document: before.document, schema }, { document: after.document, schema: other }, 'body', {
        direction: 'sent',
        report,
        seen: NOTHING_SEEN,
      })
  }
}

const compareResponses = (before: Version, after: Version, report: Report): void => {
  const [was, is] = [part(before.operation, 'responses'), part(after.operation, 'responses')]
  const isSuccess = (status: string) => status.startsWith('2')
  for (const status of Object.keys(is).filter((one) => isSuccess(one) && !(one in was)))
    report(status, 'is a new status of success')
  // Errors may come and go; what is answered on success is what clients are built on.
  for (const status of Object.keys(was).filter(isSuccess)) {
    if (!(status in is)) report(status, 'is no longer answered')
    const headers = status in is ? part(part(is, status), 'headers') : null
    for (const header of Object.keys(part(part(was, status), 'headers')))
      if (headers !== null && !(header in headers)) report(`${status} header.${header}`, 'is no longer sent')
    const now = new Map(contentOf(part(is, status)))
    for (const [type, schema] of status in is ? contentOf(part(was, status)) : []) {
      const other = now.get(type)
      if (other === undefined) report(status, `is no longer answered as ${type}`)
      else
        compareSchemas({ document: before.document, schema }, { document: after.document, schema: other }, status, {
          direction: 'received',
          report,
          seen: NOTHING_SEEN,
        })
    }
  }
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
    const report: Report = (path, message, announcedUntil) => {
      const full = path === '' ? name : `${name} ${path}`
      const announced = announcedUntil ? { announcedUntil } : {}
      changes.push({ file, path: full, breaking: true, message: `${full} ${message}`, ...announced })
    }
    if (now === undefined) report('', 'is gone', sunsetOf(old.operation))
    else
      for (const compare of [compareAccess, compareParameters, compareBodies, compareResponses])
        compare(old, now, report)
  }
  for (const name of is.keys())
    if (!was.has(name)) changes.push({ file, path: name, breaking: false, message: `${name} is new` })
  return changes
}
