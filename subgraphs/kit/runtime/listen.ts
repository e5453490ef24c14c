import { createServer } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { Lifecycle } from './lifecycle.ts'
import { refuseListening } from './program.ts'

/** The address of a listener, and the variable that an operator changes when it cannot. */
export type Address = { readonly host: string; readonly port: number; readonly variable: string }

/** @throws UserFacingError when the port is taken: thrown before anything slow is begun. */
export const checkFree = async ({ host, port, variable }: Address): Promise<void> => {
  const probe = createServer()
  try {
    await new Promise<void>((resolve, reject) => {
      probe.once('error', reject)
      probe.listen({ host, port, exclusive: true }, resolve)
    })
    await new Promise((resolve) => probe.close(resolve))
  } catch (error) {
    refuseListening(error, host, port, variable)
  }
}

/** Stops accepting, lets requests under way end, and cuts off those that do not in time. */
const closeListener = async (app: FastifyInstance, leftMs: number): Promise<void> => {
  const timer = setTimeout(() => app.server.closeAllConnections(), leftMs * 0.8)
  try {
    await app.close()
  } finally {
    clearTimeout(timer)
  }
}

/** Puts an app behind its address until the stop. @throws UserFacingError when it cannot listen there. */
export const openListener = async (life: Lifecycle, app: FastifyInstance, address: Address): Promise<void> => {
  await life.open({
    name: `the listener on port ${address.port}`,
    atLeastMs: 500,
    async open() {
      try {
        await app.listen({ host: address.host, port: address.port })
      } catch (error) {
        await app.close()
        refuseListening(error, address.host, address.port, address.variable)
      }
    },
    close: (_value, leftMs) => closeListener(app, leftMs),
  })
}
