import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { type Methods, noSuchCall } from './allowed-methods.ts'
import { sendRefusal } from './problem-document.ts'

/**
 * Serves the built web application. Hashed files are cached forever; the pages are never cached.
 * `/auth` returns the sign-in page; any other URL that is neither a file nor an API call returns
 * the application. Throws if the web application is not built.
 */
export async function serveWeb(
  app: FastifyInstance,
  folder: string,
  methods: Methods,
): Promise<void> {
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
    // Checks only the path for a file extension: the code of an open record, in the query string,
    // may contain a dot.
    const [path = ''] = request.url.split('?')
    const isPage = request.method === 'GET' && !path.startsWith('/api/')
    if (isPage && !/\.\w{2,5}$/.test(path)) {
      return reply.sendFile(path === '/auth' ? 'auth.html' : 'index.html')
    }
    return sendRefusal(reply, noSuchCall(request, methods))
  })
}
