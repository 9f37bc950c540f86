import { randomBytes } from 'node:crypto'
import { startProgram, test as base } from './fixtures.ts'
import { type Simulator, startSimulator } from '#wms-simulator/simulator.ts'

/** Long enough for the program's check of signing secrets; a shorter one would stop its start. */
export const webhookSecret = `whsec_${randomBytes(24).toString('base64')}`

/** The program with its own simulated warehouse. */
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
