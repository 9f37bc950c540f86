import { createRequire } from 'node:module'
import { readFileSync, writeFileSync } from 'node:fs'
const root='/work/main'; const require=createRequire(root+'/package.json'); const ts=require('typescript-5')
const cfg=ts.getParsedCommandLineOfConfigFile(root+'/tsconfig.json',{}, {...ts.sys,onUnRecoverableConfigFileDiagnostic(){}})
let k=0
for (const f of cfg.fileNames){ if(f.includes('node_modules'))continue; let t=readFileSync(f,'utf8'); const sf=ts.createSourceFile(f,t,99,true,f.endsWith('x')?4:3); const e=[]
 const visit=n=>{ if(ts.isBindingElement(n)&&n.propertyName&&ts.isIdentifier(n.propertyName)&&ts.isIdentifier(n.name)&&n.name.text===n.propertyName.text) e.push([n.propertyName.getStart(),n.name.getStart()])
  if(ts.isPropertyAssignment(n)&&ts.isIdentifier(n.name)&&ts.isIdentifier(n.initializer)&&n.name.text===n.initializer.text&&n.name.text!=='undefined') e.push([n.name.getStart(),n.initializer.getStart()])
  if((ts.isImportSpecifier(n)||ts.isExportSpecifier(n))&&n.propertyName&&n.propertyName.text===n.name.text) e.push([n.propertyName.getStart(),n.name.getStart()])
  ts.forEachChild(n,visit)}; visit(sf)
 if(e.length){ for(const [a,b] of e.sort((p,q)=>q[0]-p[0])) t=t.slice(0,a)+t.slice(b); writeFileSync(f,t); k+=e.length } }
console.log(k)
