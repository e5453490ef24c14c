import type { FastifyInstance } from 'fastify'

/**
 * A plugin with a name. For one without, Fastify compares it with every module that the process has loaded, which
 * takes longer than all its routes.
 */
export const namedPlugin = (name: string, plugin: (scope: FastifyInstance) => Promise<void>): typeof plugin =>
  Object.assign(plugin, { [Symbol.for('fastify.display-name')]: name })
