import { createRequire } from 'node:module'
import { readFileSync, writeFileSync } from 'node:fs'
const root='/work/main'; const require=createRequire(root+'/package.json'); const ts=require('typescript-5')
const cfg=ts.getParsedCommandLineOfConfigFile(root+'/tsconfig.json',{}, {...ts.sys,onUnRecoverableConfigFileDiagnostic(){}})
const texts=new Map(); const read=f=>{ if(!texts.has(f)) texts.set(f, ts.sys.fileExists(f)?readFileSync(f,'utf8'):undefined); return texts.get(f) }
const host={getScriptFileNames:()=>cfg.fileNames,getScriptVersion:()=>'0',getScriptSnapshot:f=>{const t=read(f);return t===undefined?undefined:ts.ScriptSnapshot.fromString(t)},getCurrentDirectory:()=>root,getCompilationSettings:()=>cfg.options,getDefaultLibFileName:o=>ts.getDefaultLibFilePath(o),fileExists:ts.sys.fileExists,readFile:ts.sys.readFile,readDirectory:ts.sys.readDirectory,directoryExists:ts.sys.directoryExists,getDirectories:ts.sys.getDirectories,realpath:ts.sys.realpath}
const service=ts.createLanguageService(host,ts.createDocumentRegistry()); const program=service.getProgram()
const edits=new Map(); let done=0; const skipped=[]
for (const l of readFileSync('/tmp/alias.tsv','utf8').split('\n').filter(Boolean)) {
  const [file,line,old,neu,p]=l.split('\t'); const f=root+'/'+file; const pos=Number(p)
  const sf=program.getSourceFile(f)
  let node=ts.getTokenAtPosition? ts.getTokenAtPosition(sf,pos):undefined
  const find=(n)=> n.getStart(sf)<=pos&&pos<n.getEnd()? (ts.forEachChild(n,find)??n):undefined
  node=find(sf)
  let scope=node; while(scope&&!ts.isFunctionLike(scope)&&!ts.isSourceFile(scope)) scope=scope.parent
  // a parameter's binding belongs to its function
  let clash=false; const look=(n)=>{ if(ts.isIdentifier(n)&&n.text===neu){ const q=n.parent; const isName=(ts.isPropertyAccessExpression(q)&&q.name===n)||(ts.isPropertyAssignment(q)&&q.name===n)||(ts.isBindingElement(q)&&q.propertyName===n)||ts.isPropertySignature(q)||ts.isJsxAttribute(q)||(ts.isQualifiedName(q)); if(!isName) clash=true } ts.forEachChild(n,look) }
  look(scope)
  if(clash){ skipped.push(l); continue }
  const locs=service.findRenameLocations(f,pos,false,false,{providePrefixAndSuffixTextForRename:true})
  if(!locs||locs.some(x=>x.fileName!==f)){ skipped.push(l); continue }
  for(const x of locs){ const a=edits.get(f)??edits.set(f,new Map()).get(f); a.set(x.textSpan.start,[x.textSpan.length,(x.prefixText??'')+neu+(x.suffixText??'')]) }
  done++
}
for(const [f,a] of edits){ let t=read(f); for(const [s,[n,x]] of [...a].sort((p,q)=>q[0]-p[0])) t=t.slice(0,s)+x+t.slice(s+n); t=t.replace(/(?<![\w.])(\w+): \1(?=\s*[,}\n=)])/g,(m,n,at,all)=>{ return m }); writeFileSync(f,t) }
console.log(done,'skipped',skipped.length); console.log(skipped.join('\n'))
