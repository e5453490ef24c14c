import type { FastifyInstance } from 'fastify'
import { pageFile, registerAsset, sendPage } from './assets.ts'

/** Serves `/`: what the platform is, and where its doors are. */
export const registerHome = (app: FastifyInstance): void => {
  const page = pageFile('home.html')
  app.get('/', async (_request, reply) => sendPage(reply, page, { editor: false }))
  registerAsset(app, '/assets/home.css', {
    contentType: 'text/css; charset=utf-8',
    load: async () => pageFile('home.css'),
  })
}
