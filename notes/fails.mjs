import { readFileSync } from 'node:fs'
const r = JSON.parse(readFileSync(process.argv[2], 'utf8'))
let n = 0
for (const f of r.testResults) { if (f.status === 'failed' && f.assertionResults.length === 0) { console.log('## FILE', f.name, (f.message || '').slice(0, 600)); n++ }
  for (const a of f.assertionResults) if (a.status === 'failed') { n++; console.log('##', f.name.replace(process.cwd() + '/', ''), '›', a.fullName); console.log(a.failureMessages.join('\n').split('\n').filter((l) => !/node_modules/.test(l)).slice(0, Number(process.argv[3] ?? 14)).join('\n').slice(0, 1600)) } }
console.log(n, 'failed of', r.numTotalTests)
