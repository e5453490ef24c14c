import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import findMyWay, { type HTTPMethod } from 'find-my-way'
import { DomainError } from '../common/errors.ts'
import { MAX_PARAM_LENGTH } from '../rest/route-finder.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Answers a path that no route is for, in place of the error; returns false where it does not. */
    answerNowhere: (request: FastifyRequest, reply: FastifyReply) => Promise<boolean>
  }
  interface FastifyContextConfig {
    /** True for a route whose path variables are ids, so that none of them can be a word such as `summary`. */
    readonly variablesAreIds?: boolean
  }
}

/** A path such as `/api/atms/` is not that of `:id`: it names nothing. */
const namesNothing = (params: Readonly<Record<string, string | undefined>>): boolean =>
  Object.values(params).includes('')

const isMethod = (method: string): method is HTTPMethod => /^[A-Z]+$/.test(method)
const pathOf = ({ url }: FastifyRequest): string => url.split('?')[0] ?? '/'

/** What an address without a route is answered with. */
export const nothingHere = () => new DomainError('NOT_FOUND', 'There is nothing at this address.')
const wrongMethod = (allowed: Iterable<string>): DomainError => {
  const methods = [...allowed].sort().join(', ')
  return new DomainError('METHOD_NOT_ALLOWED', `This address is for ${methods}.`, { headers: { allow: methods } })
}

/**
 * Refuses what no route is for: a path that is none, and a method that a path is not for. Call it before the routes of
 * an app are registered. What is served under a whole prefix, such as the files of the dashboard, says nothing of
 * single paths and is left out.
 */
export const refuseWithoutRoute = (app: FastifyInstance): void => {
  const router = findMyWay({ maxParamLength: MAX_PARAM_LENGTH })
  const methods = new Set<HTTPMethod>()
  /** Paths without variables, and their methods. */
  const fixed = new Map<string, Set<string>>()
  app.addHook('onRoute', ({ method, url, config }) => {
    if (url.includes('*')) return
    for (const one of [method].flat().filter(isMethod)) {
      if (router.hasRoute(one, url)) continue
      methods.add(one)
      router.on(one, url, () => {}, { variablesAreIds: config?.variablesAreIds === true })
      if (!url.includes(':')) fixed.set(url, (fixed.get(url) ?? new Set()).add(one))
    }
  })
  const isFor = (method: HTTPMethod, path: string): boolean => {
    const found = router.find(method, path)
    if (found === null || namesNothing(found.params)) return false
    return !(fixed.has(path) && found.store.variablesAreIds && !fixed.get(path)?.has(method))
  }
  app.decorate('answerNowhere', async () => false)
  app.addHook('onRequest', async (request, reply) => {
    const path = pathOf(request)
    if (request.is404) {
      const allowed = [...methods].filter((method) => isFor(method, path))
      if (allowed.length > 0) throw wrongMethod(allowed)
      if (await app.answerNowhere(request, reply)) return reply
      throw nothingHere()
    }
    const own = request.routeOptions.config.variablesAreIds === true ? fixed.get(path) : undefined
    if (own !== undefined && !own.has(request.method)) throw wrongMethod(own)
    return undefined
  })
}
