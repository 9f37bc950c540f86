import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { nothingHere, sendRefusal } from './problem.ts'

/**
 * Serves the built screens. Files with a hash in their name never change; the page itself is
 * always asked for anew. `/auth` answers the sign-in page, every other address that is no file and
 * no call the application.
 */
export async function serveWeb(app: FastifyInstance, folder: string): Promise<void> {
  if (!existsSync(join(folder, 'index.html'))) {
    throw new Error(`The screens are not built: run npm run build (${folder} is missing)`)
  }
  await app.register(fastifyStatic, {
    root: folder,
    index: false,
    wildcard: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      const isHashed = path.includes('/assets/')
      reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-store')
    },
  })
  app.setNotFoundHandler((request, reply) => {
    // Only the path tells a file: the code of an open record may hold a full stop.
    const [path = ''] = request.url.split('?')
    const isPage = request.method === 'GET' && !path.startsWith('/api/')
    if (isPage && !/\.\w{2,5}$/.test(path)) {
      return reply.sendFile(path === '/auth' ? 'auth.html' : 'index.html')
    }
    return sendRefusal(reply, nothingHere())
  })
}
