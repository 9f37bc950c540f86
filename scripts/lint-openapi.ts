import { createConfig, lintFromString } from '@redocly/openapi-core'
import spectralCore, { type RulesetDefinition } from '@stoplight/spectral-core'
import spectralRules from '@stoplight/spectral-rulesets'
import { apiDescription } from '#app/api-description/api-description.ts'
import { rooms } from '#app/rooms.ts'
import { openApiDocument } from '#platform/server/openapi/openapi.ts'

// Checks the OpenAPI document with the recommended rules of Redocly and the OpenAPI rules of
// Spectral, without the network. Prints each finding, warnings too, and fails if there is one.

const document = await openApiDocument(rooms({ SIGN_UP: 'open' }), { description: apiDescription })
const source = JSON.stringify(document)
const findings = [...(await lintWithRedocly()), ...(await lintWithSpectral())]
for (const finding of findings) console.log(finding)
process.exitCode = findings.length > 0 ? 1 : 0

async function lintWithRedocly(): Promise<string[]> {
  const config = await createConfig({ extends: ['recommended'] })
  const found = await lintFromString({ source, absoluteRef: '/openapi.json', config })
  return found.map(
    ({ ruleId, message, location: [at] }) => `redocly ${ruleId} ${at?.pointer}: ${message}`,
  )
}

async function lintWithSpectral(): Promise<string[]> {
  const spectral = new spectralCore.Spectral()
  spectral.setRuleset({ extends: [spectralRules.oas as RulesetDefinition], rules: {} })
  const found = await spectral.run(document)
  return found.map(({ code, message, path }) => `spectral ${code} ${path.join('/')}: ${message}`)
}
