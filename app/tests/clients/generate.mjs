import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createClient } from '@hey-api/openapi-ts'
import { generateSource } from 'oazapfts'
import openapiTS, { astToString } from 'openapi-typescript'

// Generates clients from an OpenAPI document: node generate.mjs DOCUMENT FOLDER. Run it with
// `--import ./typescript-5-module-hook.mjs`.

const [input, folder] = process.argv.slice(2)
const types = await openapiTS(JSON.parse(readFileSync(input, 'utf8')))
writeFileSync(join(folder, 'openapi-typescript.ts'), astToString(types))
writeFileSync(join(folder, 'oazapfts.ts'), await generateSource(input))
await createClient({
  input,
  output: { path: join(folder, 'hey-api') },
  plugins: ['@hey-api/client-fetch', '@hey-api/typescript', '@hey-api/sdk'],
  logs: { level: 'silent' },
})
