import { readFileSync } from 'node:fs'
import { lintFromString, createConfig } from '@redocly/openapi-core'
import spectral from '@stoplight/spectral-core'
import rulesets from '@stoplight/spectral-rulesets'
const text = readFileSync(process.argv[2]!,'utf8')
let t=performance.now()
const config = await createConfig({ extends: ['recommended'] })
const problems = await lintFromString({ source: text, absoluteRef: '/openapi.json', config })
console.log('redocly', problems.length, Math.round(performance.now()-t))
const by=(xs:any[],k:(x:any)=>string)=>{const m=new Map<string,any[]>();for(const x of xs){const a=m.get(k(x))??[];a.push(x);m.set(k(x),a)}return m}
for(const [k,v] of by(problems,p=>p.severity+' '+p.ruleId)) console.log(k,v.length,v.slice(0,4).map(p=>p.message.slice(0,160)+' @'+p.location[0].pointer).join('\n   '))
t=performance.now()
const s = new spectral.Spectral(); s.setRuleset({ extends: [rulesets.oas as any], rules:{} } as any)
const r = await s.run(JSON.parse(text))
console.log('spectral', r.length, Math.round(performance.now()-t))
for(const [k,v] of by(r,p=>p.severity+' '+p.code)) console.log(k,v.length,v.slice(0,4).map(p=>p.message.slice(0,160)+' @'+p.path.join('/')).join('\n   '))
