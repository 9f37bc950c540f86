// The yardstick of the start: a program that loads the largest libraries of the server, runs one
// statement on the same database and answers, and does nothing else.
import { join } from 'node:path'
import fastify from 'fastify'
import pg from 'pg'

const { DATABASE_URL: url, DATA_DIR: folder, PORT: port } = process.env
const database = url ? new pg.Pool({ connectionString: url }) : await openFolder()
await database.query('select 1')
const app = fastify({ logger: { level: 'warn' } })
app.get('/readyz', async () => 'ok')
await app.listen({ host: '127.0.0.1', port: Number(port) })

process.once('SIGTERM', () => {
  void app
    .close()
    .then(() => (url ? database.end() : database.close()))
    .then(() => process.exit(0))
})

async function openFolder() {
  const { PGlite } = await import('@electric-sql/pglite')
  return PGlite.create({ dataDir: join(folder ?? '', 'database') })
}
