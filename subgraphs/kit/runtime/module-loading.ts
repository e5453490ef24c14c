import { enableCompileCache, flushCompileCache, registerHooks } from 'node:module'
import { fileURLToPath } from 'node:url'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

const COMPILED = fileURLToPath(new URL('../../../node_modules/.cache/compiled', import.meta.url))
const DRIZZLE = '/node_modules/drizzle-orm/'

/**
 * What the command line says of the space for young objects goes before the limits of a thread. It has been applied to
 * this one, and is taken back for those that are started later.
 */
const leaveThreadsTheirLimits = (): void => setFlagsFromString('--max-semi-space-size=0')

/**
 * Makes what a program imports from then on load sooner; a program calls it before it imports anything else.
 *
 * - Node keeps compiled modules in a folder, that of NODE_COMPILE_CACHE where it is set; none where it cannot write.
 * - To find out the type of a module, Node reads the description of its package with all that it exports: of
 *   drizzle-orm 130 KB for each of 150 modules. All of them are ES modules.
 */
export const prepareLoading = (): void => {
  leaveThreadsTheirLimits()
  enableCompileCache(COMPILED)
  registerHooks({
    resolve(specifier, context, resolveNext) {
      const isWithin = specifier.startsWith('.') && specifier.endsWith('.js') && context.parentURL?.includes(DRIZZLE)
      if (!isWithin) return resolveNext(specifier, context)
      return { url: new URL(specifier, context.parentURL).href, format: 'module', shortCircuit: true }
    },
  })
}

/**
 * Keeps what was compiled, also for a process that is killed, and collects what loading and building schemas have left
 * behind: some 60 MB, which V8 else keeps until as much again has been used. Collected to the last, as only then V8
 * gives back the space for young objects, which has grown to its limit. Nothing else happens meanwhile, for 0.2 to
 * 0.5 s.
 */
export const finishLoading = (): void => {
  flushCompileCache()
  setFlagsFromString('--expose-gc')
  const collect: unknown = runInNewContext('globalThis.gc')
  setFlagsFromString('--no-expose-gc')
  if (typeof collect === 'function') collect({ type: 'major', execution: 'sync', flavor: 'last-resort' })
}
