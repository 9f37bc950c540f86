import { readConfig } from '#platform/server/config.ts'
import { signInFacts } from '#features/auth/service.ts'
import type { Config } from '#platform/server/config.ts'
import { type Program, startProgram } from './program.ts'
import { howToSignIn } from './welcome.ts'

const stopWithinMs = 10_000

async function main(): Promise<void> {
  const config = readConfig(process.env)
  const program = await startProgram({
    config,
    hasWorker: config.ROLE !== 'web',
    announce: (sentence) => void process.stdout.write(`${sentence}\n`),
  })
  const { app, close } = program
  await app.listen({ host: config.HOST, port: config.PORT }).catch(async (error: unknown) => {
    // Passwords that were made just now would never be seen.
    await welcome(program, config)
    throw error
  })
  stopOn(['SIGTERM', 'SIGINT'], close)
  const address = app.server.address()
  const port = typeof address === 'object' && address ? address.port : config.PORT
  process.stdout.write(`Prizm is ready at http://${config.HOST}:${port}\n`)
  await welcome(program, config)
}

/** Passwords made by this start are shown in any case; the rest is for somebody who watches. */
async function welcome({ database, signIns }: Program, config: Config): Promise<void> {
  const isWatched = process.env['PRIZM_START'] === '1'
  if (!signIns && !isWatched) return
  const now = new Date()
  const ctx = { db: database.db, user: undefined, now, requestId: 'start', channel: 'start' }
  const facts = await signInFacts(ctx, config.SIGN_UP)
  process.stdout.write(`\n${howToSignIn(facts, signIns)}\n\n`)
}

/** Ends requests and jobs, closes the database and exits 0; after ten seconds it exits anyway. */
function stopOn(signals: NodeJS.Signals[], close: () => Promise<void>): void {
  let isStopping = false
  const stop = () => {
    if (isStopping) return
    isStopping = true
    setTimeout(() => process.exit(1), stopWithinMs).unref()
    void close().then(() => process.exit(0))
  }
  for (const signal of signals) process.on(signal, stop)
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
})
