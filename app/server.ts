import { nearlySettings, readConfig } from '#platform/server/runtime/config.ts'
import type { SignInWith } from '#db/demo/accounts.ts'
import { setupToken, signUpRules } from '#features/auth/server/first-account.ts'
import { readSignInFacts } from '#features/auth/server/service.ts'
import type { Config } from '#platform/server/runtime/config.ts'
import { describeError, loggedError } from '#platform/server/runtime/error-log.ts'
import { unheard } from '#platform/server/runtime/start-errors.ts'
import { warmUp } from '#platform/server/database/warm-up.ts'
import { type Program, startProgram } from './program.ts'
import { howToSignIn, tableOf } from './welcome.ts'

const stopWithinMs = 10_000

/**
 * Connections that wait to be accepted. With Node's usual 511 the system drops who comes in a
 * crowd of 800, and they ask again a second later. The system has a bound of its own as well.
 */
const connectionsWaiting = 4096

/** Passwords that were made by this start, until they are shown: they are nowhere else. */
let unseen: SignInWith[] | undefined

async function main(): Promise<void> {
  const config = readConfig(process.env)
  for (const line of nearlySettings(process.env)) process.stderr.write(`Warning: ${line}\n`)
  const stop = stopOn(['SIGTERM', 'SIGINT'])
  const program = await startProgram({
    config,
    hasWorker: config.ROLE !== 'web',
    watchesNode: config.NODE_CHECK === 'on',
    told: (signIns) => {
      unseen = signIns
    },
    announce: (sentence) => void process.stdout.write(`${sentence}\n`),
  })
  const { app, close } = program
  await printSetupToken(program, config)
  const { HOST: host, PORT: port } = config
  await app.listen({ host, port, backlog: connectionsWaiting }).catch((error: unknown) => {
    throw unheard(error, config)
  })
  void warmUp(program.database)
  stop.close = close
  const address = app.server.address()
  const heardAt = typeof address === 'object' && address ? address.port : port
  process.stdout.write(`Prizm is ready at http://${host}:${heardAt}\n`)
  await welcome(program, config)
}

/** Where strangers could be faster, the first account is made by who reads this. */
async function printSetupToken({ database }: Program, config: Config): Promise<void> {
  const now = new Date()
  const ctx = { db: database.db, user: undefined, now, requestId: 'start', channel: 'start' }
  const { needsToken } = await readSignInFacts(ctx, signUpRules(config))
  if (needsToken) {
    process.stdout.write(`Setup token for the first administrator: ${setupToken()}\n`)
  }
}

/** Passwords made by this start are shown in any case; the rest is for somebody who watches. */
async function welcome({ database }: Program, config: Config): Promise<void> {
  if (unseen) return showUnseen()
  if (process.env['PRIZM_START'] !== '1') return
  const now = new Date()
  const ctx = { db: database.db, user: undefined, now, requestId: 'start', channel: 'start' }
  const facts = await readSignInFacts(ctx, signUpRules(config))
  process.stdout.write(`\n${howToSignIn(facts)}\n\n`)
}

/** Shows passwords that nobody has seen yet: at the end of the start, or where it breaks off. */
function showUnseen(): void {
  if (unseen) process.stdout.write(`\n${tableOf(unseen)}\n\n`)
  unseen = undefined
}

/**
 * Once there is something to close, ends requests and jobs, closes the database and exits 0; after
 * ten seconds it exits anyway. While the program starts it exits 0 at once: what is half done, a
 * migration or the demo data, is one transaction and rolls back.
 */
function stopOn(signals: NodeJS.Signals[]): { close?: () => Promise<void> } {
  const stop: { close?: () => Promise<void> } = {}
  let isStopping = false
  const end = () => {
    if (isStopping) return
    isStopping = true
    if (!stop.close) {
      showUnseen()
      process.exit(0)
    }
    setTimeout(() => process.exit(1), stopWithinMs).unref()
    void stop.close().then(() => process.exit(0))
  }
  for (const signal of signals) process.on(signal, end)
  return stop
}

// Node would print the message, which repeats the parameters of a failing statement.
for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
  process.on(event, (error: unknown) => {
    showUnseen()
    process.stderr.write(`${JSON.stringify(loggedError(error))}\n`)
    process.exit(1)
  })
}

main().catch((error: unknown) => {
  showUnseen()
  process.stderr.write(`${describeError(error)}\n`)
  process.exit(1)
})
