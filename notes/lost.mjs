import { createRequire } from 'node:module'
import { readFileSync } from 'node:fs'
const root=process.argv[2]
const require = createRequire(root+'/package.json')
const ts = require('typescript-5')
const olds = new Set()
for (const f of ["renames.tsv","renames-2.tsv","renames-3a.tsv","renames-3b.tsv"]) for (const r of readFileSync('/tmp/notes/'+f,'utf8').split('\n')) olds.add(r.split('\t')[2])
const cfg = ts.getParsedCommandLineOfConfigFile(root+'/tsconfig.json', {}, { ...ts.sys, onUnRecoverableConfigFileDiagnostic(){} })
const program = ts.createProgram(cfg.fileNames, cfg.options); const c = program.getTypeChecker()
const out=new Set()
function compare(node, source, target, sf, depth=0) {
  if (!source||!target||depth>2) return
  const el=(t)=>c.getIndexTypeOfType?.(t,1)??t.getNumberIndexType?.(); const se=el(source), te=el(target); if(se&&te&&depth<2) compare(node,se,te,sf,depth+1)
  if(depth<2&&(source.flags&ts.TypeFlags.Object)&&(target.flags&ts.TypeFlags.Object)&&!se) for(const p of c.getPropertiesOfType(target)){ const sp=c.getPropertyOfType(source,p.name); if(sp){ try{compare(node,c.getTypeOfSymbolAtLocation(sp,node),c.getTypeOfSymbolAtLocation(p,node),sf,depth+1)}catch{} } }
  const ok=(x)=>(x.flags & ts.TypeFlags.Object)||x.isIntersection?.()
  const targets=(target.isUnion()?target.types:[target]).filter(ok)
  const sources=(source.isUnion()?source.types:[source]).filter(ok)
  if(!targets.length||!sources.length) return
  if(targets.some(t=>c.getIndexInfosOfType(t).length|| c.getPropertiesOfType(t).length===0 || t.getCallSignatures().length)) return
  const tp=new Map(); for(const t of targets) for(const p of c.getPropertiesOfType(t)) tp.set(p.name,p)
  for(const s of sources){ const sp=new Set(c.getPropertiesOfType(s).map(p=>p.name))
    const missingOptional=[...tp.values()].filter(p=>(p.flags&ts.SymbolFlags.Optional)&&!sp.has(p.name)).map(p=>p.name)
    if(!missingOptional.length) continue
    const extra=[...sp].filter(n=>!tp.has(n)&&olds.has(n))
    if(extra.length) out.add(sf.fileName.slice(root.length+1)+':'+(sf.getLineAndCharacterOfPosition(node.getStart(sf)).line+1)+'\textra '+extra.slice(0,8)+'\tmissing '+missingOptional.slice(0,8)) }
}
for (const sf of program.getSourceFiles()) { if (sf.fileName.includes('node_modules')) continue
  const visit=(n)=>{
    if((ts.isCallExpression(n)||ts.isNewExpression(n))&&n.arguments){ for(const a of n.arguments){ if(ts.isFunctionLike(a)) continue; let t; try{t=c.getContextualType(a)}catch{}; if(t) compare(a,c.getTypeAtLocation(a),t,sf)}}
    if(ts.isSpreadAssignment(n)&&ts.isObjectLiteralExpression(n.parent)){ let t; try{t=c.getContextualType(n.parent)}catch{}; if(t) compare(n,c.getTypeAtLocation(n.expression),t,sf)}
    if(ts.isJsxSpreadAttribute(n)){ let t; try{t=c.getContextualType(n.parent)}catch{}; if(t) compare(n,c.getTypeAtLocation(n.expression),t,sf)}
    if(ts.isReturnStatement(n)&&n.expression||ts.isPropertyAssignment(n)||ts.isShorthandPropertyAssignment(n)||ts.isVariableDeclaration(n)&&n.initializer&&n.type){ const e=ts.isReturnStatement(n)?n.expression:ts.isPropertyAssignment(n)?n.initializer:ts.isShorthandPropertyAssignment(n)?n.name:n.initializer; let t; try{t=c.getContextualType(e)}catch{}; if(t&&!ts.isFunctionLike(e)) compare(e,c.getTypeAtLocation(e),t,sf)}
    ts.forEachChild(n,visit)}
  visit(sf)}
console.log([...out].join('\n'))
