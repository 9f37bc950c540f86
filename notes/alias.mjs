import { createRequire } from 'node:module'
import { readFileSync, writeFileSync } from 'node:fs'
const root='/work/main'; const require=createRequire(root+'/package.json'); const ts=require('typescript-5')
const pairs=new Set()
for (const l of ['/tmp/notes/renames-3a.tsv','/tmp/notes/renames-3b.tsv','/tmp/notes/renames-2.tsv','/tmp/notes/r2.tsv','/tmp/notes/renames.tsv']) for (const x of readFileSync(l,'utf8').split('\n')) { const r=x.split('\t'); if(r.length>=4) pairs.add(r[2]+'>'+r[3]) }
const cfg=ts.getParsedCommandLineOfConfigFile(root+'/tsconfig.json',{}, {...ts.sys,onUnRecoverableConfigFileDiagnostic(){}})
const out=[]
for (const f of cfg.fileNames) { const t=readFileSync(f,'utf8'); const sf=ts.createSourceFile(f,t,99,true,f.endsWith('x')?4:3)
 const visit=(n)=>{ if(ts.isBindingElement(n)&&n.propertyName&&ts.isIdentifier(n.propertyName)&&ts.isIdentifier(n.name)&&pairs.has(n.name.text+'>'+n.propertyName.text)){ const pos=n.name.getStart(); const {line}=sf.getLineAndCharacterOfPosition(pos); out.push([f.slice(root.length+1),line+1,n.name.text,n.propertyName.text,pos]) } ts.forEachChild(n,visit) }
 visit(sf) }
writeFileSync('/tmp/alias.tsv',out.map(r=>r.join('\t')).join('\n')+'\n'); console.log(out.length)
