// Runs after `npm run build`: writes dist/server/sbom.cdx.json.
import { readFileSync, writeFileSync } from 'node:fs'
import { projectFolder } from '../project-folder.mjs'
import { bundledLists } from './bundled-lists.mjs'
import { buildSbom } from './sbom.mjs'

process.chdir(projectFolder)
const bom = buildSbom(read('package-lock.json'), bundledLists.flatMap(read))
writeFileSync('dist/server/sbom.cdx.json', `${JSON.stringify(bom, null, 2)}\n`)

function read(file) {
  return JSON.parse(readFileSync(file, 'utf8'))
}
