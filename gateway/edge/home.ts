import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import { pageFile, preparePage, registerAsset } from './assets.ts'
import { registerDashboard } from './dashboard.ts'

const BUILT = fileURLToPath(new URL('../dashboard/dist', import.meta.url))

type HomeOptions = { readonly folder?: string; readonly demo: boolean }

/**
 * Serves the dashboard; without a build, `/` shows how to build it and lists the other addresses of the platform.
 */
export const registerHome = (app: FastifyInstance, { folder = BUILT, demo }: HomeOptions): void => {
  registerDashboard(app, { folder, demo }, preparePage(pageFile('home.html'), { editor: false }))
  registerAsset(app, '/assets/home.css', {
    contentType: 'text/css; charset=utf-8',
    load: async () => pageFile('home.css'),
  })
}
