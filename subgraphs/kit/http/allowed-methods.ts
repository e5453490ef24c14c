import type { FastifyInstance } from 'fastify'
import findMyWay, { type HTTPMethod } from 'find-my-way'
import { DomainError } from '../common/errors.ts'

/** A path such as `/api/atms/` is not that of `:id`: it names nothing. */
const namesNothing = (params: Readonly<Record<string, string | undefined>>): boolean =>
  Object.values(params).includes('')

const isMethod = (method: string): method is HTTPMethod => /^[A-Z]+$/.test(method)

/**
 * Why nothing answers a request. Call it before the routes of an app are registered. What is served under a whole
 * prefix, such as the files of the dashboard, says nothing of single paths and is left out.
 */
export const createRefusal = (app: FastifyInstance): ((path: string) => DomainError) => {
  const router = findMyWay({ maxParamLength: 512 })
  const methods = new Set<HTTPMethod>()
  app.addHook('onRoute', ({ method, url }) => {
    if (url.includes('*')) return
    for (const one of [method].flat().filter(isMethod)) {
      if (router.hasRoute(one, url)) continue
      methods.add(one)
      router.on(one, url, () => {})
    }
  })
  const isFor = (method: HTTPMethod, path: string): boolean => {
    const found = router.find(method, path)
    return found !== null && !namesNothing(found.params)
  }
  return (path) => {
    const allowed = [...methods].filter((method) => isFor(method, path)).sort()
    if (allowed.length === 0) return new DomainError('NOT_FOUND', 'There is nothing at this address.')
    return new DomainError('METHOD_NOT_ALLOWED', `This address is for ${allowed.join(', ')}.`, {
      headers: { allow: allowed.join(', ') },
    })
  }
}
