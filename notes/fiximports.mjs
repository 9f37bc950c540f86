import fs from 'node:fs'; import path from 'node:path'; import {execSync} from 'node:child_process'
const map=new Map(fs.readFileSync('/tmp/renames.tsv','utf8').trim().split('\n').map(l=>l.split('\t')))
const files=execSync("git ls-files '*.ts' '*.tsx' '*.mjs'",{encoding:'utf8'}).split('\n').filter(Boolean)
for(const f of files){ if(!fs.existsSync(f)) continue; const t=fs.readFileSync(f,'utf8'); const r=t.replace(/((?:from|import\()\s*')((?:\.|#)[^']+)'/g,(all,pre,imp)=>{
  let p=imp.startsWith('#')?imp.slice(1):path.join(path.dirname(f),imp); if(fs.existsSync(p)) return all
  let n=map.get(p)
  if(!n&&!imp.startsWith('#')){ // file itself was moved: its old folder
    const old=[...map].find(([o,x])=>x===f)?.[0]; if(old){const q=path.join(path.dirname(old),imp); n=map.get(q)??(fs.existsSync(q)?q:undefined)} }
  if(!n) return all
  const out=imp.startsWith('#')?'#'+n:(()=>{let x=path.relative(path.dirname(f),n); return x.startsWith('.')?x:'./'+x})()
  console.log(f,imp,'->',out); return pre+out+"'"})
  if(r!==t) fs.writeFileSync(f,r)}
