import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const GENERATED = fileURLToPath(new URL('../app/gql/graphql.gen.ts', import.meta.url))
const IMPORT = /^import \{([\w\s,]*)\} from '([^'\n]*graphql\.gen\.ts)'/gm
const SCHEME = 'document:'

/** An import of generated names, with each document from a module of its own. */
const apart = (names: string, path: string): string => {
  const all = names.split(',').flatMap((name) => name.trim() || [])
  const documents = all.filter((name) => /^\w+Document$/.test(name))
  const others = all.filter((name) => !documents.includes(name))
  return [
    ...documents.map((name) => `import { ${name} } from '${SCHEME}${name}'`),
    ...(others.length === 0 ? [] : [`import { ${others.join(', ')} } from '${path}'`]),
  ].join(';')
}

const moduleOf = (name: string): string => {
  const begin = `export const ${name} = {`
  const line = readFileSync(GENERATED, 'utf8')
    .split('\n')
    .find((one) => one.startsWith(begin))
  const end = line?.lastIndexOf('} as unknown') ?? -1
  if (line === undefined || end < 0) throw new Error(`${GENERATED} holds no ${name}`)
  return line.slice(0, end + 1)
}

/**
 * Puts each generated document where it is used. They are in one module, so that the first page would load
 * those of every page: hashes, which cannot be compressed.
 */
export const ownDocuments = (): Plugin => ({
  name: 'own-documents',
  apply: 'build',
  enforce: 'pre',
  resolveId: (id) => (id.startsWith(SCHEME) ? `\0${id}` : undefined),
  load: (id) => (id.startsWith(`\0${SCHEME}`) ? moduleOf(id.slice(SCHEME.length + 1)) : undefined),
  transform(code, id) {
    if (!id.includes('/app/') || !/\.tsx?$/.test(id) || !code.includes('graphql.gen.ts')) return undefined
    return { code: code.replaceAll(IMPORT, (_, names, path) => apart(names, path)), map: null }
  },
})
