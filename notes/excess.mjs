import { createRequire } from 'node:module'
const root=process.argv[2]
const require = createRequire(root+'/package.json')
const ts = require('typescript-5')
const cfg = ts.getParsedCommandLineOfConfigFile(root+'/tsconfig.json', {}, { ...ts.sys, onUnRecoverableConfigFileDiagnostic(){} })
const program = ts.createProgram(cfg.fileNames, cfg.options); const c = program.getTypeChecker()
for (const sf of program.getSourceFiles()) { if (sf.fileName.includes('node_modules')) continue
  const visit = (n) => {
    if (ts.isObjectLiteralExpression(n)) {
      let t; try { t = c.getContextualType(n) } catch {}
      let p=n.parent; while (p && (ts.isParenthesizedExpression(p))) p=p.parent
      const cast = p && ts.isAsExpression(p)
      const line = (x)=>sf.getLineAndCharacterOfPosition(x.getStart(sf)).line+1
      if (cast && p.type.kind !== ts.SyntaxKind.TypeReference || (cast && p.type.getText(sf)!=='const')) {
        let q=p; while(q.parent && ts.isAsExpression(q.parent)) q=q.parent
        const target=c.getTypeFromTypeNode(q.type)
        if (!(target.flags & (ts.TypeFlags.Any|ts.TypeFlags.Never|ts.TypeFlags.Unknown))) t=target
        else if (q.type.getText(sf)==='never') { t = undefined; }
      }
      if (t && !(t.flags & (ts.TypeFlags.Any|ts.TypeFlags.Unknown|ts.TypeFlags.TypeParameter))) {
        const types = t.isUnion()? t.types : [t]
        const known = types.filter(x => x.flags & ts.TypeFlags.Object || x.isIntersection())
        if (known.length && !known.some(x=> c.getIndexInfosOfType(x).length || (c.getPropertiesOfType(x).length===0)))
          for (const m of n.properties) if (m.name && (ts.isIdentifier(m.name))) {
            if (!known.some(x=>c.getPropertyOfType(x,m.name.text))) console.log(sf.fileName.slice(root.length+1)+':'+line(m)+'\t'+m.name.text+'\t'+c.typeToString(t).slice(0,100))
          }
      }
    }
    ts.forEachChild(n, visit)
  }
  visit(sf)
}
