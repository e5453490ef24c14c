import findMyWay from 'find-my-way'
import { isMethod, type Method, type Route } from './routes.ts'

/** How long a variable of a path may be, in characters; every router of the platform has this limit. */
export const MAX_PARAM_LENGTH = 512

/**
 * Finds the routes of a method and a path, without prefix and query; several where a query parameter distinguishes them
 * apart.
 */
export type RouteFinder = (method: Method, path: string) => readonly Route[]

/** The template of a path as routers write it: `/api/atms/:id`. */
export const routerPath = (template: string): string => template.replaceAll(/\{(\w+)\}/g, ':$1')

/** Compiles a route table for lookups outside a listener. */
export const createRouteFinder = (routes: readonly Route[]): RouteFinder => {
  const router = findMyWay({ maxParamLength: MAX_PARAM_LENGTH })
  const groups = new Map<string, Route[]>()
  for (const route of routes) {
    const url = routerPath(route.path)
    const key = `${route.method} ${url}`
    const group = groups.get(key)
    if (group !== undefined) group.push(route)
    else {
      groups.set(key, [route])
      router.on(route.method, url, () => {}, key)
    }
  }
  return (method, path) => groups.get(String(router.find(method, path)?.store ?? '')) ?? []
}

/** The template of the route that serves a target, as routers write it; `none` where there is no such route. */
export const templateOf = (find: RouteFinder, method: string, target: string): string => {
  const [found] = isMethod(method) ? find(method, target.split('?', 1)[0] ?? '/') : []
  return found === undefined ? 'none' : routerPath(found.path)
}
