import { createRequire } from 'node:module'
import { readFileSync } from 'node:fs'
import { execFileSync } from 'node:child_process'
const require = createRequire('/work/wt/package.json')
const ts = require('typescript-5')
const bad = new Set('asked asks asking wanted wants kept keeps told tells tell given gives gone goes standing stands wish wishes beside heard hear hears said says say shown mended mend seen lying lies taken takes leave leaves left owed hers his theirs whole others rest'.split(' '))
const files = execFileSync('git',['ls-files'],{encoding:'utf8'}).split('\n').filter(f=>/\.(ts|tsx)$/.test(f)&&!/d\.ts$/.test(f))
const count=new Map(), where=[]
for(const f of files){const t=readFileSync(f,'utf8');const sf=ts.createSourceFile(f,t,99,true,f.endsWith('x')?4:3)
 const v=n=>{ if((ts.isVariableDeclaration(n)||ts.isParameter(n)||ts.isFunctionDeclaration(n)||ts.isBindingElement(n)||ts.isPropertySignature(n)||ts.isTypeAliasDeclaration(n)||ts.isInterfaceDeclaration(n))&&n.name&&ts.isIdentifier(n.name)&&!(ts.isBindingElement(n)&&!n.propertyName)){
   const segs=n.name.text.split(/(?=[A-Z])/).map(s=>s.toLowerCase()); const b=segs.find(s=>bad.has(s)); if(b){count.set(b,(count.get(b)??0)+1);where.push([f,sf.getLineAndCharacterOfPosition(n.name.getStart()).line+1,n.name.text,ts.SyntaxKind[n.kind]].join('\t'))}}
  ts.forEachChild(n,v)}; v(sf)}
console.error([...count].sort((a,b)=>b[1]-a[1]).map(x=>x.join(' ')).join(', '))
console.log(where.join('\n'))
