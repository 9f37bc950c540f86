import { startSimulator } from './simulator.ts'

/** The simulator as a program: `npm start` runs it beside the app, with the settings it gives. */
async function main(): Promise<void> {
  const { env } = process
  const simulator = await startSimulator({
    port: Number(env['WMS_SIMULATOR_PORT'] ?? 3999),
    token: env['WMS_TOKEN'] ?? '',
    secret: env['WMS_WEBHOOK_SECRET'] ?? '',
    webhookUrl: env['WMS_SIMULATOR_WEBHOOK_URL'],
    stateFile: env['WMS_SIMULATOR_STATE'],
    paceMs: Number(env['WMS_SIMULATOR_PACE_SECONDS'] ?? 15) * 1000,
  })
  const stop = () => {
    void simulator.close().then(() => process.exit(0))
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, stop)
  process.stdout.write(`The WMS simulator is ready at http://127.0.0.1:${simulator.port}\n`)
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
})
