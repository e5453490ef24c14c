import { enableCompileCache, flushCompileCache, type ResolveFnOutput, registerHooks } from 'node:module'
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
 * - To find a module of a package and its type, Node reads the description of the package with all that it exports: of
 *   drizzle-orm 130 KB for each of 150 modules and for each of 200 imports. All of them are ES modules, and there is
 *   one drizzle-orm.
 * - Node looks at the disk for each of 2,400 imports of our own modules, which name their files.
 */
export const prepareLoading = (): void => {
  leaveThreadsTheirLimits()
  enableCompileCache(COMPILED)
  const found = new Map<string, ResolveFnOutput>()
  registerHooks({
    resolve(specifier, context, resolveNext) {
      if (/^drizzle-orm(?:\/|$)/.test(specifier) && context.conditions.includes('import')) {
        const known = found.get(specifier) ?? { ...resolveNext(specifier, context), shortCircuit: true }
        found.set(specifier, known)
        return known
      }
      if (specifier.startsWith('.') && specifier.endsWith('.ts') && context.parentURL !== undefined)
        return { url: new URL(specifier, context.parentURL).href, format: 'module-typescript', shortCircuit: true }
      const isWithin = specifier.startsWith('.') && specifier.endsWith('.js') && context.parentURL?.includes(DRIZZLE)
      if (!isWithin) return resolveNext(specifier, context)
      return { url: new URL(specifier, context.parentURL).href, format: 'module', shortCircuit: true }
    },
  })
}

/**
 * The old generation is collected when it has grown to four times of what lived in it, where V8 decides between 1.3 and
 * four by how fast it grew, and after a minute with little to do instead of 8 s. While thousands of agents wait, that
 * takes half a second of the event loop and two of other threads each time, and was due every ten seconds. What the
 * heap may hold at most stays as it is. The same goes for threads, whose heaps have limits of their own.
 */
const collectSeldom = (): void => {
  setFlagsFromString('--heap-growing-percent=300')
  setFlagsFromString('--gc-memory-reducer-start-delay-ms=60000')
}

/**
 * Keeps what was compiled, also for a process that is killed, and collects what loading and building schemas have left
 * behind: some 60 MB, which V8 else keeps until as much again has been used. Collected to the last, as only then V8
 * gives back the space for young objects, which has grown to its limit. Nothing else happens meanwhile, for 0.2 to
 * 0.5 s, so it is called when nothing is left to prepare.
 */
export const finishLoading = (): void => {
  flushCompileCache()
  setFlagsFromString('--expose-gc')
  const collect: unknown = runInNewContext('globalThis.gc')
  setFlagsFromString('--no-expose-gc')
  if (typeof collect === 'function') collect({ type: 'major', execution: 'sync', flavor: 'last-resort' })
  collectSeldom()
}
