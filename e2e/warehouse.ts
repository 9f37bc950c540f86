import { randomBytes } from 'node:crypto'
import { startProgram, test as base } from './app.ts'
import { type Simulator, startSimulator } from '#wms-simulator/simulator.ts'

/** As strong as the program asks of a secret that signs: a short one ends it at its start. */
export const webhookSecret = `whsec_${randomBytes(24).toString('base64')}`

/** The program beside a warehouse of its own. */
export const test = base.extend<object, { warehouse: Simulator }>({
  warehouse: [
    async ({ browserName: _ }, give) => {
      const warehouse = await startSimulator({ port: 0, token: 'T', secret: webhookSecret })
      await give(warehouse)
      await warehouse.close()
    },
    { scope: 'worker' },
  ],
  program: [
    async ({ warehouse }, give) => {
      const WMS_URL = `http://127.0.0.1:${warehouse.port}`
      const program = await startProgram({
        WMS_URL,
        WMS_TOKEN: 'T',
        WMS_WEBHOOK_SECRET: webhookSecret,
      })
      await give(program)
      await program.stop()
    },
    { scope: 'worker' },
  ],
})
